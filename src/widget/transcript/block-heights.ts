import type { Block } from './blocks.ts';

/** Estimated height of an entry before the first measurement. */
const ENTRY_PX = 60;

/** Heights of blocks of rows: the last measured one, else an estimate from other blocks. */
export interface BlockHeights {
  /** @param scale of the page and the panel, in window pixels per pixel of the layout */
  measure(block: Block, element: HTMLElement, scale: number): void;
  of(block: Block): number;
}

export function createBlockHeights(): BlockHeights {
  const known = new WeakMap<Block, number>();
  let entries = 0;
  let total = 0;
  return {
    measure(block, element, scale) {
      // Not rounded: rounding errors would add up to a jump.
      const height = element.getBoundingClientRect().height / scale;
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
