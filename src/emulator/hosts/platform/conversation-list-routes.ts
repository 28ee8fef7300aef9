import { err, ok, type Result } from '../../../base/result.ts';
import { newSecret } from '../../access/secrets.ts';
import { type RestError, validationError } from '../../http/rest-error.ts';
import type { Project } from '../../model/project.ts';
import type { PageRequest, RankedConversation } from '../../store/conversation-table.ts';
import { jsonStreamReply } from '../rest/json-stream.ts';
import {
  findConversationsProject,
  findOlderConversationsProject,
  type Reply,
  type Route,
  type RoutePorts,
  reply,
  route,
} from '../rest/route.ts';
import { conversationBody, type Version } from './conversation-list-body.ts';
import {
  type ConversationsQuery,
  CURSOR_ISSUE,
  conversationsQuery,
  cursorScopeOf,
  filterOf,
  searchOf,
} from './conversation-list-query.ts';
import { createPageCursors, sampleSeedOf } from './page-cursor.ts';

interface PageStart extends Pick<PageRequest, 'after'> {
  /** Number of results before the page. */
  readonly offset: number;
}

const cursorError = (message: string): RestError => validationError([{ field: 'cursor', message }]);

/** Lists of conversations, oldest first. */
export function conversationListRoutes(version: Version, { store, now }: RoutePorts): readonly Route[] {
  const { conversations, handoffStates, projectSettings } = store;
  // The setting got a new name when cursors got an offset: older cursors became invalid.
  const cursors = createPageCursors(store.journal.setting('page_secret', newSecret));

  /** a cursor takes precedence over an offset. */
  function startOf({ cursor, offset }: ConversationsQuery, scope: string): Result<PageStart, RestError> {
    if (cursor === undefined) return ok({ after: { kind: 'offset', offset }, offset });
    const pageEnd = cursors.read(cursor, scope);
    if (!pageEnd) return err(cursorError(CURSOR_ISSUE));
    return ok({ after: { kind: 'result', sortKey: pageEnd.sortKey }, offset: pageEnd.nextOffset });
  }

  /** Functions that make the bodies, so that a streamed reply makes them one by one. */
  function bodiesOf(project: Project, rows: readonly RankedConversation[], include: ConversationsQuery) {
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
    route(
      'GET',
      `/${version}/:account_id/:project_id/conversations`,
      version === 'v3' ? findConversationsProject : findOlderConversationsProject,
      {
        query: conversationsQuery[version],
        run({ where: project, query }): Result<Reply, RestError> {
          const { chunkedResponses } = projectSettings.of(project);
          // the versions with a cursor.
          const hasCursor = version === 'v3' || (version === 'v2' && chunkedResponses);
          if (query.cursor !== undefined && !hasCursor)
            return err(cursorError('is there when the project has chunked responses'));
          const scope = cursorScopeOf(project, query);
          const start = startOf(query, scope);
          if (!start.ok) return start;

          const { limit } = query;
          const search = searchOf(query, () => sampleSeedOf(scope));
          // Requests one more row to know whether there is a next page.
          const found = conversations.page({
            filter: filterOf(project, query),
            search,
            after: start.value.after,
            limit: limit + 1,
          });
          const rows = found.slice(0, limit);
          const last = found.length > limit ? rows.at(-1) : undefined;
          const nextOffset = start.value.offset + rows.length;
          const pageEnd = last && { sortKey: [last.rank, last.started_at, last.seq] as const, nextOffset };
          // the offset and the cursor are present while there are more, however the page was requested.
          const more = {
            ...(pageEnd && { next_offset: nextOffset }),
            ...(hasCursor && { cursor: pageEnd ? cursors.write(pageEnd, scope) : null }),
          };
          const bodies = bodiesOf(project, rows, query);
          // versions 2 and 3 can be sent in chunks.
          return chunkedResponses && version !== 'v1'
            ? ok(jsonStreamReply('conversations', bodies, more))
            : reply({ conversations: bodies.map((body) => body()), ...more });
        },
      },
    ),
  ];
}
