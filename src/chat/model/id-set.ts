/**
 * Immutable set of ids that grows without a full copy each time: a list of recent ids, and sets of the others, each at least
 * twice as large as the next.
 */
export interface IdSet {
  readonly settled: readonly ReadonlySet<string>[];
  readonly recent: readonly string[];
}

const RECENT_MAX = 32;

export const emptyIds: IdSet = { settled: [], recent: [] };

export function hasId({ settled, recent }: IdSet, id: string): boolean {
  if (recent.includes(id)) return true;
  // A loop: with `some` a long history takes twice the time.
  for (const ids of settled) if (ids.has(id)) return true;
  return false;
}

export function addId({ settled, recent }: IdSet, id: string): IdSet {
  if (recent.length < RECENT_MAX) return { settled, recent: [...recent, id] };
  const sets = [...settled];
  let merged: readonly string[] = recent;
  for (let last = sets.at(-1); last && last.size < 2 * merged.length; last = sets.at(-1)) {
    merged = [...last, ...merged];
    sets.pop();
  }
  return { settled: [...sets, new Set(merged)], recent: [id] };
}
