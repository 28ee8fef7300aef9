import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import {
  accountId,
  clientEnv,
  flag,
  moment,
  projectId,
  repeatable,
  variantFilter,
  variantRule,
  whole,
  withRules,
} from './fields.ts';

/** The platform's largest page, and the largest `limit` that Foyer accepts. */
export const MAX_PAGE = 1_000;
const MAX_LIMIT = 5_000;
const DEFAULT_LIMIT = 100;

const text = z.nullish(z.string());
const number = z.nullish(z.number());
const boolean = z.nullish(z.boolean());
const object = z.looseObject({});

const turn = z.looseObject({
  user_input: text,
  user_input_dtmf: text,
  user_input_datetime: text,
  barge_in: boolean,
  agent_response: text,
  agent_response_datetime: text,
  latency: number,
  translated_user_input: text,
  english_agent_response: text,
  intents: z.nullish(z.array(z.string())),
  entities: z.nullish(z.union([z.array(object), object])),
  is_ood: boolean,
  is_silence: boolean,
});

/** A conversation of any version. v1 can be configured to return only some fields; v1 and v2 return null for missing text. */
export const conversation = z.looseObject({
  id: z.string(),
  account_id: text,
  project_id: text,
  variant_id: text,
  variant_name: text,
  environment: text,
  started_at: text,
  channel: text,
  from_number: text,
  to_number: text,
  in_progress: boolean,
  num_turns: number,
  total_duration: number,
  polyai_duration: number,
  handoff: boolean,
  handoff_reason: text,
  handoff_destination: text,
  num_silences: number,
  num_ood: number,
  metrics: z.nullish(object),
  state: z.nullish(object),
  turns: z.nullish(z.array(turn)),
});

/** The fields of a page's envelope that lead to the next page. */
export const pageEnd = z.looseObject({ cursor: z.nullish(z.string()), next_offset: z.nullish(z.int()) });
export const conversationPage = pageEnd.extend({ conversations: z.array(conversation) });

const byOffset = (maxLimit: number) =>
  z.strictObject({
    start_time: z.optional(moment.describe('Conversations that began at this time or later.')),
    end_time: z.optional(moment.describe('Conversations that began before this time.')),
    query_type: z.optional(z.enum(['transcript', 'semantic']).describe('Search by words, or by meaning.')),
    sample: z.optional(z.enum(['random']).describe('A random sample instead of a search.')),
    query: z.optional(z.string().min(1).describe('The search text.')),
    turn_type: z.optional(z.enum(['user', 'agent']).describe('Only for transcript search.')),
    client_env: z.optional(clientEnv.meta({ default: 'live' })),
    channel: z.optional(
      repeatable.meta({
        description: 'Only conversations of these channels; may be repeated.',
        examples: [['WEBCHAT', 'VOICE-SIP']],
      }),
    ),
    ...variantFilter,
    in_progress: z.optional(
      flag.describe('Only conversations that are still going on, or only those that have ended.'),
    ),
    limit: z.prefault(whole(1, maxLimit).describe('Most conversations of the answer.'), DEFAULT_LIMIT),
    offset: z.optional(whole(0).describe('Number of conversations to leave out at the beginning.')),
    include_latency: z.optional(flag.describe('Turns have their latency. Default: false.')),
    include_context_state: z.optional(
      flag.describe('Conversations have the variables of their state. Default: true.'),
    ),
    include_turn_metadata: z.optional(
      flag.describe('Turns have intents, entities and marks. Default: true.'),
    ),
  });
const byCursor = (maxLimit: number) =>
  byOffset(maxLimit).extend({
    cursor: z.optional(z.string().min(1).describe('From the previous page; takes precedence over offset.')),
  });

type Query = Readonly<Record<string, unknown>>;
const hasMode = ({ query_type, sample }: Query) => query_type !== undefined || sample !== undefined;

/** Rules between parameters. */
const RULES = [
  {
    field: 'sample',
    message: 'cannot be combined with query_type',
    holds: ({ query_type, sample }: Query) => query_type === undefined || sample === undefined,
  },
  {
    field: 'query',
    message: 'is required with query_type',
    holds: ({ query_type, query }: Query) => query_type === undefined || query !== undefined,
  },
  {
    field: 'turn_type',
    message: 'is for query_type=transcript only',
    holds: ({ query_type, turn_type }: Query) => turn_type === undefined || query_type === 'transcript',
  },
  variantRule,
  ...['start_time', 'end_time'].map((field) => ({
    field,
    message: 'is required with query_type and with sample',
    holds: (query: Query) => !hasMode(query) || query[field] !== undefined,
  })),
];

const params = z.strictObject({ account_id: accountId, project_id: projectId });
const of = { family: 'platform', method: 'GET', params, status: 200, answer: conversationPage } as const;
/** A page with many transcripts takes long. */
const withinMs = 30_000;

/** One page of at most 1000 conversations. `walkConversations` and `streamConversations` go through several pages. */
export const conversations = {
  v1: {
    ...of,
    key: 'legacy',
    path: '/v1/{account_id}/{project_id}/conversations',
    summary: 'A page of conversations from the old pipeline, by offset only',
    query: withRules(byOffset(MAX_PAGE), RULES),
    withinMs,
  },
  v2: {
    ...of,
    key: 'legacy',
    path: '/v2/{account_id}/{project_id}/conversations',
    summary: 'A page of conversations by offset, or by cursor for projects with streaming',
    query: withRules(byCursor(MAX_PAGE), RULES),
    withinMs,
  },
  v3: {
    ...of,
    path: '/v3/{account_id}/{project_id}/conversations',
    summary: 'A page of conversations by cursor',
    query: withRules(byCursor(MAX_PAGE), RULES),
    withinMs,
  },
} as const satisfies Record<string, Endpoint>;

export type ConversationsVersion = keyof typeof conversations;

/** The queries that `streamConversations` accepts: the same with a `limit` of up to 5000. */
export const conversationsQuery = {
  v1: withRules(byOffset(MAX_LIMIT), RULES),
  v2: withRules(byCursor(MAX_LIMIT), RULES),
  v3: withRules(byCursor(MAX_LIMIT), RULES),
};

const { limit, offset, cursor, include_latency, include_context_state, include_turn_metadata, ...filters } =
  conversationsQuery.v3.shape;
/** The parameters that select conversations, for callers that read all pages. */
export const conversationFilters = withRules(z.strictObject(filters), RULES);
