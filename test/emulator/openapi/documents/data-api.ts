import { agentOperations, agentParameters } from './agents.ts';
import type { Operations } from './operation.ts';
import {
  boolean,
  closedObject,
  count,
  integer,
  list,
  mapOf,
  number,
  oneOf,
  openObject,
  pathParameter,
  queryParameters,
  text,
  time,
  url,
  withDefault,
} from './schema.ts';
import { turn, values } from './turn.ts';

/** Conversations of an agent and debug chats. */

const conversationParameters = [...agentParameters, pathParameter('conversationId')];
const environment = oneOf('sandbox', 'pre-release', 'live');

const required = {
  conversationId: text,
  accountId: text,
  projectId: text,
  createdAt: time,
  startedAt: time,
  channel: text,
  fromNumber: text,
  toNumber: text,
  language: text,
  variantId: text,
  clientEnv: environment,
  totalDuration: count,
  polyaiDuration: count,
  duration: count,
  inProgress: boolean,
  handoff: boolean,
  handoffDestination: text,
  handoffReason: text,
  direction: text,
  tags: list(text),
};
const optional = {
  finishedAt: time,
  note: text,
  audioUrl: url,
  polyScore: number,
  shortSummary: text,
  deploymentId: text,
};
const summary = closedObject(required, optional);
const detail = closedObject(
  { ...required, turns: list(turn), metrics: values, functionEvents: mapOf(true) },
  optional,
);
const success = closedObject({ success: withDefault(true, boolean) });

const annotation = openObject({
  turnId: count,
  role: oneOf('user', 'agent'),
  annotationType: oneOf('missing_topic', 'wrong_transcript', 'wrong_info'),
});

const languages = { asrLangCode: text, ttsLangCode: text };
const chatTurn = closedObject({
  conversationId: text,
  userInput: text,
  response: text,
  metadata: closedObject(
    {
      state: mapOf(true),
      currentNode: text,
      nodeTrace: list(text),
      metrics: values,
      functionEvents: list({}),
    },
    {
      ...languages,
      handoffDestination: text,
      retrievedTopics: list(text),
      retrievedSources: list(text),
      citedTopic: text,
      inFlow: text,
      inStep: text,
      llmRequests: list(mapOf(true)),
      agentResponseAudioUrl: url,
    },
  ),
  conversationEnded: boolean,
  delayedResponse: boolean,
});

const CONVERSATION = '/v1/agents/{agentId}/conversations/{conversationId}';

export const dataApiPaths: Operations = {
  ...agentOperations('/v1/agents/{agentId}/conversations', {
    get: {
      id: 'listAgentConversations',
      parameters: [
        ...agentParameters,
        ...queryParameters({
          limit: withDefault(50, integer({ minimum: 1 })),
          offset: withDefault(0, count),
        }),
      ],
      answers: { 200: closedObject({ conversations: list(summary), count, limit: count, offset: count }) },
      errorStatuses: [403],
    },
  }),
  ...agentOperations(CONVERSATION, {
    get: {
      id: 'getAgentConversation',
      parameters: conversationParameters,
      answers: { 200: detail },
      errorStatuses: [403],
    },
  }),
  ...agentOperations(`${CONVERSATION}/audio`, {
    get: {
      id: 'getRecording',
      parameters: [
        ...conversationParameters,
        ...queryParameters({
          direction: withDefault('combined', oneOf('combined', 'user', 'agent')),
          redacted: withDefault(false, boolean),
        }),
      ],
      answers: { 200: 'audio/wav', 206: 'audio/wav' },
      errorStatuses: [403, 416],
    },
  }),
  ...agentOperations(`${CONVERSATION}/annotation`, {
    post: {
      id: 'addAnnotations',
      parameters: conversationParameters,
      body: openObject({ annotations: list(annotation, { minItems: 1 }) }),
      answers: { 201: success },
      errorStatuses: [403],
    },
  }),
  ...agentOperations(`${CONVERSATION}/note`, {
    post: {
      id: 'putNote',
      parameters: conversationParameters,
      body: openObject({ note: text }),
      answers: { 201: success },
      errorStatuses: [403],
    },
  }),
  ...agentOperations('/v1/agents/{agentId}/debug-chat', {
    post: {
      id: 'startDebugChat',
      parameters: agentParameters,
      body: openObject(
        { clientEnv: environment },
        {
          ...languages,
          conversationId: text,
          variantId: text,
          channel: text,
          integrationAttributes: mapOf(true),
        },
      ),
      answers: { 201: chatTurn },
      errorStatuses: [403],
    },
  }),
  ...agentOperations('/v1/agents/{agentId}/debug-chat/{conversationId}', {
    post: {
      id: 'continueDebugChat',
      parameters: conversationParameters,
      body: openObject(
        { clientEnv: environment },
        { ...languages, message: withDefault('', text), metadata: mapOf(true) },
      ),
      answers: { 200: chatTurn },
      errorStatuses: [403],
    },
  }),
};
