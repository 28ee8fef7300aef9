import * as z from 'zod';
import { ok } from '../../../base/result.ts';
import {
  agentConversations,
  concurrency,
  conversations,
  conversationsQuery,
  handoffState,
  streamConversations,
} from '../../../platform/index.ts';
import { operation } from '../operation.ts';
import { type Clients, clientOf, failed, overrideFields, passedOn, relayed, splitQuery } from '../relayed.ts';

const tag = 'Conversations';
const one = { tag, names: { id: 'conversation_id' } } as const;

const listQuery = conversationsQuery.v3.safeExtend({
  version: z.enum(['v3', 'v2', 'v1']).default('v3'),
  source: z.enum(['conversations', 'data']).default('conversations').meta({
    description: '`data` asks the Data API, which knows `limit`, `offset` and `agent_id` only.',
  }),
  ...overrideFields(conversations.v3),
  ...overrideFields(agentConversations.list),
});

/** What was said, where it led, and how much of it there was at a time. */
export const conversationData = (clients: Clients) => [
  operation({
    id: 'listConversations',
    tag,
    summary: 'Conversations, as the platform sends them',
    method: 'GET',
    path: '/conversations',
    scopes: ['read'],
    query: listQuery,
    status: 200,
    answer: conversations.v3.answer,
    async perform({ query: { version, source, ...query }, signal }) {
      if (source === 'data') {
        const client = clientOf(clients, 'base');
        if (!client.ok) return client;
        // Filters that it does not know come back as faults, each by its name.
        const input = splitQuery(agentConversations.list, query);
        const page = await client.value.stream(agentConversations.list, input, { signal });
        return page.ok ? ok(passedOn(page.value)) : failed(page.error);
      }
      const client = clientOf(clients, 'platform');
      if (!client.ok) return client;
      const input = splitQuery(conversations.v3, query);
      const page = await streamConversations(client.value, version, input, { signal });
      return page.ok ? ok(passedOn(page.value)) : failed(page.error);
    },
  }),
  relayed(clients, {
    ...one,
    id: 'getConversation',
    path: '/conversations/{id}',
    scopes: ['read'],
    endpoint: agentConversations.get,
  }),
  relayed(
    clients,
    {
      ...one,
      id: 'getConversationAudio',
      path: '/conversations/{id}/audio',
      scopes: ['read'],
      endpoint: agentConversations.audio,
    },
    {
      media: agentConversations.audio.media,
      async perform({ params, query, headers, signal }) {
        const client = clientOf(clients, 'base');
        if (!client.ok) return client;
        const { id } = params as { readonly id: string };
        const input = splitQuery(agentConversations.audio, query);
        const recording = await client.value.stream(
          agentConversations.audio,
          { ...input, params: { ...input.params, conversation_id: id }, headers },
          { signal },
        );
        if (!recording.ok) return failed(recording.error);
        return ok(passedOn(recording.value, { 'Content-Disposition': `attachment; filename="${id}.wav"` }));
      },
    },
  ),
  relayed(clients, {
    ...one,
    id: 'noteConversation',
    path: '/conversations/{id}/note',
    scopes: ['write'],
    endpoint: agentConversations.note,
  }),
  relayed(clients, {
    ...one,
    id: 'annotateConversation',
    path: '/conversations/{id}/annotations',
    scopes: ['write'],
    endpoint: agentConversations.annotate,
  }),
  relayed(clients, {
    id: 'getConcurrency',
    tag,
    path: '/concurrency',
    scopes: ['read'],
    endpoint: concurrency.get,
  }),
  relayed(clients, {
    id: 'getHandoffState',
    tag,
    path: '/handoff-state',
    scopes: ['read'],
    endpoint: handoffState.get,
  }),
];
