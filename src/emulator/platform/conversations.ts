import { err, ok, type Result } from '../../base/result.ts';
import { type Cursors, createCursors, seedFrom } from '../conversations/cursor.ts';
import type { Project } from '../keys.ts';
import { type Fault, invalid } from '../rest/fault.ts';
import { jsonInPieces } from '../rest/json-in-pieces.ts';
import { inConversations, type Reply, type Route, reply, route } from '../rest/route.ts';
import type { Found, PageRequest } from '../store/conversations.ts';
import type { Store } from '../store/index.ts';
import { conversationBody, type Version } from './conversation-body.ts';
import {
  type ConversationsQuery,
  conversationsQuery,
  filterOf,
  NO_CURSOR,
  questionOf,
  searchOf,
} from './conversations-query.ts';

export interface ConversationsPorts {
  readonly store: Pick<Store, 'conversations' | 'handoffStates' | 'projectSettings' | 'journal'>;
  now(): number;
  newSecret(prefix: string): string;
}

interface Start extends Pick<PageRequest, 'after'> {
  /** How many come before. */
  readonly passed: number;
}

const cursorFault = (message: string): Fault => invalid([{ field: 'cursor', message }]);

/** Lists of conversations (specification, Conversations), in the order in which they began. */
export function conversationRoutes(
  version: Version,
  { store, now, newSecret }: ConversationsPorts,
): readonly Route[] {
  const { conversations, handoffStates, projectSettings } = store;
  // Cursors that were signed with the secret of an earlier name do not say how many they passed.
  const cursors: Cursors = createCursors(store.journal.setting('page_secret', () => newSecret('')));

  /** spec, Conversations, rule 2: the cursor wins over the offset. */
  function startOf({ cursor, offset }: ConversationsQuery, question: string): Result<Start, Fault> {
    if (cursor === undefined) return ok({ after: { offset }, passed: offset });
    const mark = cursors.read(cursor, question);
    return mark ? ok({ after: mark, passed: mark.passed }) : err(cursorFault(NO_CURSOR));
  }

  function bodiesOf(project: Project, rows: readonly Found[], include: ConversationsQuery) {
    const settings = projectSettings.of(project);
    const turns = conversations.turnsOf(settings.showTranscripts ? rows : []);
    const at = now();
    return rows.map((row) => () => {
      const handoffState = handoffStates.of(row);
      const ofRow = turns.get(row.seq) ?? [];
      return conversationBody(row, { version, turns: ofRow, handoffState, settings, include, now: at });
    });
  }

  return [
    route({
      method: 'GET',
      path: `/${version}/:account_id/:project_id/conversations`,
      find: inConversations,
      query: conversationsQuery[version],
      run({ where: project, query }): Result<Reply, Fault> {
        const { chunkedResponses } = projectSettings.of(project);
        // spec, Conversations, rule 4.
        const hasCursor = version === 'v3' || (version === 'v2' && chunkedResponses);
        if (query.cursor !== undefined && !hasCursor)
          return err(cursorFault('is there when the project has chunked responses'));
        const question = questionOf(project, query);
        const start = startOf(query, question);
        if (!start.ok) return start;

        const { limit } = query;
        const search = searchOf(query, () => seedFrom(question));
        // One more than is asked for says whether there are more.
        const found = conversations.page({
          filter: filterOf(project, query),
          search,
          after: start.value.after,
          limit: limit + 1,
        });
        const rows = found.slice(0, limit);
        const last = found.length > limit ? rows.at(-1) : undefined;
        const passed = start.value.passed + rows.length;
        const mark = last && { place: [last.rank, last.started_at, last.seq] as const, passed };
        // spec, Conversations: either is there as long as there are more, however the page was asked for.
        const more = {
          ...(mark && { next_offset: passed }),
          ...(hasCursor && { cursor: mark ? cursors.write(mark, question) : null }),
        };
        const bodies = bodiesOf(project, rows, query);
        // spec, Conversations, rule 5: the same shape, sent as it is made.
        return chunkedResponses && version !== 'v1'
          ? ok(jsonInPieces('conversations', bodies, more))
          : reply({ conversations: bodies.map((body) => body()), ...more });
      },
    }),
  ];
}
