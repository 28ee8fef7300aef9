import type * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { List } from '../store/store.ts';

/** A range of time in milliseconds since the epoch; `to` does not belong to it. */
export interface TimeFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface ListPage<Entry> {
  /** The newest first. */
  readonly entries: readonly Entry[];
  /** Where the next page begins; undefined after the last one. */
  readonly cursor: string | undefined;
}

/** Entries that are read from the store at once. */
const BATCH = 500;

/** Reads up to `count` entries of a list that are in the range and wanted, from `cursor` on. Leaves out what it cannot read. */
export async function readList<Entry extends { readonly time: string }>(
  list: List,
  schema: z.ZodType<Entry>,
  isWanted: (entry: Entry) => boolean,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: TimeFilter,
  count: number,
  cursor: string | undefined,
): Promise<ListPage<Entry>> {
  const entries: Entry[] = [];
  let position = cursor;
  for (;;) {
    const batch = await list.readPage(BATCH, position);
    let isBefore = false;
    for (const it of batch) {
      position = it.position;
      const entry = schema.safeParse(parseJson(it.value)).data;
      if (!entry) continue;
      const at = Date.parse(entry.time);
      isBefore = at < from;
      if (isBefore || at >= to || !isWanted(entry)) continue;
      entries.push(entry);
      if (entries.length === count) return { entries, cursor: position };
    }
    if (batch.length < BATCH || isBefore) return { entries, cursor: undefined };
  }
}
