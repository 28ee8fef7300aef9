import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { sumOf } from '../../../../src/relay/admin/insights/merge.ts';
import { createHealthBook } from '../../../../src/relay/admin/insights/relay-health.ts';
import { rollup } from '../../../../src/relay/admin/insights/rollup.ts';
import { createShared } from '../../../../src/relay/admin/insights/snapshot.ts';
import { DAY_MS, floorTo, HOUR_MS, WINDOW_MS } from '../../../../src/relay/admin/insights/thinning.ts';
import { createVisitorBook } from '../../../../src/relay/admin/insights/visitor-history.ts';
import { createWindows, type ReadWindow } from '../../../../src/relay/admin/insights/windows.ts';
import { insightsOperation } from '../../../../src/relay/admin/operations/insights.ts';
import { overviewOperation } from '../../../../src/relay/admin/operations/overview.ts';
import { createMemoryStore } from '../../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { shareOf } from '../../../support/sizes.ts';
import { midnightOf } from './support/local-days.ts';

const iso = (at: number) => new Date(at).toISOString();

/** Minutes between conversations: none at a regular time of the day. */
const GAP_MS = 7 * 60_000 + 13_000;

/** Rollups that were made of conversations of some days up to a time, and the times at which these began. */
async function open(now: number, { timeZone = 'UTC', days = 20 } = {}) {
  const clock = createFakeClock(now);
  const store = createMemoryStore(clock);
  const windows = createWindows({ store, now: clock.now, project: 'shop' });
  const shared = createShared(store, clock.now, 'shop');
  const known = { from: floorTo(now, DAY_MS) - days * DAY_MS, to: floorTo(now - 30_000, WINDOW_MS) };
  const starts: number[] = [];
  for (let at = known.from + 1_000; at < known.to; at += GAP_MS) starts.push(at);
  let next = 0;
  for (let day = known.from; day < known.to; day += DAY_MS) {
    const read = new Map<number, ReadWindow>();
    for (; (starts[next] ?? known.to) < Math.min(day + DAY_MS, known.to); next += 1) {
      const start = floorTo(starts[next] as number, WINDOW_MS);
      const one = rollup({ id: `${next}`, num_turns: 1 });
      const before = read.get(start)?.rollup;
      read.set(start, { environment: 'live', start, rollup: before ? sumOf([before, one]) : one });
    }
    await windows.write([...read.values()], known);
  }
  const progress = {
    since: known.from,
    until: known.to,
    target: known.from,
    open: [],
    hourReadAt: now,
    settledUntil: known.to,
  };
  await shared.writeProgress('live', progress);
  const health = createHealthBook(clock, new AbortController().signal)('shop', {
    metrics: {
      totals: async () => ({ sessions: 0, refusals: 0, upstreamErrors: 0, webhooks: 0, sockets: 0 }),
    },
    store,
  });
  const insights = {
    ...{ now: clock.now, projectId: 'shop', timeZone, shared, windows, health },
    visitors: createVisitorBook(clock, new AbortController().signal)('shop', { store }),
    visitorShare: 1,
    readMetricSteps: async () => ({ known, steps: [] }),
    start() {},
    async stop() {},
  };
  const [overview, series] = [overviewOperation(insights), insightsOperation(insights)];
  async function ask(range: { readonly from: number; readonly to: number }, step?: number) {
    const query = { from: iso(range.from), to: iso(range.to), client_env: 'live' as const };
    const call = {
      params: {},
      headers: {},
      body: {},
      who: 'test',
      seesPersonalData: true,
    } as never as object;
    const answer = await (step === undefined
      ? overview.perform({ ...call, query } as never)
      : series.perform({ ...call, query: { ...query, step } } as never));
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return answer.value.json();
  }
  const count = (from: string, to: string) =>
    starts.filter((at) => at >= Date.parse(from) && at < Math.min(Date.parse(to), known.to)).length;
  const sum = (steps: readonly { readonly conversations: number }[]) =>
    steps.reduce((total, it) => total + it.conversations, 0);

  /** Asks for a range, and compares all figures of it with the conversations. */
  async function check(range: { readonly from: number; readonly to: number }) {
    const answer = await ask(range);
    const counted = count(answer.from, answer.to);
    const before = count(answer.previous_from, answer.previous_to);
    expect([answer.totals.conversations, sum(answer.series)]).toEqual([counted, counted]);
    expect([answer.previous?.conversations ?? before, answer.previous_series.length]).toEqual([
      before,
      answer.series.length,
    ]);
    const ofSteps = sum(answer.previous_series);
    expect([before, 0]).toContain(ofSteps);
    for (const step of [300, 3_600, 86_400]) {
      if (step === 300 && range.to - range.from > 8 * DAY_MS) continue;
      const { from, to, series } = await ask(range, step);
      expect([from, to, sum(series[0].steps)]).toEqual([answer.from, answer.to, counted]);
    }
    if (answer.previous) {
      const [length, lengthBefore] = [
        Math.min(Date.parse(answer.to), known.to) - Date.parse(answer.from),
        Date.parse(answer.previous_to) - Date.parse(answer.previous_from),
      ];
      expect(Math.abs(lengthBefore / length - 1)).toBeLessThanOrEqual(0.05);
    }
    return answer;
  }
  return { known, check };
}

