import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { agentId, clientEnv, segment } from './fields.ts';

const path = '/v1/agents/{agent_id}/debug-chat';
const agent = z.strictObject({ agent_id: agentId });
const language = z.optional(
  z
    .string()
    .min(1)
    .meta({ examples: ['en-US'] }),
);
const opaque = z.record(z.string(), z.unknown());
const object = z.looseObject({});

/** The result of one turn. */
export const debugChatTurn = z.looseObject({
  conversationId: z.string(),
  userInput: z.string(),
  response: z.string(),
  metadata: z.looseObject({
    state: z.nullish(object),
    currentNode: z.nullish(z.string()),
    nodeTrace: z.nullish(z.array(z.string())),
    metrics: z.nullish(object),
    functionEvents: z.nullish(z.array(z.unknown())),
  }),
  conversationEnded: z.boolean(),
  delayedResponse: z.boolean(),
});

/** The agent may take long to answer. */
const withinMs = 60_000;

/** Debug chat: a conversation with an agent that shows how it decides. */
export const debugChat = {
  start: {
    family: 'base',
    path,
    params: agent,
    method: 'POST',
    summary: 'Start a debug chat',
    body: z.strictObject({
      clientEnv,
      asrLangCode: language,
      ttsLangCode: language,
      conversationId: z.optional(segment.describe('If missing, the platform creates one.')),
      variantId: z.optional(z.string()),
      channel: z.optional(z.string().meta({ examples: ['chat.polyai'] })),
      integrationAttributes: z.optional(opaque),
      behavior: z.optional(
        z
          .string()
          .min(1)
          .describe(
            'Not published (R-18.5): the behaviour text that this chat follows. It does if `state.behavior_source` is `request`.',
          ),
      ),
    }),
    status: 201,
    answer: debugChatTurn,
    withinMs,
  },
  continue: {
    family: 'base',
    path: `${path}/{conversation_id}`,
    params: agent.extend({ conversation_id: segment.describe('Debug chat.') }),
    method: 'POST',
    summary: "Say something in a debug chat and get the agent's answer",
    body: z.strictObject({
      clientEnv,
      asrLangCode: language,
      ttsLangCode: language,
      message: z.optional(z.string().meta({ default: '' })),
      metadata: z.optional(opaque),
    }),
    status: 200,
    answer: debugChatTurn,
    withinMs,
  },
} as const satisfies Record<string, Endpoint>;
