import { describe, expect, it } from 'vitest';
import { BLOCK_SIZE, splitIntoBlocks } from '../../../src/widget/transcript/blocks.ts';

const ids = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`);

describe('blocks of the transcript', () => {
  it('blocks contain the ids in order and the id before them', () => {
    const blocks = splitIntoBlocks(ids(BLOCK_SIZE + 1), []);
    expect(blocks.map(({ ids, before }) => [ids.length, before])).toEqual([
      [BLOCK_SIZE, undefined],
      [1, `m${BLOCK_SIZE - 1}`],
    ]);
  });

  it('blocks stay the same objects when a message is added, except the last one', () => {
    const before = splitIntoBlocks(ids(BLOCK_SIZE * 3 - 1), []);
    const after = splitIntoBlocks(ids(BLOCK_SIZE * 3), before);
    expect(after.map((block, at) => block === before[at])).toEqual([true, true, false]);
  });

  it('an empty conversation has no blocks', () => {
    expect(splitIntoBlocks([], splitIntoBlocks(ids(2), []))).toEqual([]);
  });
});
