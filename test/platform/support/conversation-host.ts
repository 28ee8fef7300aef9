import { json, type Reply } from '../../relay/support/upstream.ts';

export interface Asked {
  readonly version: string;
  readonly limit: number;
  readonly cursor: string | null;
  readonly offset: string | null;
}

/** Paging of a project: by cursor and offset, by offset only, or by cursor only. */
export type Paging = 'both' | 'offset' | 'cursor';

/** A platform with these conversations. It answers with pages of the requested limit, at most `maxPage`. */
export function pagesOf(items: readonly unknown[], paging: Paging, maxPage = 1_000) {
  const asked: Asked[] = [];
  const reply: Reply = (response, received) => {
    const url = new URL(received.path, 'http://host');
    const of = (name: string) => url.searchParams.get(name);
    const it = {
      version: url.pathname.split('/')[1] ?? '',
      limit: Number(of('limit')),
      cursor: of('cursor'),
      offset: of('offset'),
    };
    asked.push(it);
    const from = it.cursor === null ? Number(it.offset ?? 0) : Number(it.cursor.replace('c-', ''));
    const to = Math.min(items.length, from + Math.min(it.limit, maxPage));
    const hasMore = to < items.length;
    json(200, {
      ...(paging !== 'offset' && { cursor: hasMore ? `c-${to}` : null }),
      conversations: items.slice(from, to),
      ...(hasMore && paging !== 'cursor' && { next_offset: to }),
    })(response, received);
  };
  return { asked, reply };
}

export const conversationsOf = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ id: `c${nth}`, state: { text: `"]}[{,${nth}` } }));
