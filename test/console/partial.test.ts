import { describe, expect, it } from 'vitest';
import { splitLine } from '../../src/console/parts/partial.ts';

describe('a line with windows that are not counted to their end', () => {
  it('dashes the line from the last whole window on', () => {
    expect(splitLine([5, 6, 7, 2], [false, false, false, true])).toEqual({
      whole: [5, 6, 7, null],
      partial: [null, null, 7, 2],
    });
  });

  it('dashes the line up to the first whole window, and keeps its gaps', () => {
    expect(splitLine([1, 6, null, 7], [true, false, false, false])).toEqual({
      whole: [null, 6, null, 7],
      partial: [1, 6, null, null],
    });
  });

  it('dashes no line whose windows are all whole', () => {
    expect(splitLine([1, 2], [false, false])).toEqual({ whole: [1, 2], partial: [null, null] });
  });
});
