import { describe, expect, it } from 'vitest';
import { BLOCK_SIZE, blocksOf } from '../../src/widget/blocks.ts';

const ids = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`);

describe('blocks of the transcript', () => {
  it('cuts the order into runs that know who stood before them', () => {
    const blocks = blocksOf(ids(BLOCK_SIZE + 1), []);
    expect(blocks.map(({ ids, before }) => [ids.length, before])).toEqual([
      [BLOCK_SIZE, undefined],
      [1, `m${BLOCK_SIZE - 1}`],
    ]);
  });

  it('keeps every block but the last when a message is added', () => {
    const before = blocksOf(ids(BLOCK_SIZE * 3 - 1), []);
    const after = blocksOf(ids(BLOCK_SIZE * 3), before);
    expect(after.map((block, at) => block === before[at])).toEqual([true, true, false]);
  });

  it('is empty for an empty conversation', () => {
    expect(blocksOf([], blocksOf(ids(2), []))).toEqual([]);
  });
});
