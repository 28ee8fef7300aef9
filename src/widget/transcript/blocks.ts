import { NEWEST_ROWS } from '../../protocol/limits.ts';

/** Consecutive entries that are rendered as one component. */
export interface Block {
  readonly ids: readonly string[];
  /** Ids of the entries before the first one and after the last one, for grouping. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export const BLOCK_SIZE = 25;

function isSame(one: Block, other: Block): boolean {
  return (
    one.before === other.before &&
    one.after === other.after &&
    one.ids.length === other.ids.length &&
    one.ids.every((id, index) => id === other.ids[index])
  );
}

/** Size of the first block. It changes only when a history arrives: the others begin where they began. */
function firstSize({ length }: readonly string[], [first, second]: readonly Block[]): number {
  if (first && second) return first.ids.length;
  const isHistory = length - (first?.ids.length ?? 0) > NEWEST_ROWS;
  return (isHistory && length > BLOCK_SIZE && (length - NEWEST_ROWS) % BLOCK_SIZE) || BLOCK_SIZE;
}

/** Splits the order into blocks. An unchanged block stays the same object, so it is not rendered again. */
export function splitIntoBlocks(order: readonly string[], previous: readonly Block[]): readonly Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (let end = firstSize(order, previous); start < order.length; end += BLOCK_SIZE) {
    const block = { ids: order.slice(start, end), before: order[start - 1], after: order[end] };
    const old = previous[blocks.length];
    blocks.push(old && isSame(old, block) ? old : block);
    start = end;
  }
  return blocks;
}