const ZONES = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
];

describe('the figures of a range', () => {
  const now = Date.UTC(2026, 10, 2, 9, 7);
  let ninetyDays: ReturnType<typeof open>;
  beforeAll(() => {
    ninetyDays = open(now, { days: 90 });
  });

  it('counts the conversations of local days of any zone and any age', async () => {
    const { check } = await ninetyDays;
    const ranges = fc.record({
      zone: fc.constantFrom(...ZONES),
      ago: fc.integer({ min: 0, max: 70 }),
      days: fc.constantFrom(1, 1, 2, 7),
    });
    await fc.assert(
      fc.asyncProperty(ranges, async ({ zone, ago, days }) => {
        const dayAt = (before: number) => midnightOf(zone, iso(now - before * DAY_MS).slice(0, 10));
        const range = { from: dayAt(ago + days - 1), to: dayAt(ago - 1) };
        const answer = await check(range);
        const isExact = answer.from === iso(range.from) && answer.to === iso(range.to);
        expect(answer.is_rounded).toBe(!isExact);
        if (ago + days <= 8) expect(isExact).toBe(true);
        // Zones with whole hours are exact for 60 days.
        if (ago + days <= 60 && range.from % HOUR_MS === 0 && range.to % HOUR_MS === 0)
          expect(isExact).toBe(true);
      }),
      { numRuns: shareOf(100) },
    );
  });

  it('counts the conversations of any range', async () => {
    const { check } = await ninetyDays;
    const times = fc.integer({ min: 0, max: 80 * 24 * 60 }).map((minutes) => now - minutes * 60_000);
    const recent = fc.integer({ min: 0, max: 8 * 24 * 60 }).map((minutes) => now - minutes * 60_000);
    const ranges = fc
      .oneof(fc.tuple(recent, recent), fc.tuple(times, times))
      .filter(([one, other]) => one !== other);
    await fc.assert(
      fc.asyncProperty(ranges, async ([one, other]) => {
        const range = { from: Math.min(one, other), to: Math.max(one, other) };
        const { is_rounded } = await check(range);
        if (now - range.from < 8 * DAY_MS) expect(is_rounded).toBe(false);
      }),
      { numRuns: shareOf(100) },
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ])('counts the day in %s on which the clocks change, %s', async (zone, day, hours) => {
    const from = midnightOf(zone, day);
    const to = midnightOf(zone, iso(Date.parse(day) + DAY_MS).slice(0, 10));
    expect((to - from) / HOUR_MS).toBe(hours);
    const { check } = await open(to + 2 * DAY_MS);
    expect(await check({ from, to })).toMatchObject({
      from: iso(from),
      to: iso(to),
      is_rounded: false,
      previous: {},
    });
  });

  it('counts seven days for the last seven days, and compares them with as many', async () => {
    const now = Date.UTC(2026, 10, 2, 9, 57);
    const { check } = await open(now);
    expect(await check({ from: now - 7 * DAY_MS, to: now })).toMatchObject({
      from: '2026-10-26T09:55:00.000Z',
      to: '2026-11-02T10:00:00.000Z',
      is_rounded: false,
      previous: {},
      previous_from: '2026-10-19T09:00:00.000Z',
      previous_to: '2026-10-26T09:00:00.000Z',
    });
  });

  it('compares a local day with the local day of the week before, whatever the clocks did', async () => {
    const zone = 'Europe/Berlin';
    const [from, to] = [midnightOf(zone, '2026-10-28'), midnightOf(zone, '2026-10-29')];
    const { check } = await open(to + HOUR_MS, { timeZone: zone });
    expect(await check({ from, to })).toMatchObject({
      from: '2026-10-27T23:00:00.000Z',
      previous: {},
      previous_from: '2026-10-20T22:00:00.000Z',
      previous_to: '2026-10-21T22:00:00.000Z',
    });
  });

  it('counts the whole hour for a few minutes of a forgotten hour, and says so', async () => {
    const now = Date.UTC(2026, 10, 2, 9, 57);
    const { check } = await open(now);
    const from = Date.UTC(2026, 9, 13, 10, 20);
    expect(await check({ from, to: from + 10 * 60_000 })).toMatchObject({
      from: '2026-10-13T10:00:00.000Z',
      to: '2026-10-13T11:00:00.000Z',
      step: 3_600,
      is_rounded: true,
    });
  });
});
