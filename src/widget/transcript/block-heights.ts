import type { Block } from './blocks.ts';

/** Height of an entry before any has been measured. */
const ENTRY_PX = 60;

/** Heights of blocks of rows: the last measured one, else an estimate by those of other blocks. */
export interface BlockHeights {
  measure(block: Block, element: HTMLElement): void;
  of(block: Block): number;
}

export function createBlockHeights(): BlockHeights {
  const known = new WeakMap<Block, number>();
  let entries = 0;
  let total = 0;
  return {
    measure(block, element) {
      // The fraction counts: rounded heights would add up to a jump.
      const height = element.getBoundingClientRect().height;
      known.set(block, height);
      entries += block.ids.length;
      total += height;
    },
    of(block) {
      const height =
        known.get(block) ?? Math.round(block.ids.length * (entries === 0 ? ENTRY_PX : total / entries));
      known.set(block, height);
      return height;
    },
  };
}
