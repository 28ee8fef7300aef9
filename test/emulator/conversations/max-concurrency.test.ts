import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxConcurrency, parseIntegers } from '../../../src/emulator/model/max-concurrency.ts';

const SLOT_MS = 50;
const SLOTS = 4;

type Interval = readonly [start: number, end: number];
const interval = fc
  .tuple(fc.integer({ min: -60, max: 260 }), fc.integer({ min: 0, max: 120 }))
  .map(([start, length]): Interval => [start, start + length]);

const startsAndEndsOf = (intervals: readonly Interval[]) => ({
  runningAtStart: intervals.filter(([start, end]) => start < 0 && end >= 0).length,
  starts: Int32Array.from(intervals.map(([start]) => start).filter((at) => at >= 0 && at < SLOTS * SLOT_MS)),
  ends: Int32Array.from(intervals.map(([, end]) => end).filter((at) => at >= 0 && at < SLOTS * SLOT_MS)),
});

/** Counts the running conversations at every millisecond. */
const bruteForce = (intervals: readonly Interval[]) =>
  Array.from({ length: SLOTS }, (_, slot) =>
    Math.max(
      ...Array.from({ length: SLOT_MS }, (_, ms) => {
        const at = slot * SLOT_MS + ms;
        return intervals.filter(([start, end]) => start <= at && at <= end).length;
      }),
    ),
  );

describe('the highest concurrency (R-12.1)', () => {
  it('the highest concurrency equals a count at every millisecond', () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 30 }), (intervals) => {
        expect(maxConcurrency(startsAndEndsOf(intervals), SLOTS, SLOT_MS)).toEqual(bruteForce(intervals));
      }),
      { numRuns: 500 },
    );
  });

  it('counts a conversation of zero length and one that starts when another ends', () => {
    expect(maxConcurrency(startsAndEndsOf([[10, 10]]), 1, SLOT_MS)).toEqual([1]);
    expect(
      maxConcurrency(
        startsAndEndsOf([
          [0, 10],
          [10, 20],
        ]),
        1,
        SLOT_MS,
      ),
    ).toEqual([2]);
  });

  it('parses integers out of a text', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 31 - 1 })), (numbers) => {
        expect([...parseIntegers(numbers.join(','), numbers.length)]).toEqual(numbers);
      }),
    );
  });
});
