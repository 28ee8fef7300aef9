import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrived, lengthAt, MAX_LATE_MS, released } from '../../../src/widget/transcript/release-schedule.ts';

/** Arrivals with their waits and lengths, and times to look at after each. */
const streams = fc.array(
  fc.record({
    waitMs: fc.oneof(fc.nat(40), fc.nat(2_000)),
    characters: fc.integer({ min: 1, max: 200 }),
    looks: fc.array(fc.nat(400), { maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 30 },
);

describe('the release of a streaming text', () => {
  it('shows at once what was there at the beginning', () => {
    expect(lengthAt(released(120), 0)).toBe(120);
  });

  it('shows the first addition at once, and later ones evenly over the mean gap', () => {
    let schedule = arrived(released(10), 20, 1_000);
    expect(lengthAt(schedule, 1_000)).toBe(20);
    schedule = arrived(schedule, 40, 1_100);
    expect([1_100, 1_125, 1_150, 1_199, 1_200].map((at) => lengthAt(schedule, at))).toEqual([
      20, 25, 30, 39, 40,
    ]);
  });

  it('never shows less than before, nor more than has come, nor anything later than 250 ms', () => {
    fc.assert(
      fc.property(streams, (stream) => {
        let schedule = released(0);
        let now = 1_000;
        let length = 0;
        let shown = 0;
        const arrivals: { readonly at: number; readonly length: number }[] = [];
        const look = (at: number) => {
          const due = arrivals.findLast((it) => it.at + MAX_LATE_MS <= at)?.length ?? 0;
          const now = lengthAt(schedule, at);
          expect(now).toBeGreaterThanOrEqual(Math.max(shown, due));
          expect(now).toBeLessThanOrEqual(length);
          shown = now;
        };
        for (const [index, { characters, looks }] of stream.entries()) {
          length += characters;
          schedule = arrived(schedule, length, now);
          arrivals.push({ at: now, length });
          const next = now + (stream[index + 1]?.waitMs ?? 1_000);
          for (const later of looks.toSorted((a, b) => a - b)) if (now + later <= next) look(now + later);
          now = next;
          look(now);
        }
        expect(lengthAt(schedule, now + MAX_LATE_MS)).toBe(length);
      }),
    );
  });

  it('keeps no more than what is not shown yet', () => {
    let schedule = released(0);
    for (let nth = 1; nth <= 1_000; nth++) schedule = arrived(schedule, nth * 10, nth * 40);
    expect(schedule.parts.length).toBeLessThanOrEqual(2);
  });
});
