/** Number of the latest blocks that are always rows, so that nothing moves next to new entries. */
export const LATEST_BLOCKS = 2;

export interface BlockPositions {
  /** Number of all blocks. */
  readonly count: number;
  /** Indexes of the blocks that are rows now. */
  readonly near: ReadonlySet<number>;
  /** Indexes of the blocks that the browser reports as visible or close to that. */
  readonly seen: ReadonlySet<number>;
  /** True if a block must stay as it is, rows or text, because the visitor uses it. */
  isHeld(index: number): boolean;
}

/**
 * Indexes of the blocks that should be rows. A block beside a visible one stays rows but does not become rows, so that scrolling
 * a little back and forth renders nothing.
 */
export function nearBlocks({ count, near, seen, isHeld }: BlockPositions): Set<number> {
  const isLatest = (index: number) => index >= count - LATEST_BLOCKS;
  const latest = Array.from({ length: Math.min(count, LATEST_BLOCKS) }, (_, index) => count - 1 - index);
  const next = new Set<number>();
  for (const index of new Set([...near, ...seen, ...latest])) {
    if (index >= count) continue;
    const isNear = near.has(index);
    const isWanted = isLatest(index) || seen.has(index);
    const isBeside = seen.has(index - 1) || seen.has(index + 1);
    if (isHeld(index) ? isNear : isWanted || (isNear && isBeside)) next.add(index);
  }
  return next;
}

/** A step towards the wanted blocks: at most one more becomes rows, in the middle of the visible ones first. A frame has no time for two. */
export function stepTowards(
  wanted: ReadonlySet<number>,
  { near, seen }: Pick<BlockPositions, 'near' | 'seen'>,
): Set<number> {
  const middle = [...seen].reduce((sum, index) => sum + index, 0) / seen.size;
  const distance = (index: number) => Math.abs(index - middle);
  const [next] = [...wanted]
    .filter((index) => !near.has(index))
    .sort((one, other) => distance(one) - distance(other));
  return new Set([...wanted].filter((index) => index === next || near.has(index)));
}
