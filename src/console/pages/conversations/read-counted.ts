import { ok, type Result } from '../../../base/result.ts';
import type { CallError } from '../../../ui/api-client.ts';
import type { CountedRow, Row } from '../../answers.ts';
import type { Window } from './backwards.ts';
import type { Page } from './read-list.ts';

const SECOND_MS = 1_000;
const PARTS = 8;
const MIN_ROWS = 10;
/** Others among the wanted ones that one page may have. */
const SHARE = 4;

type ReadPage = (window: Window, limit: number) => Promise<Result<Page, CallError>>;

/**
 * Reads the rows of conversations, the newest first, whose beginnings are known. The platform lists by time: they are read as one
 * window if it has few others, else in smaller ones, down to a second.
 */
export async function readCountedRows(
  wanted: readonly CountedRow[],
  read: ReadPage,
): Promise<Result<readonly Row[], CallError>> {
  const [first, last] = [wanted[0], wanted.at(-1)];
  if (!first || !last) return ok([]);
  const window = { from: Date.parse(last.startedAt), to: Date.parse(first.startedAt) + SECOND_MS };
  const page = await read(window, Math.max(MIN_ROWS, SHARE * wanted.length));
  if (!page.ok) return page;
  if (page.value.cursor === undefined || window.to - window.from <= SECOND_MS) {
    const byId = new Map(page.value.conversations.map((it) => [it.id, it]));
    return ok(wanted.flatMap(({ id }) => byId.get(id) ?? []));
  }
  const size = Math.ceil(wanted.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, nth) => wanted.slice(nth * size, (nth + 1) * size));
  const rows: Row[] = [];
  for (const part of await Promise.all(parts.map((it) => readCountedRows(it, read)))) {
    if (!part.ok) return part;
    rows.push(...part.value);
  }
  return ok(rows);
}
