import { describe, expect, it } from 'vitest';
import { type BlockPositions, nearBlocks, stepTowards } from '../../../src/widget/transcript/near-blocks.ts';

/** Indexes of the rows among ten blocks, in ascending order. */
const nearOf = (change: Partial<BlockPositions>) =>
  [...nearBlocks({ count: 10, near: new Set(), seen: new Set(), isHeld: () => false, ...change })].toSorted(
    (one, other) => one - other,
  );

describe('the blocks that are rows', () => {
  it.each<[string, Partial<BlockPositions>, number[]]>([
    ['are the latest two', {}, [8, 9]],
    ['are the only one of a short conversation', { count: 1 }, [0]],
    ['are none in an empty conversation', { count: 0 }, []],
    ['are those that are seen', { seen: new Set([3, 4]) }, [3, 4, 8, 9]],
    ['stay rows beside a seen one', { near: new Set([2, 5]), seen: new Set([3, 4]) }, [2, 3, 4, 5, 8, 9]],
    ['become text further away', { near: new Set([1, 6]), seen: new Set([3, 4]) }, [3, 4, 8, 9]],
    ['stay rows while they are in use', { near: new Set([1]), isHeld: (at) => at === 1 }, [1, 8, 9]],
    ['exclude a text that is in use', { seen: new Set([3, 4]), isHeld: (at) => at === 3 }, [4, 8, 9]],
    ['forget blocks that are gone', { count: 3, near: new Set([9]), seen: new Set([8]) }, [1, 2]],
  ])('the rows of the transcript %s', (_, positions, expected) => {
    expect(nearOf(positions)).toEqual(expected);
  });

  it('shows at most 200 entries as rows while a visitor scrolls from end to end', () => {
    let near: ReadonlySet<number> = new Set();
    for (let at = 197; at >= 0; at--) {
      near = nearBlocks({ count: 200, near, seen: new Set([at, at + 1, at + 2]), isHeld: () => false });
      expect(near.size).toBeLessThanOrEqual(8);
    }
    expect([...near].toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 198, 199]);
  });
});

describe('the steps towards the blocks that are rows', () => {
  it('the block in the middle of the visible ones becomes rows first, and one a step', () => {
    const seen = new Set([20, 21, 22, 23, 24]);
    const order: number[] = [];
    let near: ReadonlySet<number> = new Set([198, 199]);
    for (let step = 0; step < 5; step++) {
      const wanted = nearBlocks({ count: 200, near, seen, isHeld: () => false });
      const next = stepTowards(wanted, { near, seen });
      order.push(...[...next].filter((index) => !near.has(index)));
      near = next;
    }
    expect(order).toEqual([22, 21, 23, 20, 24]);
  });

  it('blocks that are far become text at once', () => {
    const wanted = new Set([5, 198, 199]);
    const near = new Set([90, 91, 92, 198, 199]);
    expect(stepTowards(wanted, { near, seen: new Set([5]) })).toEqual(wanted);
  });
});
