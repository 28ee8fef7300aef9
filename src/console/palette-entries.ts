import { addressOfOther, type PageAddress } from './page-address.ts';
import { LAST_MS, type Last, writeRange } from './range.ts';
import { WORDS } from './words.ts';

const { palette: words } = WORDS;

/** Something that the palette opens. */
export interface Entry {
  readonly title: string;
  readonly href: string;
}

interface Place {
  readonly path: string;
  readonly title: string;
  readonly views?: readonly { readonly title: string; readonly changes: Readonly<Record<string, string>> }[];
}

/** Shorter texts are no id of a conversation. */
const MIN_ID = 6;

/**
 * Entries for a text: pages and their views, ranges for the current page, a conversation with that id, and a search for the
 * text in transcripts. Every word of the text must be in the title.
 */
export function entriesOf(
  text: string,
  {
    address,
    places,
    hasRange,
  }: { address: Pick<PageAddress, 'query' | 'with'>; places: readonly Place[]; hasRange: boolean },
): readonly Entry[] {
  const { query } = address;
  const asked = text.trim();
  const parts = asked.toLowerCase().split(/\s+/);
  const pages = places.flatMap(({ path, title, views = [] }) => [
    { title, href: addressOfOther(path, query) },
    ...views.map((view) => ({
      title: words.view(title, view.title),
      href: addressOfOther(path, query, view.changes),
    })),
  ]);
  const ranges = (Object.keys(LAST_MS) as Last[]).map((last) => ({
    title: WORDS.ranges[last],
    href: address.with(writeRange(last)),
  }));
  const known = [...pages, ...(hasRange ? ranges : [])].filter(({ title }) =>
    parts.every((part) => title.toLowerCase().includes(part)),
  );
  const conversations = '/console/conversations';
  if (asked === '' || !places.some((place) => place.path === conversations)) return known;
  return [
    ...known,
    ...(asked.length >= MIN_ID && !/\s/.test(asked)
      ? [{ title: words.conversation(asked), href: addressOfOther(conversations, query, { open: asked }) }]
      : []),
    { title: words.search(asked), href: addressOfOther(conversations, query, { q: asked }) },
  ];
}
