import * as z from 'zod';
import { ok } from '../../../base/result.ts';
import { ruleSentences, withRules } from '../../../platform/fields.ts';
import {
  agentConversations,
  concurrency,
  conversations,
  conversationsQuery,
  handoffState,
  streamConversations,
} from '../../../platform/index.ts';
import {
  clientOf,
  forwardStream,
  operationFactory,
  overrideFields,
  type PlatformClients,
  platformFailure,
  splitQuery,
} from '../api/endpoint-operation.ts';
import { operation } from '../api/operation.ts';
import type { Insights } from '../insights/insights.ts';
import { countedList, countedMembers } from './counted-list.ts';
import {
  type CountedQuery,
  countedFields,
  countedFilterOf,
  countedRules,
  withoutCounted,
} from './counted-range.ts';

const tag = 'Conversations';

/** v1 is unsupported since 31 August 2026; a date of RFC 9745. */
const V1_DEPRECATED = { Deprecation: `@${Date.UTC(2026, 7, 31) / 1_000}` };

const listQuery = conversationsQuery.v3.safeExtend({
  version: z
    .enum(['v3', 'v2', 'v1'])
    .default('v3')
    .describe(
      'v3 is current. v2 is for existing customers. v1 has no support since 31 August 2026; its answers have the header `Deprecation`.',
    ),
  source: z
    .enum(['conversations', 'data'])
    .default('conversations')
    .describe(
      '`data` uses the Data API. It supports only `limit`, `offset` and `agent_id`. The specification prefers it to v3 for new work; the current documentation of the platform prefers v3 (R-11.6).',
    ),
  ...overrideFields(conversations.v3),
  ...overrideFields(agentConversations.list),
  ...countedFields,
});
const withCounted = withRules(listQuery, [
  ...countedRules(['query_type', 'sample', 'account_id', 'project_id', 'agent_id', 'offset']),
  ...[
    ['version', 'v3'],
    ['source', 'conversations'],
  ].map(([field = '', only]) => ({
    field,
    message: `must be ${only} with a filter by figure`,
    holds: (query: Readonly<Record<string, unknown>>) =>
      countedFilterOf(query as CountedQuery) === undefined || query[field] === only,
  })),
]);

/** Operations of conversations, concurrency and handoff state. */
export function conversationData(clients: PlatformClients, insights: Insights | undefined) {
  const offer = operationFactory(clients);
  return [
    operation({
      id: 'listConversations',
      tag,
      summary: 'Conversations with their turns, the oldest first, or those behind a figure, the newest first',
      method: 'GET',
      path: '/conversations',
      scopes: ['read'],
      query: withCounted,
      rules: [...ruleSentences(conversationsQuery.v3), ...ruleSentences(withCounted)],
      status: 200,
      answer: conversations.v3.answer.extend(countedMembers),
      async perform({ query: { version, source, ...query }, signal }) {
        if (source === 'data') {
          const client = clientOf(clients, 'base');
          if (!client.ok) return client;
          // The client refuses unsupported filters, with an error for each.
          const input = splitQuery(agentConversations.list, withoutCounted(query));
          const page = await client.value.stream(agentConversations.list, input, { signal, isUrgent: true });
          return page.ok ? ok(forwardStream(page.value)) : platformFailure(page.error);
        }
        const client = clientOf(clients, 'platform');
        if (!client.ok) return client;
        const filters = withoutCounted(query);
        if (countedFilterOf(query))
          return countedList({ insights, client: client.value, query, filters, signal });
        const input = splitQuery(conversations.v3, filters);
        const page = await streamConversations(client.value, version, input, { signal, isUrgent: true });
        if (!page.ok) return platformFailure(page.error);
        return ok(forwardStream(page.value, version === 'v1' ? V1_DEPRECATED : {}));
      },
    }),
    offer('getConversation', tag, '/conversations/{conversation_id}', agentConversations.get),
    offer('getConversationAudio', tag, '/conversations/{conversation_id}/audio', agentConversations.audio, {
      media: agentConversations.audio.media,
      async perform({ params, query, headers, signal, seesPersonalData }) {
        const client = clientOf(clients, 'base');
        if (!client.ok) return client;
        const { conversation_id: id } = params as { readonly conversation_id: string };
        const redacted = seesPersonalData ? {} : { redacted: true };
        const input = splitQuery(agentConversations.audio, { ...query, ...redacted });
        const recording = await client.value.stream(
          agentConversations.audio,
          { ...input, params: { ...input.params, conversation_id: id }, headers },
          { signal, isChecked: true, isUrgent: true },
        );
        if (!recording.ok) return platformFailure(recording.error);
        return ok(
          forwardStream(recording.value, { 'Content-Disposition': `attachment; filename="${id}.wav"` }),
        );
      },
    }),
    offer('noteConversation', tag, '/conversations/{conversation_id}/note', agentConversations.note),
    offer('getConcurrency', tag, '/concurrency', concurrency.get),
    {
      ...offer('getHandoffState', tag, '/handoff-state', handoffState.get),
      hiddenWithoutPii: ['data'],
      answer: handoffState.get.answer.extend({
        data: z
          .nullable(handoffState.get.answer.shape.data)
          .describe('Opaque; returned unchanged. null for a key without the scope `pii`.'),
      }),
    },
  ];
}
