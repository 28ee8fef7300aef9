import { describe, expect, it } from 'vitest';
import { NEWEST_ROWS } from '../../../src/protocol/limits.ts';
import { BLOCK_SIZE, splitIntoBlocks } from '../../../src/widget/transcript/blocks.ts';

const ids = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`);

describe('blocks of the transcript', () => {
  it('blocks contain the ids in order and the ids beside them', () => {
    const order = ids(2 * BLOCK_SIZE + NEWEST_ROWS + 1);
    const blocks = splitIntoBlocks(order, []);
    expect(blocks.flatMap(({ ids }) => ids)).toEqual(order);
    expect(blocks.map(({ before, after }) => [before, after])).toEqual([
      [undefined, 'm1'],
      ['m0', `m${BLOCK_SIZE + 1}`],
      [`m${BLOCK_SIZE}`, `m${2 * BLOCK_SIZE + 1}`],
      [`m${2 * BLOCK_SIZE}`, undefined],
    ]);
  });

  it('the last block of a history has as many entries as the panel shows, whatever the length', () => {
    for (let count = BLOCK_SIZE + 1; count <= 4 * BLOCK_SIZE; count++) {
      const sizes = splitIntoBlocks(ids(count), []).map(({ ids }) => ids.length);
      expect(sizes.at(-1), `${count} entries`).toBe(NEWEST_ROWS);
      expect(Math.max(...sizes), `${count} entries`).toBeLessThanOrEqual(BLOCK_SIZE);
    }
  });

  it('blocks begin where they began, however a conversation grows', () => {
    for (const start of [0, 1, BLOCK_SIZE, BLOCK_SIZE + 1, 3 * BLOCK_SIZE]) {
      let blocks = splitIntoBlocks(ids(start), []);
      for (let count = start + 1; count < start + 3 * BLOCK_SIZE; count++) {
        const next = splitIntoBlocks(ids(count), blocks);
        expect(next.slice(0, blocks.length).map(({ ids }) => ids[0])).toEqual(
          blocks.map(({ ids }) => ids[0]),
        );
        blocks = next;
      }
    }
  });

  it('blocks stay the same objects when a message is added, except the last one', () => {
    const before = splitIntoBlocks(ids(BLOCK_SIZE * 3 - 1), []);
    const after = splitIntoBlocks(ids(BLOCK_SIZE * 3), before);
    expect(after.map((block, at) => block === before[at])).toEqual([true, true, true, false]);
  });

  it('an empty conversation has no blocks', () => {
    expect(splitIntoBlocks([], splitIntoBlocks(ids(2), []))).toEqual([]);
  });
});
