import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CarriedReport, HEALTH_ERRORS } from '../../../../src/protocol/visitor-health.ts';
import {
  ceilTo,
  DAY_MS,
  floorTo,
  HOUR_MS,
  WINDOW_MS,
} from '../../../../src/relay/admin/insights/thinning.ts';
import { createVisitorHistory } from '../../../../src/relay/admin/insights/visitor-history.ts';
import {
  readTally,
  sumOfTallies,
  tallyOf,
  writeTally,
} from '../../../../src/relay/admin/insights/visitor-tally.ts';
import { readVisitorFigures } from '../../../../src/relay/admin/operations/visitor-figures.ts';
import { createMemoryStore } from '../../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const NOON = Date.UTC(2026, 10, 2, 12);

const report: fc.Arbitrary<CarriedReport> = fc.record(
  {
    version: fc.constantFrom('0.1.0', '0.0.9'),
    carrier: fc.constantFrom('direct', 'relay', 'poll'),
    opened: fc.constantFrom('usable', 'failed'),
    usable_ms: fc.nat(600_000),
    first_word_ms: fc.nat(600_000),
    reconnects: fc.nat(99),
    failed: fc.nat(99),
    errors: fc.dictionary(fc.constantFrom(...HEALTH_ERRORS), fc.nat(99)),
  },
  { requiredKeys: ['version', 'carrier'] },
);

/** Relays of one store. */
function open(relays = 1) {
  const clock = createFakeClock(NOON);
  const memory = createMemoryStore(clock);
  const closing = new AbortController();
  const all = Array.from({ length: relays }, () =>
    createVisitorHistory({ clock, store: memory, signal: closing.signal }),
  );
  return { clock, memory, all, first: all[0] as (typeof all)[number] };
}

const failed = (count: number): CarriedReport => ({ version: 'v', carrier: 'direct', failed: count });

