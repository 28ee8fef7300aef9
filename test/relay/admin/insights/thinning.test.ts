import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bound, sumOf } from '../../../../src/relay/admin/insights/merge.ts';
import { type Rollup, rollup } from '../../../../src/relay/admin/insights/rollup.ts';
import { writeRollup } from '../../../../src/relay/admin/insights/rollup-text.ts';
import {
  alignRange,
  comparisonOf,
  DAY_MS,
  floorTo,
  HOUR_MS,
  keepUntil,
  LEVELS,
  oldestKept,
  type Piece,
  partsOf,
  piecesOf,
  WINDOW_MS,
} from '../../../../src/relay/admin/insights/thinning.ts';

const NOW = Date.UTC(2026, 10, 2, 9, 7);
const windows = fc.integer({ min: 0, max: 3_000 });
const range = fc.tuple(windows, windows).map(([from, length]) => {
  const start = floorTo(NOW, DAY_MS) - 9 * DAY_MS + from * WINDOW_MS;
  return { from: start, to: start + length * WINDOW_MS };
});
const flatten = (piece: Piece): readonly number[] =>
  partsOf(piece).length === 0 ? [piece.start] : partsOf(piece).flatMap(flatten);

describe('the windows of a range', () => {
  it('the windows of a range cover it once, whatever their sizes', () => {
    fc.assert(
      fc.property(range, fc.constantFrom(WINDOW_MS, 2 * WINDOW_MS, HOUR_MS, DAY_MS), (item, maxSizeMs) => {
        const expected = Array.from(
          { length: (item.to - item.from) / WINDOW_MS },
          (_, at) => item.from + at * WINDOW_MS,
        );
        expect(piecesOf(item, maxSizeMs).flatMap(flatten)).toEqual(expected);
      }),
    );
  });

  it('the windows of a range are few for a long range', () => {
    const to = floorTo(NOW, WINDOW_MS);
    expect(piecesOf({ from: to - 400 * DAY_MS, to }, DAY_MS).length).toBeLessThan(400 + 2 * (24 + 12));
  });

  it('the windows of a range are kept five minutes for 8 days, hours for 60 and days for 400', () => {
    const days = LEVELS.map(({ sizeMs }) => (keepUntil({ sizeMs, start: NOW }) - NOW) / DAY_MS);
    expect(days).toEqual([9, 61, 401]);
  });

  it('an older range consists of whole hours or days', () => {
    const from = NOW - 3 * WINDOW_MS;
    const ages = [0, 7, 9, 59, 70].map((age) => alignRange({ from: from - age * DAY_MS, to: NOW }, NOW).from);
    expect(ages.map((age) => LEVELS.filter(({ sizeMs }) => age % sizeMs === 0).length)).toEqual([
      1, 1, 2, 2, 3,
    ]);
  });
});

