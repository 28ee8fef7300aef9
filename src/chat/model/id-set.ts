/**
 * Immutable set of ids that grows by one id at a time without a copy each time: a large settled part and a short recent
 * part.
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
