import type * as z from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import type { AnswerStream } from './answer-stream.ts';
import type { CallOptions, Client } from './client.ts';
import {
  type ConversationsVersion,
  type conversation,
  conversations,
  conversationsQuery,
  MAX_PAGE,
  type pageEnd,
} from './conversations.ts';
import { type agentConversation, agentConversations } from './data-api.ts';
import type { InputOf } from './endpoint.ts';
import { fieldErrors, type PlatformError, platformError } from './errors.ts';
import { IN_WORDS } from './issue-words.ts';
import { joinPages } from './join-pages.ts';

type Query = z.output<(typeof conversationsQuery)['v3']>;
/** The versions differ only in the cursor parameter, and `readQuery` has checked that by then. */
const endpointOf = (version: ConversationsVersion) => conversations[version] as typeof conversations.v3;

export interface ConversationsInput<V extends ConversationsVersion> {
  readonly params?: { readonly [Name in 'account_id' | 'project_id']?: string | undefined };
  readonly query?: z.input<(typeof conversationsQuery)[V]>;
}

/**
 * Returns a function that makes the query for the next page of one walk; undefined after the last page. Repeated cursors and
 * offsets that do not grow are errors.
 */
export function createPager(version: ConversationsVersion) {
  const seen = new Set<string>();
  return (
    { offset, cursor, ...filters }: Query,
    end: z.output<typeof pageEnd>,
  ): Result<Query | undefined, PlatformError> => {
    if (cursor !== undefined) seen.add(cursor);
    // by cursor where there is one, with all filters unchanged.
    if (version !== 'v1' && typeof end.cursor === 'string' && end.cursor !== '') {
      return seen.has(end.cursor)
        ? err(platformError('UNEXPECTED_ANSWER'))
        : ok({ ...filters, cursor: end.cursor });
    }
    // v3 ends at a null cursor. v2 sends no cursor for projects without streaming.
    if (typeof end.next_offset !== 'number' || (version === 'v3' && end.cursor === null))
      return ok(undefined);
    if (end.next_offset <= (offset ?? 0)) return err(platformError('UNEXPECTED_ANSWER'));
    return ok({ ...filters, offset: end.next_offset });
  };
}

function readQuery(version: ConversationsVersion, query: unknown): Result<Query, PlatformError> {
  const parsed = conversationsQuery[version].safeParse(query ?? {}, IN_WORDS);
  return parsed.success
    ? ok(parsed.data)
    : err(platformError('INVALID_REQUEST', { errors: fieldErrors(parsed.error.issues) }));
}

/**
 * Yields all conversations that match a query, page by page; `limit` is the page size. One page is in memory at a time. An
 * error is yielded once, as the last item.
 */
export async function* walkConversations<V extends ConversationsVersion>(
  client: Client<'platform'>,
  version: V,
  { params = {}, query: asked }: ConversationsInput<V>,
  options?: CallOptions,
): AsyncGenerator<Result<z.output<typeof conversation>, PlatformError>, void> {
  const next = createPager(version);
  let query = readQuery(version, asked) as Result<Query | undefined, PlatformError>;
  while (query.ok && query.value) {
    const limit = Math.min(query.value.limit, MAX_PAGE);
    const page = await client.call(
      endpointOf(version),
      { params, query: { ...query.value, limit } },
      { ...options, isChecked: true },
    );
    if (!page.ok) {
      yield page;
      return;
    }
    for (const conversation of page.value.conversations) yield ok(conversation);
    query = next(query.value, page.value);
  }
  if (!query.ok) yield query;
}

/**
 * Streams up to `limit` conversations as one page, as the platform sends them. When `limit` exceeds the platform's page size,
 * several pages are joined while they arrive; `cursor` and `next_offset` come from the last page. No page is buffered.
 */
export async function streamConversations<V extends ConversationsVersion>(
  client: Client<'platform'>,
  version: V,
  { params = {}, query: asked }: ConversationsInput<V>,
  options: CallOptions = {},
): Promise<Result<AnswerStream, PlatformError>> {
  const query = readQuery(version, asked);
  if (!query.ok) return query;
  const open = (pageQuery: Query, callOptions: CallOptions) =>
    client.stream(endpointOf(version), { params, query: pageQuery }, { ...callOptions, isChecked: true });
  if (query.value.limit <= MAX_PAGE) return open(query.value, options);
  return joinPages(query.value, {
    open: (pageQuery, signal) => open(pageQuery, { signal }),
    next: createPager(version),
    ...options,
  });
}

/** Yields all conversations of an agent from the Data API; `limit` is the page size. */
export async function* walkAgentConversations(
  client: Client<'base'>,
  { params = {}, query = {} }: InputOf<typeof agentConversations.list>,
  options?: CallOptions,
): AsyncGenerator<Result<z.output<typeof agentConversation>, PlatformError>, void> {
  let offset = query.offset;
  for (;;) {
    const page = await client.call(agentConversations.list, { params, query: { ...query, offset } }, options);
    if (!page.ok) {
      yield page;
      return;
    }
    const { conversations: items, count, offset: from } = page.value;
    for (const conversation of items) yield ok(conversation);
    offset = from + items.length;
    if (items.length === 0 || offset >= count) return;
  }
}
