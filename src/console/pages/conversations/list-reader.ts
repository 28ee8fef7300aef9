import { ok, type Result } from '../../../base/result.ts';
import type { CallError } from '../../../ui/api-client.ts';
import { countedPage, type Row, rowPage } from '../../answers.ts';
import type { Calls } from '../../calls.ts';
import type { Range } from '../../range.ts';
import type { Window } from './backwards.ts';
import { type Filters, queryOf } from './filters.ts';
import { ranRow, widened } from './ran.ts';
import { beginningOf, type Rest, readOn } from './read-list.ts';

/** The part of the list that was read. */
export interface List {
  readonly pages: readonly (readonly Row[])[];
  /** The range when the first page was read: the last hours move on. */
  readonly range: Range;
  readonly rest: Rest | CountedRest | undefined;
  /** The answer about the conversations of a figure, if the list shows them. */
  readonly counted?: { readonly total: number | undefined; readonly note: string | undefined };
}

/** Next position of a list of a figure's conversations. */
interface CountedRest {
  readonly type: 'counted';
  readonly cursor: string | undefined;
}

interface ReadPart {
  readonly rows: readonly Row[];
  readonly rest: List['rest'];
  readonly counted?: NonNullable<List['counted']>;
}

/** True where the order of the platform counts. */
export const isRanked = ({ search, isSample }: Filters): boolean => search !== undefined || isSample;

/** Creates the reader of the list that these filters mean. */
export function createListReader(calls: Calls, filters: Filters) {
  const readPage = (window: Window, more: object, signal?: AbortSignal) =>
    calls.call(
      'GET',
      '/conversations',
      { query: { ...queryOf(filters, window), ...more } },
      { answer: rowPage, ...(signal && { signal }) },
    );

  /** When conversations begin that may be shown. */
  const reachOf = (range: Range) => (filters.isRan ? widened(range) : range);

  /** A page of the conversations that a figure counts, from the relay. */
  async function readCounted(
    range: Range,
    cursor: string | undefined,
    signal?: AbortSignal,
  ): Promise<Result<ReadPart, CallError>> {
    const page = await calls.call(
      'GET',
      '/conversations',
      { query: { ...queryOf(filters, range), ...filters.counted?.query, cursor } },
      { answer: countedPage, ...(signal && { signal }) },
    );
    if (!page.ok) return page;
    const { conversations: rows, cursor: next, total, note } = page.value;
    const rest = next === undefined ? undefined : { type: 'counted' as const, cursor: next };
    return ok({ rows, rest, counted: { total, note } });
  }

  async function readRest(
    range: Range,
    rest: NonNullable<List['rest']>,
    signal?: AbortSignal,
  ): Promise<Result<ReadPart, CallError>> {
    if (rest.type === 'counted') return readCounted(range, rest.cursor, signal);
    const isShown = (row: Row) => !filters.isRan || ranRow(range, row);
    const read = (window: Window, cursor: string | undefined) => readPage(window, { cursor }, signal);
    return readOn(reachOf(range), rest, read, isRanked(filters), isShown);
  }

  return {
    /** Reads a page of the platform. */
    readPage,
    /** Reads on from where the list ends. */
    readRest,
    /** Reads the beginning of the list. */
    async readFirst(range: Range, signal: AbortSignal): Promise<Result<List, CallError>> {
      const rest: NonNullable<List['rest']> = filters.counted
        ? { type: 'counted', cursor: undefined }
        : beginningOf(reachOf(range), isRanked(filters));
      const page = await readRest(range, rest, signal);
      if (!page.ok) return page;
      const { rows, ...read } = page.value;
      return ok({ pages: [rows], range, ...read });
    },
  };
}
