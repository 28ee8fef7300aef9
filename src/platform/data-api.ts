import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { agentId, flag, segment, whole } from './fields.ts';

const path = '/v1/agents/{agent_id}/conversations';
const agent = z.strictObject({ agent_id: agentId });
const conversation = agent.extend({
  conversation_id: segment.meta({
    description: 'Conversation.',
    examples: ['CAabcd1234567abcdef1250065d4fc7389'],
  }),
});
const text = z.nullish(z.string());
const number = z.nullish(z.number());
const boolean = z.nullish(z.boolean());
const object = z.looseObject({});

/** A conversation in a list of the Data API. */
export const agentConversation = z.looseObject({
  conversationId: z.string(),
  accountId: z.string(),
  projectId: z.string(),
  createdAt: text,
  startedAt: text,
  finishedAt: text,
  channel: text,
  fromNumber: text,
  toNumber: text,
  language: text,
  variantId: text,
  clientEnv: text,
  totalDuration: number,
  polyaiDuration: number,
  duration: number,
  inProgress: boolean,
  handoff: boolean,
  handoffDestination: text,
  handoffReason: text,
  direction: text,
  tags: z.nullish(z.array(z.string())),
  polyScore: number,
  shortSummary: text,
  deploymentId: text,
  note: text,
  audioUrl: text,
});

/** A conversation of the Data API with its turns. Its ids are optional: the caller knows them. */
export const agentConversationDetail = agentConversation.extend({
  conversationId: text,
  accountId: text,
  projectId: text,
  turns: z.nullish(z.array(object)),
  metrics: z.nullish(object),
  functionEvents: z.nullish(object),
});

const one = { family: 'base', path: `${path}/{conversation_id}`, params: conversation } as const;
const done = z.looseObject({ success: z.optional(z.boolean().meta({ default: true })) });

/** Conversations of an agent in the Data API. */
export const agentConversations = {
  list: {
    family: 'base',
    path,
    params: agent,
    method: 'GET',
    summary: 'A page of conversations',
    query: z.strictObject({
      limit: z.optional(whole(1).meta({ default: 50 })),
      offset: z.optional(whole(0).meta({ default: 0 })),
    }),
    status: 200,
    answer: z.looseObject({
      conversations: z.array(agentConversation),
      count: z.number().describe('Of all conversations, not of this page.'),
      limit: z.number(),
      offset: z.number(),
    }),
  },
  get: {
    ...one,
    method: 'GET',
    summary: 'One conversation with its turns',
    status: 200,
    answer: agentConversationDetail,
  },
  audio: {
    ...one,
    path: `${one.path}/audio`,
    method: 'GET',
    summary: 'The recording; callers without access to personal data always get the redacted one',
    query: z.strictObject({
      direction: z.optional(
        z
          .enum(['combined', 'user', 'agent'])
          .meta({ default: 'combined', description: 'Whose voice the recording has.' }),
      ),
      redacted: z.optional(flag.meta({ default: false, description: 'Personal data is made inaudible.' })),
    }),
    headers: z.strictObject({
      range: z.optional(
        z
          .string()
          .regex(/^bytes=(\d{1,15}-(\d{1,15})?|-\d{1,15})$/, 'must be one range of bytes')
          .meta({ examples: ['bytes=0-65535'] }),
      ),
    }),
    status: 200,
    media: 'audio/wav',
  },
  annotate: {
    ...one,
    path: `${one.path}/annotation`,
    method: 'POST',
    summary: 'Mark turns that went wrong',
    body: z.strictObject({
      annotations: z
        .array(
          z.strictObject({
            turnId: z.int().min(0).describe('Index of the turn, counted from 0.'),
            role: z.enum(['user', 'agent']),
            annotationType: z.enum(['missing_topic', 'wrong_transcript', 'wrong_info']),
          }),
        )
        .min(1)
        .max(1_000),
    }),
    status: 201,
    answer: done,
  },
  note: {
    ...one,
    path: `${one.path}/note`,
    method: 'POST',
    summary: 'Create or replace the note',
    body: z.strictObject({ note: z.string() }),
    status: 201,
    answer: done,
  },
} as const satisfies Record<string, Endpoint>;
