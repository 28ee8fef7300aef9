import { useLocation } from 'preact-iso/router';

/** The address of the page. It holds the range, the filters and the open conversation. */
export interface PageAddress {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The address of this page with other parameters. `null` removes one. */
  with(changes: Changes): string;
  /** Goes there. A change of what is typed replaces the entry of the history. */
  change(changes: Changes, how?: 'push' | 'replace'): void;
  go(address: string): void;
  /** The address of another page, with the range and the zone of this one. */
  other(path: string, changes?: Changes): string;
  /** The address of the list of conversations with these filters. */
  rowsWith(changes: Changes): string;
}

export type Changes = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** Parameters that lead from one page to the next. */
const KEPT = ['site', 'range', 'from', 'to', 'zone'];

export function withChanges(query: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const item of [value ?? []].flat()) next.append(name, item);
  }
  return next;
}

export const addressOfPage = (path: string, query: URLSearchParams): string =>
  query.size > 0 ? `${path}?${query}` : path;

/** The address of another page, with the range and the zone of this one. */
export function addressOfOther(path: string, query: URLSearchParams, changes: Changes = {}): string {
  const kept = new URLSearchParams([...query].filter(([name]) => KEPT.includes(name)));
  return addressOfPage(path, withChanges(kept, changes));
}

export function usePageAddress(): PageAddress {
  const { url, path, route } = useLocation();
  const query = new URL(url, location.origin).searchParams;
  const of = (changes: Changes) => addressOfPage(path, withChanges(query, changes));
  const other = (path: string, changes?: Changes) => addressOfOther(path, query, changes);
  return {
    path,
    query,
    with: of,
    change: (changes, how = 'push') => route(of(changes), how === 'replace'),
    go: (address) => route(address),
    other,
    rowsWith: (changes) => other('/console/conversations', changes),
  };
}
