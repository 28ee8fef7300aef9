import { inAgent, ofAgents } from './agents.ts';
import type { Operations } from './operation.ts';
import {
  byDefault,
  count,
  flag,
  inPath,
  inQuery,
  integer,
  list,
  mapOf,
  moment,
  number,
  oneOf,
  only,
  open,
  text,
  url,
} from './schema.ts';
import { turn, values } from './turn.ts';

/** Conversations of an agent and debug chats (specification, Data API). */

const inConversation = [...inAgent, inPath('conversationId')];
const environment = oneOf('sandbox', 'pre-release', 'live');

const known = {
  conversationId: text,
  accountId: text,
  projectId: text,
  createdAt: moment,
  startedAt: moment,
  channel: text,
  fromNumber: text,
  toNumber: text,
  language: text,
  variantId: text,
  clientEnv: environment,
  totalDuration: count,
  polyaiDuration: count,
  duration: count,
  inProgress: flag,
  handoff: flag,
  handoffDestination: text,
  handoffReason: text,
  direction: text,
  tags: list(text),
};
const perhaps = {
  finishedAt: moment,
  note: text,
  audioUrl: url,
  polyScore: number,
  shortSummary: text,
  deploymentId: text,
};
const summary = only(known, perhaps);
const detail = only({ ...known, turns: list(turn), metrics: values, functionEvents: mapOf(true) }, perhaps);
const success = only({ success: byDefault(true, flag) });

const annotation = open({
  turnId: count,
  role: oneOf('user', 'agent'),
  annotationType: oneOf('missing_topic', 'wrong_transcript', 'wrong_info'),
});

const languages = { asrLangCode: text, ttsLangCode: text };
const chatTurn = only({
  conversationId: text,
  userInput: text,
  response: text,
  metadata: only(
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
  conversationEnded: flag,
  delayedResponse: flag,
});

const CONVERSATION = '/v1/agents/{agentId}/conversations/{conversationId}';

export const dataApiPaths: Operations = {
  ...ofAgents('/v1/agents/{agentId}/conversations', {
    get: {
      id: 'listAgentConversations',
      parameters: [
        ...inAgent,
        ...inQuery({
          limit: byDefault(50, integer({ minimum: 1 })),
          offset: byDefault(0, count),
        }),
      ],
      answers: { 200: only({ conversations: list(summary), count, limit: count, offset: count }) },
      refusals: [403],
    },
  }),
  ...ofAgents(CONVERSATION, {
    get: {
      id: 'getAgentConversation',
      parameters: inConversation,
      answers: { 200: detail },
      refusals: [403],
    },
  }),
  ...ofAgents(`${CONVERSATION}/audio`, {
    get: {
      id: 'getRecording',
      parameters: [
        ...inConversation,
        ...inQuery({
          direction: byDefault('combined', oneOf('combined', 'user', 'agent')),
          redacted: byDefault(false, flag),
        }),
      ],
      answers: { 200: 'audio/wav', 206: 'audio/wav' },
      refusals: [403, 416],
    },
  }),
  ...ofAgents(`${CONVERSATION}/annotation`, {
    post: {
      id: 'addAnnotations',
      parameters: inConversation,
      body: open({ annotations: list(annotation, { minItems: 1 }) }),
      answers: { 201: success },
      refusals: [403],
    },
  }),
  ...ofAgents(`${CONVERSATION}/note`, {
    post: {
      id: 'putNote',
      parameters: inConversation,
      body: open({ note: text }),
      answers: { 201: success },
      refusals: [403],
    },
  }),
  ...ofAgents('/v1/agents/{agentId}/debug-chat', {
    post: {
      id: 'startDebugChat',
      parameters: inAgent,
      body: open(
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
      refusals: [403],
    },
  }),
  ...ofAgents('/v1/agents/{agentId}/debug-chat/{conversationId}', {
    post: {
      id: 'continueDebugChat',
      parameters: inConversation,
      body: open(
        { clientEnv: environment },
        { ...languages, message: byDefault('', text), metadata: mapOf(true) },
      ),
      answers: { 200: chatTurn },
      refusals: [403],
    },
  }),
};