describe('the history of reports (M-14.18)', () => {
  it('M-14.18: a sum of tallies is the tally of all reports, in any grouping, also as stored text', () => {
    fc.assert(
      fc.property(fc.array(report), fc.array(report), (some, others) => {
        const whole = sumOfTallies([...some, ...others].map(tallyOf));
        const parts = [others, some].map((part) => readTally(writeTally(sumOfTallies(part.map(tallyOf)))));
        expect(writeTally(sumOfTallies(parts.filter((part) => part !== undefined)))).toBe(writeTally(whole));
      }),
    );
  });

  it('M-14.18: figures of two relays over ten days are those of an independent count', async () => {
    const { clock, all, first } = open(2);
    const reports: { readonly at: number; readonly report: CarriedReport }[] = [];
    const made = fc.sample(report, { numRuns: 2_000, seed: 7 });
    for (let step = 0; step < (10 * DAY_MS) / WINDOW_MS; step += 1) {
      const next = made[step % made.length] as CarriedReport;
      // None in some hours, and none on the fourth day.
      const isQuiet = step % 60 < 20 || Math.floor(step / 288) === 3;
      if (!isQuiet) {
        all[step % 2]?.add(next);
        reports.push({ at: clock.now(), report: next });
      }
      if (step % 9 === 0) await all[0]?.flush();
      if (step % 20 === 0) await all[1]?.flush();
      clock.advance(WINDOW_MS);
    }
    for (const relay of all) await relay.flush();
    const now = clock.now();
    const ranges = [
      { from: NOON, to: now },
      { from: now - DAY_MS, to: now },
      { from: floorTo(now, DAY_MS) - 6 * DAY_MS, to: floorTo(now, DAY_MS) },
      { from: floorTo(now, HOUR_MS) - 30 * HOUR_MS, to: ceilTo(now, WINDOW_MS) },
    ];
    const { sums } = await first.read(ranges);
    for (const [index, { from, to }] of ranges.entries()) {
      const those = reports.filter(({ at }) => at >= from && at < to).map(({ report: one }) => one);
      const counted = {
        pages: those.filter(({ opened }) => opened !== undefined).length,
        failed: those.filter(({ opened }) => opened === 'failed').length,
        failedMessages: those.reduce((sum, one) => sum + (one.failed ?? 0), 0),
        reconnects: those.reduce((sum, one) => sum + (one.reconnects ?? 0), 0),
        firstWords: those.filter((one) => one.first_word_ms !== undefined).length,
      };
      const sum = sums[index];
      expect({
        pages: (sum?.counts.usable ?? 0) + (sum?.counts.failed ?? 0),
        failed: sum?.counts.failed,
        failedMessages: sum?.counts.failedMessages,
        reconnects: sum?.counts.reconnects,
        firstWords: [...(sum?.firstWordMs.values() ?? [])].reduce((all, count) => all + count, 0),
      }).toEqual(counted);
    }
  });

  it('M-14.18: keeps days after their hours and five minutes have expired', async () => {
    const { clock, first } = open();
    for (let hour = 0; hour < 48; hour += 1) {
      first.add(failed(1));
      await first.flush();
      clock.advance(HOUR_MS);
    }
    await first.flush();
    const day = { from: floorTo(NOON, DAY_MS) + DAY_MS, to: floorTo(NOON, DAY_MS) + 2 * DAY_MS };
    const counts: unknown[] = [];
    for (const age of [0, 20, 100, 300, 402]) {
      clock.advance(age * DAY_MS + day.to - clock.now() + HOUR_MS);
      counts.push((await first.read([day])).sums[0]?.counts.failedMessages);
    }
    expect(counts).toEqual([24, 24, 24, 24, 0]);
  });

  /** A relay whose store is out of reach while a test says so. */
  function openShaky() {
    const { clock, memory, first } = open();
    const state = { isDown: false };
    const unlessDown =
      <Args extends readonly unknown[], Value>(work: (...args: Args) => Promise<Value>) =>
      async (...args: Args) => {
        if (state.isDown) throw new Error('down');
        return work(...args);
      };
    const { get, put, claim, take } = memory;
    const shaky = createVisitorHistory({
      clock,
      signal: new AbortController().signal,
      store: {
        get: unlessDown(get),
        put: unlessDown(put),
        claim: unlessDown(claim),
        take: unlessDown(take),
        delete: unlessDown(memory.delete),
        list(bounds) {
          const { append, read, readPage } = memory.list(bounds);
          return { append: unlessDown(append), read: unlessDown(read), readPage: unlessDown(readPage) };
        },
      },
    });
    const messages = async (relay: typeof first, from: number) => {
      const { sums } = await relay.read([{ from, to: clock.now() + WINDOW_MS }]);
      return sums[0]?.counts.failedMessages;
    };
    return { clock, state, shaky, other: first, messages };
  }

  it('M-14.18: stores what pages reported while the store was out of reach, once', async () => {
    const { clock, state, shaky, other, messages } = openShaky();
    state.isDown = true;
    for (let window = 0; window < 12; window += 1) {
      shaky.add(failed(2));
      await shaky.flush();
      clock.advance(WINDOW_MS);
    }
    state.isDown = false;
    await shaky.flush();
    await shaky.flush();
    expect([await messages(shaky, NOON), await messages(other, NOON)]).toEqual([24, 24]);
  });

  it('M-14.18: gives up what is older than a day, so that a lost store costs bounded memory', async () => {
    const { clock, state, shaky, messages } = openShaky();
    state.isDown = true;
    for (let hour = 0; hour < 72; hour += 1) {
      shaky.add(failed(1));
      await shaky.flush();
      clock.advance(HOUR_MS);
    }
    state.isDown = false;
    await shaky.flush();
    expect(await messages(shaky, NOON)).toBe(23);
  });

  it('M-14.18: a relay that stops for two days loses nothing', async () => {
    const { clock, memory, first } = open();
    clock.advance(30 * 60_000);
    first.add(failed(3));
    await first.flush();
    clock.advance(2 * DAY_MS);
    const next = createVisitorHistory({ clock, store: memory, signal: new AbortController().signal });
    await next.flush();
    clock.advance(5 * DAY_MS);
    const { sums, knownSince } = await next.read([{ from: NOON - DAY_MS, to: NOON + DAY_MS }]);
    expect([sums[0]?.counts.failedMessages, knownSince]).toEqual([3, NOON + 30 * 60_000]);
  });

  it('M-14.18: figures of a time before the counts are unknown, not zero', async () => {
    const { clock, first } = open();
    const week = { from: NOON - 7 * DAY_MS, to: NOON - 6 * DAY_MS };
    const today = { from: NOON - DAY_MS, to: NOON + WINDOW_MS };
    const insights = { visitors: first, visitorShare: 0.5 };
    const empty = await readVisitorFigures(insights, today, week);
    expect(empty).toEqual({ known_since: null, share: 0.5, totals: null, previous: null });
    await first.flush();
    clock.advance(60_000);
    const begun = await readVisitorFigures(insights, today, week);
    expect([begun.known_since, begun.totals?.pages, begun.totals?.first_word_p50_ms, begun.previous]).toEqual(
      ['2026-11-02T12:00:00.000Z', 0, null, null],
    );
    clock.advance(8 * DAY_MS);
    const later = await readVisitorFigures(
      insights,
      { from: NOON + 7 * DAY_MS, to: NOON + 8 * DAY_MS },
      { from: NOON, to: NOON + DAY_MS },
    );
    expect(later.previous?.pages).toBe(0);
  });
});
