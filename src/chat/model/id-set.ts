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

/** Adds an id that the set does not contain. */
export function addId({ places, size }: IdSet, id: string): IdSet {
  const isLatest = size > 0 && places.size === size;
  const shared = isLatest ? (places as Map<string, number>) : new Map([...places].slice(0, size));
  shared.set(id, size);
  return { places: shared, size: size + 1 };
}
