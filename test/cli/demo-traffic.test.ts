import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoTrafficAt, WEEK } from '../../src/cli/demo-traffic.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const moment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2100, 0, 1) });

describe('the week of a demo', () => {
  const days = Array.from({ length: 7 }, (_, day) => WEEK.slice(day * 24, day * 24 + 24));

  it('each day has one busiest hour, ten times as busy as the night, and weekends are quiet', () => {
    expect(WEEK).toHaveLength(168);
    const peaks = days.map((day) => Math.max(...day));
    expect(days.map((day, at) => day.filter((value) => value === peaks[at]).length)).toEqual(
      Array(7).fill(1),
    );
    for (const [at, day] of days.entries())
      expect((peaks[at] ?? 0) / Math.min(...day)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...peaks.slice(5))).toBeLessThan(Math.min(...peaks.slice(0, 5)));
  });
});

describe('the traffic of a demo', () => {
  it('the demo has a past of 15 days from a midnight, and a present that goes on for days', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const { past, present } = demoTrafficAt(now);
        const { from: begin = Number.NaN } = past;
        const age = now - begin;
        expect([begin % DAY_MS, age >= 15 * DAY_MS, age < 16 * DAY_MS]).toEqual([0, true, true]);
        expect([past.to, present.from]).toEqual([now - HOUR_MS, now - HOUR_MS]);
        expect(present.to).toBeGreaterThan(now + DAY_MS);
        expect(past.seed).not.toBe(present.seed);
      }),
    );
  });

  it('the busiest hour of yesterday has an incident of 40 minutes that is watched until it is over', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const { past, watched } = demoTrafficAt(now);
        const today = Math.floor(now / DAY_MS) * DAY_MS;
        const slow = past.incidents?.filter((incident) => (incident.slowdown ?? 1) > 1).at(-1);
        if (!slow) throw new Error('expected an incident');
        expect(slow.to - slow.from).toBe(40 * 60_000);
        expect(Math.floor(slow.from / DAY_MS) * DAY_MS).toBe(today - DAY_MS);
        const hourOf = (at: number) => Math.floor((at % DAY_MS) / HOUR_MS);
        const monday = WEEK.slice(0, 24);
        expect(hourOf(slow.from)).toBe(monday.indexOf(Math.max(...monday)));
        for (const range of watched) {
          expect(range.from).toBeGreaterThan(now - 8 * DAY_MS);
          expect(range.to).toBeLessThan(now);
        }
        expect(watched.some(({ from, to }) => from <= slow.from && to > slow.to)).toBe(true);
      }),
    );
  });

  it('yesterday has a new reason of handoffs', () => {
    const now = Date.UTC(2026, 10, 2, 9);
    const { past } = demoTrafficAt(now);
    const begins = past.incidents
      ?.filter((incident) => incident.handoffReason === 'late_delivery')
      .map(({ from }) => now - from);
    expect(begins).toEqual([20 * HOUR_MS]);
  });
});
