import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumbers, sweep } from '../../../src/emulator/conversations/sweep.ts';

const SLOT_MS = 50;
const SLOTS = 4;

type Interval = readonly [start: number, end: number];
const interval = fc
  .tuple(fc.integer({ min: -60, max: 260 }), fc.integer({ min: 0, max: 120 }))
  .map(([start, length]): Interval => [start, start + length]);

const momentsOf = (intervals: readonly Interval[]) => ({
  goingOn: intervals.filter(([start, end]) => start < 0 && end >= 0).length,
  starts: Int32Array.from(intervals.map(([start]) => start).filter((at) => at >= 0 && at < SLOTS * SLOT_MS)),
  ends: Int32Array.from(intervals.map(([, end]) => end).filter((at) => at >= 0 && at < SLOTS * SLOT_MS)),
});

/** Moment by moment. */
const counted = (intervals: readonly Interval[]) =>
  Array.from({ length: SLOTS }, (_, slot) =>
    Math.max(
      ...Array.from({ length: SLOT_MS }, (_, ms) => {
        const at = slot * SLOT_MS + ms;
        return intervals.filter(([start, end]) => start <= at && at <= end).length;
      }),
    ),
  );

describe('the sweep', () => {
  it('counts as one does who looks at every moment', () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 30 }), (intervals) => {
        expect(sweep(momentsOf(intervals), SLOTS, SLOT_MS)).toEqual(counted(intervals));
      }),
      { numRuns: 500 },
    );
  });

  it('counts a conversation without a length, and one that begins where another ends', () => {
    expect(sweep(momentsOf([[10, 10]]), 1, SLOT_MS)).toEqual([1]);
    expect(
      sweep(
        momentsOf([
          [0, 10],
          [10, 20],
        ]),
        1,
        SLOT_MS,
      ),
    ).toEqual([2]);
  });

  it('reads the numbers of a text', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 31 - 1 })), (numbers) => {
        expect([...readNumbers(numbers.join(','), numbers.length)]).toEqual(numbers);
      }),
    );
  });
});