describe('the range to compare with', () => {
  const now = fc.integer({ min: NOW - 30 * DAY_MS, max: NOW + 30 * DAY_MS });
  /** The ranges that the console offers, and others. */
  const length = fc.oneof(
    fc.constantFrom(...[1, 6, 24, 7 * 24, 30 * 24].map((hours) => hours * HOUR_MS)),
    fc.integer({ min: 1, max: 400 * DAY_MS }),
  );
  const age = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 * DAY_MS }));
  const asked = fc.tuple(now, length, age).map(([at, lengthMs, ageMs]) => ({
    at,
    from: at - ageMs - lengthMs,
    to: at - ageMs,
  }));
  const compare = (value: { from: number; to: number }, at: number, known = at, zone = 'UTC') => {
    const range = alignRange(value, at);
    return { range, ...comparisonOf(value, range, { knownUntil: known, now: at, zone }) };
  };

  it('compares with whole weeks before, and goes back no further than needed', () => {
    fc.assert(
      fc.property(asked, ({ at, ...value }) => {
        const { range, previous, sizeMs } = compare(value, at);
        const weeks = Math.ceil((value.to - value.from - HOUR_MS - WINDOW_MS) / (7 * DAY_MS));
        const shift = Math.max(1, weeks) * 7 * DAY_MS;
        expect(previous.from).toBe(floorTo(range.from - shift, sizeMs));
        expect(previous.to).toBeLessThanOrEqual(range.from);
      }),
    );
  });

  it('compares with windows that are kept, of the same length unless it says otherwise', () => {
    fc.assert(
      fc.property(asked, ({ at, ...value }) => {
        const { range, previous, sizeMs, isAlike } = compare(value, at);
        for (const end of [previous.from, previous.to]) {
          expect(end % sizeMs).toBe(0);
          for (const piece of piecesOf(previous, DAY_MS))
            expect(piece.start < oldestKept(at) || keepUntil(piece) > at).toBe(true);
        }
        const [length, before] = [Math.min(range.to, at) - range.from, previous.to - previous.from];
        expect(Math.abs(length - before) <= length * 0.05 && before > 0).toBe(isAlike);
      }),
    );
  });

  it('cuts at five minutes for a range of up to a day, and at hours for a week', () => {
    const to = Date.UTC(2026, 10, 2, 9, 10);
    const at = to - 60_000;
    for (const hours of [1, 6, 24]) {
      const from = to - hours * HOUR_MS - WINDOW_MS;
      const { range, previous, isAlike } = compare({ from: at - hours * HOUR_MS, to: at }, at, to);
      expect([range, isAlike]).toEqual([{ from, to }, true]);
      expect(previous).toEqual({ from: from - 7 * DAY_MS, to: to - 7 * DAY_MS });
    }
    const week = compare({ from: at - 7 * DAY_MS, to: at }, at, to);
    expect(week.range).toEqual({ from: to - 7 * DAY_MS - WINDOW_MS, to });
    expect([week.previous, week.isAlike]).toEqual([
      { from: Date.UTC(2026, 9, 19, 9), to: Date.UTC(2026, 9, 26, 9) },
      true,
    ]);
  });

  it.each([
    ['whose ends were read a moment apart', 'UTC', '2026-10-19T00:00:00Z', '2026-10-26T00:00:00.001Z'],
    ['in which summer time ends', 'Europe/Berlin', '2026-10-18T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['in which summer time begins', 'America/New_York', '2026-03-02T05:00:00Z', '2026-03-09T04:00:00Z'],
  ])('compares a week %s with the week before', (_, zone, start, end) => {
    const [from, to] = [Date.parse(start), Date.parse(end)];
    const { previous, isAlike } = compare({ from, to }, to + HOUR_MS, to + HOUR_MS, zone);
    expect([previous.from, isAlike]).toEqual([from - 7 * DAY_MS, true]);
  });

  it('compares with as much as is known of the range', () => {
    const known = Date.UTC(2026, 10, 2, 9, 5);
    const from = Date.UTC(2026, 10, 2);
    const { previous, isAlike } = compare({ from, to: from + DAY_MS }, NOW, known);
    expect([previous, isAlike]).toEqual([{ from: from - 7 * DAY_MS, to: known - 7 * DAY_MS }, true]);
    expect(compare({ from, to: from + DAY_MS }, NOW, from).isAlike).toBe(false);
  });
});

describe('the rollups of 400 days', () => {
  /** A busy project: in every five minutes 350 conversations of 3 channels, 10 variants and 30 reasons. */
  function busyWindow(seed: number): Rollup {
    const all = Array.from({ length: 350 }, (_, at) =>
      rollup({
        id: `${at}`,
        channel: ['VOICE-SIP', 'WEBCHAT', 'CHAT'][at % 3],
        variant_name: `Variant ${(at * 7 + seed) % 10}`,
        num_turns: 9,
        num_silences: at % 4,
        num_ood: at % 3,
        total_duration: 140 + at,
        handoff: at % 5 === 0,
        handoff_reason: `The caller wants to talk to a person about topic ${(at + seed) % 30}`,
        turns: Array.from({ length: 9 }, (_, turn) => ({ latency: 250 + ((at * 97 + turn * 31) % 60) ** 2 })),
      }),
    );
    return sumOf(all);
  }

  it('rollups of 400 days take at most 30 MB for 100,000 conversations a day', () => {
    const window = busyWindow(1);
    const hour = sumOf(Array.from({ length: 12 }, (_, at) => busyWindow(at)));
    const day = sumOf(Array.from({ length: 24 }, () => hour));
    // Redis needs about 100 bytes more for a key and its expiry.
    const [ofWindow = 0, ofHour = 0, ofDay = 0] = [window, hour, day].map(
      (item) => Buffer.byteLength(writeRollup(bound(item))) + 100,
    );
    const bytes = ofWindow * 9 * 288 + ofHour * 61 * 24 + ofDay * 401;
    // 25 MB when it was measured.
    expect(bytes).toBeLessThan(30e6);
  });
});
