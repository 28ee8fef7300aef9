import * as z from 'zod';
import { readConversationRows } from '../../../platform/conversation-rows.ts';
import type { Client } from '../../../platform/index.ts';
import { platformFailure } from '../api/endpoint-operation.ts';
import { okJson } from '../api/operation.ts';
import type { CountedConversation } from '../insights/counted.ts';
import type { Insights } from '../insights/insights.ts';
import { type CountedQuery, isNarrowed, readCountedRange } from './counted-range.ts';
import { countedRows } from './exported-rows.ts';
import { iso } from './insights-range.ts';

/** Read completely before the answer, so that a failure of the platform does not break it. */
const MAX_PAGE = 100;

/** Additional members of a list that is filtered by a figure. */
export const countedMembers = {
  total: z
    .optional(z.nullable(z.int()))
    .describe('With a filter by figure: the number of conversations; null: unknown.'),
  complete: z.optional(z.boolean()).describe('With such a filter: true if the pages have all of them.'),
  note: z.optional(z.nullable(z.string())).describe('With such a filter: the reason why some are missing.'),
};

/** End of a page: the beginning of its last conversation, and its id. */
const cursorOf = ({ startedAt, id }: CountedConversation): string => `counted:${startedAt}:${id}`;

/** The conversations behind a cursor. */
function following(
  newestFirst: readonly CountedConversation[],
  cursor: string | undefined,
): readonly CountedConversation[] {
  if (cursor === undefined) return newestFirst;
  const at = newestFirst.findIndex((conversation) => cursorOf(conversation) === cursor);
  if (at !== -1) return newestFirst.slice(at + 1);
  // The relay no longer has it.
  const before = Number(/^counted:(\d{1,15}):/.exec(cursor)?.[1] ?? 0);
  return newestFirst.filter((conversation) => conversation.startedAt < before);
}

interface ListQuery extends CountedQuery {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly client_env?: 'live' | 'sandbox' | 'pre-release' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface CountedListOptions {
  readonly insights: Insights | undefined;
  readonly client: Client<'platform'>;
  readonly query: ListQuery;
  /** The query for the platform, without these filters. */
  readonly filters: Omit<Parameters<typeof readConversationRows>[1], 'cursor' | 'limit'>;
  readonly signal: AbortSignal;
}

/** A page of the conversations behind a figure, the newest first, in the platform's form. */
export async function countedList({ insights, client, query, filters, signal }: CountedListOptions) {
  const { start_time: from, end_time: to, client_env = 'live', limit = MAX_PAGE, cursor } = query;
  const counted = await readCountedRange(insights, { ...query, from, to, client_env });
  if (!counted.ok) return counted;
  const { conversations: all, total, note } = counted.value;
  const left = following(all, cursor);
  const wanted = left.slice(0, Math.min(limit, MAX_PAGE));
  const rows = countedRows(wanted, (span) =>
    readConversationRows(
      client,
      {
        ...filters,
        cursor: undefined,
        start_time: iso(span.from),
        end_time: iso(span.to),
        limit: MAX_PAGE,
      },
      { signal },
    ),
  );
  const byId = new Map<string, unknown>();
  for await (const row of rows) {
    if (!row.ok) return platformFailure(row.error);
    byId.set(row.value.conversation.id, row.value.conversation);
  }
  const last = wanted.at(-1);
  return okJson({
    conversations: wanted.flatMap(({ id }) => byId.get(id) ?? []),
    cursor: last && left.length > wanted.length ? cursorOf(last) : null,
    total: isNarrowed(filters) ? null : (total ?? null),
    complete: note === undefined,
    note: note ?? null,
  });
}
