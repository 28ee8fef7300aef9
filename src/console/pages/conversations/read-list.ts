import { ok, type Result } from '../../../base/result.ts';
import type { CallError } from '../../../ui/api-client.ts';
import type { Row } from '../../answers.ts';
import { earlier, latest, smaller, type Window } from './backwards.ts';

/** A page of the platform's list. */
export interface Page {
  readonly conversations: readonly Row[];
  readonly cursor: string | undefined;
}

/** Next position of the list: a cursor of the platform, or the earlier window. */
export type Rest =
  | { readonly type: 'cursor'; readonly cursor: string; readonly window: Window }
  | { readonly type: 'window'; readonly window: Window };

export interface ListPage {
  readonly rows: readonly Row[];
  /** Undefined at the end of the list. */
  readonly rest: Rest | undefined;
}

export const PAGE = 100;
/** Calls of one reading, where few of what is read are shown. */
const MAX_CALLS = 20;

const startOf = ({ startedAt }: Row) => Date.parse(startedAt ?? '') || 0;
const newestFirst = (rows: readonly Row[]) => rows.toSorted((one, other) => startOf(other) - startOf(one));

type ReadPage = (window: Window, cursor: string | undefined) => Promise<Result<Page, CallError>>;

/** First position of the list of a range. */
export const beginningOf = (range: Window, isRanked: boolean): Rest => ({
  type: 'window',
  window: isRanked ? range : latest(range),
});

/**
 * Reads the next conversations of a range, the newest first. `isRanked`: the platform's order counts, as it does in the answer to a
 * search, so the whole range is one window. `isShown`: others of the range are read and left out.
 */
export async function readOn(
  range: Window,
  rest: Rest,
  read: ReadPage,
  isRanked: boolean,
  isShown: (row: Row) => boolean = () => true,
): Promise<Result<ListPage, CallError>> {
  const rows: Row[] = [];
  let next: Rest | undefined = rest;
  for (let calls = 0; next && rows.length < PAGE && calls < MAX_CALLS; calls += 1) {
    const { window }: Rest = next;
    const page = await read(window, next.type === 'cursor' ? next.cursor : undefined);
    if (!page.ok) return rows.length > 0 ? ok({ rows, rest: next }) : page;
    const { conversations, cursor } = page.value;
    const half: Window | undefined =
      isRanked || next.type === 'cursor' || cursor === undefined ? undefined : smaller(window);
    if (half) {
      next = { type: 'window', window: half };
      continue;
    }
    rows.push(...(isRanked ? conversations : newestFirst(conversations)).filter(isShown));
    if (cursor !== undefined) next = { type: 'cursor', cursor, window };
    else {
      const before = earlier(range, window, conversations.length, PAGE);
      next = before && { type: 'window', window: before };
    }
  }
  return ok({ rows, rest: next });
}
