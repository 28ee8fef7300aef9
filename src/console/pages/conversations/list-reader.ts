import { ok, type Result } from '../../../base/result.ts';
import type { CallError } from '../../../ui/api-client.ts';
import { type CountedRow, countedAnswer, type Row, rowPage } from '../../answers.ts';
import type { Calls } from '../../calls.ts';
import type { Range } from '../../range.ts';
import type { Window } from './backwards.ts';
import { type Filters, queryOf } from './filters.ts';
import { ranRow, widened } from './ran.ts';
import { readCountedRows } from './read-counted.ts';
import { beginningOf, type Rest, readOn } from './read-list.ts';

/** What was read of the list. */
export interface List {
  readonly pages: readonly (readonly Row[])[];
  /** The range when the first page was read: the last hours move on. */
  readonly range: Range;
  readonly rest: Rest | CountedRest | undefined;
  /** The answer about the conversations of a figure, if the list shows them. */
  readonly counted?: { readonly total: number | undefined; readonly note: string | undefined };
}

/** Conversations whose rows are still to be read. */
interface CountedRest {
  readonly type: 'counted';
  readonly left: readonly CountedRow[];
}

/** Rows that are read at a time of those that a figure counts. */
const COUNTED_PAGE = 50;

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

  async function readRest(range: Range, rest: NonNullable<List['rest']>, signal?: AbortSignal) {
    if (rest.type !== 'counted') {
      const isShown = (row: Row) => !filters.isRan || ranRow(range, row);
      const read = (window: Window, cursor: string | undefined) => readPage(window, { cursor }, signal);
      return readOn(reachOf(range), rest, read, isRanked(filters), isShown);
    }
    const read = await readCountedRows(rest.left.slice(0, COUNTED_PAGE), (window, limit) =>
      readPage(window, { limit }, signal),
    );
    const left = rest.left.slice(COUNTED_PAGE);
    return read.ok
      ? ok({ rows: read.value, rest: left.length > 0 ? { type: 'counted' as const, left } : undefined })
      : read;
  }

  return {
    /** Reads a page of the platform. */
    readPage,
    /** Reads on from where the list ends. */
    readRest,
    /** Reads the beginning of the list. */
    async readFirst(range: Range, signal: AbortSignal): Promise<Result<List, CallError>> {
      let rest: NonNullable<List['rest']> = beginningOf(reachOf(range), isRanked(filters));
      let counted: List['counted'];
      if (filters.counted) {
        const { from, to } = range;
        const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
        const asked = { ...span, client_env: filters.environment, ...filters.counted.query };
        const answer = await calls.call(
          'GET',
          '/insights/conversations',
          { query: asked },
          { answer: countedAnswer, signal },
        );
        if (!answer.ok) return answer;
        counted = answer.value;
        rest = { type: 'counted', left: answer.value.conversations };
      }
      const page = await readRest(range, rest, signal);
      return page.ok
        ? ok({ pages: [page.value.rows], range, rest: page.value.rest, ...(counted && { counted }) })
        : page;
    },
  };
}
