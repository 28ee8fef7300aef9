import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bound, sumOf } from '../../../../src/relay/admin/insights/merge.ts';
import { type Rollup, rollup } from '../../../../src/relay/admin/insights/rollup.ts';
import { writeRollup } from '../../../../src/relay/admin/insights/rollup-text.ts';
import {
  alignRange,
  compareRanges,
  DAY_MS,
  floorTo,
  HOUR_MS,
  keepUntil,
  LEVELS,
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
  it('cover it once, whatever their sizes', () => {
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

  it('of an older range are whole hours or days', () => {
    const from = NOW - 3 * WINDOW_MS;
    const ages = [0, 7, 9, 59, 70].map((age) => alignRange({ from: from - age * DAY_MS, to: NOW }, NOW).from);
    expect(ages.map((age) => LEVELS.filter(({ sizeMs }) => age % sizeMs === 0).length)).toEqual([
      1, 1, 2, 2, 3,
    ]);
  });
});

describe('the range to compare with', () => {
  const minutes = 60_000;
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

  it('is as long, whole weeks before and not a week more than what was asked for needs', () => {
    fc.assert(
      fc.property(asked, ({ at, ...value }) => {
        const { range, previous } = compareRanges(value, at, at);
        expect(previous.to - previous.from).toBe(range.to - range.from);
        const weeks = Math.max(1, Math.ceil((value.to - value.from) / (7 * DAY_MS)));
        expect([range.from - previous.from, previous.to <= range.from]).toEqual([weeks * 7 * DAY_MS, true]);
        expect(range.from).toBeLessThan(range.to);
      }),
    );
  });

  it('is rounded to windows that are kept, and no further', () => {
    fc.assert(
      fc.property(asked, ({ at, ...value }) => {
        const { range, previous } = compareRanges(value, at, at);
        for (const end of ['from', 'to'] as const) {
          const finest = LEVELS.find((level) => previous[end] + level.keptMs > at) ?? LEVELS[2];
          expect([previous[end] % finest.sizeMs, range[end] % finest.sizeMs]).toEqual([0, 0]);
          // A time that is about to be forgotten is rounded like an older one.
          const coarsest = LEVELS.find((level) => previous[end] + level.keptMs - DAY_MS > at) ?? LEVELS[2];
          expect(Math.abs(range[end] - value[end])).toBeLessThanOrEqual(coarsest.sizeMs * 2);
        }
      }),
    );
  });

  it('is rounded to five minutes for a range of up to a day, and for the end of a week', () => {
    const at = NOW + 2 * minutes + 1;
    const ofHours = (hours: number) => compareRanges({ from: at - hours * HOUR_MS, to: at }, at, at);
    const to = NOW + 3 * minutes;
    for (const hours of [1, 6, 24]) {
      const from = to - hours * HOUR_MS - 5 * minutes;
      expect(ofHours(hours).range).toEqual({ from, to });
    }
    // The hours before are known as a whole only, and these two ranges must not overlap.
    expect(ofHours(7 * 24).range).toEqual({ from: Date.UTC(2026, 9, 26, 10), to });
  });

  it('counts as far as the range is known', () => {
    const at = Date.UTC(2026, 10, 2, 9, 7);
    const known = Date.UTC(2026, 10, 2, 9, 5);
    const ofDays = (days: number) =>
      compareRanges({ from: at - days * DAY_MS, to: at }, known, at).previousUntil;
    expect([1, 30].map(ofDays)).toEqual([Date.UTC(2026, 9, 26, 9, 5), Date.UTC(2026, 8, 28, 9)]);
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

  it('take at most 30 MB for 100,000 conversations a day', () => {
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
