/**
 * Immutable set of ids that grows without a copy. Its versions share one map, which only grows, from each id to its place; a
 * version contains the ids whose place is below its size.
 */
export interface IdSet {
  readonly places: ReadonlyMap<string, number>;
  readonly size: number;
}

export const emptyIds: IdSet = { places: new Map(), size: 0 };

export const hasId = ({ places, size }: IdSet, id: string): boolean => (places.get(id) ?? size) < size;

/** Adds an id. A row that was removed and comes again adds its id again. */
export function addId(ids: IdSet, id: string): IdSet {
  if (hasId(ids, id)) return ids;
  const { places, size } = ids;
  // All chats begin with `emptyIds`, whose map must stay empty.
  const isLatest = size > 0 && places.size === size;
  const shared = isLatest ? (places as Map<string, number>) : new Map([...places].slice(0, size));
  shared.set(id, size);
  return { places: shared, size: size + 1 };
}
