/**
 * A set of ids that grows by one at a time without being copied each time: a large frozen part and a short recent one.
 * Values are never changed, so that every earlier state of a conversation stays true.
 */
export interface IdSet {
  readonly settled: ReadonlySet<string>;
  readonly recent: readonly string[];
}

const RECENT_MAX = 128;

export const emptyIds: IdSet = { settled: new Set(), recent: [] };

export function hasId({ settled, recent }: IdSet, id: string): boolean {
  return recent.includes(id) || settled.has(id);
}

export function addId({ settled, recent }: IdSet, id: string): IdSet {
  if (recent.length < RECENT_MAX) return { settled, recent: [...recent, id] };
  return { settled: new Set([...settled, ...recent]), recent: [id] };
}
