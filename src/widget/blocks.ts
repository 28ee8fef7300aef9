/** A run of neighbouring entries that is drawn as one. */
export interface Block {
  readonly ids: readonly string[];
  /** The entry before the first one, for grouping. */
  readonly before: string | undefined;
}

export const BLOCK_SIZE = 50;

function isSame(one: Block, other: Block): boolean {
  return (
    one.before === other.before &&
    one.ids.length === other.ids.length &&
    one.ids.every((id, at) => id === other.ids[at])
  );
}

/** Cuts the order into blocks; one that has not changed stays the very same object, so that it is not drawn again. */
export function blocksOf(order: readonly string[], previous: readonly Block[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < order.length; start += BLOCK_SIZE) {
    const block = { ids: order.slice(start, start + BLOCK_SIZE), before: order[start - 1] };
    const old = previous[blocks.length];
    blocks.push(old && isSame(old, block) ? old : block);
  }
  return blocks;
}
