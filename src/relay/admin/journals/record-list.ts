import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import type { Clock } from '../../../base/clock.ts';
import { moment, whole } from '../../../platform/fields.ts';
import { LIST_POSITION, type ListBounds, type Lists } from '../../store/store.ts';

/** Fields of the query for a page of a list; `of` names its entries. */
export const pageQuery = (of: string, maxEntries: number) => ({
  start_time: z.optional(moment.describe(`Only ${of} at this time or later.`)),
  end_time: z.optional(moment.describe(`Only ${of} before this time.`)),
  limit: z.prefault(whole(1, maxEntries).describe(`Maximum number of ${of} in the answer.`), 100),
  cursor: z.optional(z.string().regex(LIST_POSITION).describe('From the previous page.')),
});

export const nextCursor = z.nullable(z.string()).describe('For the next page; null after the last one.');

export type PageQuery = z.output<z.ZodObject<ReturnType<typeof pageQuery>>>;

export interface ListPage<Entry> {
  /** The newest first. */
  readonly entries: readonly Entry[];
  /** Cursor of the next page; null after the last page. */
  readonly cursor: string | null;
}

/** Entries to read from the store at once. */
const BATCH = 500;

export interface RecordListPorts {
  readonly store: Lists;
  readonly clock: Clock;
}

/** A list of the store. Its entries contain the time of their recording. */
export function createRecordList<Entry extends { readonly time: string }>(
  schema: z.ZodType<Entry>,
  bounds: ListBounds,
  { store, clock }: RecordListPorts,
) {
  const list = store.list(bounds);
  return {
    /** Never throws: the recorded action has already happened. Metrics count failures of the store. */
    record(entry: Omit<Entry, 'time'>): void {
      const time = new Date(clock.now()).toISOString();
      list.append(JSON.stringify({ time, ...entry })).catch(() => {});
    },
    /** Reads a page of the selected entries. Skips unreadable ones. */
    async read(
      isWanted: (entry: Entry) => boolean,
      { start_time, end_time, limit, cursor }: PageQuery,
    ): Promise<ListPage<Entry>> {
      const from = start_time === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start_time);
      const to = end_time === undefined ? Number.POSITIVE_INFINITY : Date.parse(end_time);
      const entries: Entry[] = [];
      let position = cursor;
      for (;;) {
        const batch = await list.readPage(BATCH, position);
        let isBefore = false;
        for (const record of batch) {
          position = record.position;
          const entry = schema.safeParse(parseJson(record.value)).data;
          if (!entry) continue;
          const at = Date.parse(entry.time);
          isBefore = at < from;
          if (isBefore || at >= to || !isWanted(entry)) continue;
          entries.push(entry);
          if (entries.length === limit) return { entries, cursor: record.position };
        }
        if (batch.length < BATCH || isBefore) return { entries, cursor: null };
      }
    },
  };
}
