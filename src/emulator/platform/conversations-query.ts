import * as z from 'zod';
import { ENVIRONMENTS, variantIdOf } from '../conversations/origin.ts';
import type { Project } from '../keys.ts';
import { countText, flagText, momentText, must, oneOf, text } from '../rest/input.ts';
import { type Rule, variantRule, withRules } from '../rest/rules.ts';
import type { Search } from '../store/conversation-search.ts';
import type { Filter } from '../store/conversations.ts';
import type { Version } from './conversation-body.ts';

type Query = Readonly<Record<string, unknown>>;
const hasMode = ({ query_type, sample }: Query) => query_type !== undefined || sample !== undefined;

/** specification, Conversations: rule 1 and the table of parameters. */
const RULES: readonly Rule[] = [
  {
    field: 'sample',
    message: 'cannot be combined with query_type',
    holds: ({ query_type, sample }) => query_type === undefined || sample === undefined,
  },
  {
    field: 'query',
    message: 'is required with query_type',
    holds: ({ query_type, query }) => query_type === undefined || query !== undefined,
  },
  {
    field: 'turn_type',
    message: 'is for query_type=transcript only',
    holds: ({ query_type, turn_type }) => turn_type === undefined || query_type === 'transcript',
  },
  variantRule,
  ...['start_time', 'end_time'].map((field) => ({
    field,
    message: 'is required with query_type and with sample',
    holds: (query: Query) => !hasMode(query) || query[field] !== undefined,
  })),
];

const named = text(1, 1_000, must('must be a string of 1 to 1000 characters'));
const channels = z
  .union([z.string(), z.array(z.string())])
  .transform((it) => (typeof it === 'string' ? [it] : it));

const fields = (limit: { readonly most: number; readonly byDefault: number }) => ({
  start_time: momentText.optional(),
  end_time: momentText.optional(),
  query_type: oneOf(['transcript', 'semantic']).optional(),
  sample: oneOf(['random']).optional(),
  query: named.optional(),
  turn_type: oneOf(['user', 'agent']).optional(),
  client_env: oneOf(ENVIRONMENTS).default('live'),
  channel: channels.optional(),
  variant_id: named.optional(),
  variant_name: named.optional(),
  in_progress: flagText.optional(),
  limit: countText(1, limit.most).default(limit.byDefault),
  offset: countText(0, Number.MAX_SAFE_INTEGER).default(0),
  include_latency: flagText.default(false),
  include_context_state: flagText.default(true),
  include_turn_metadata: flagText.default(true),
});
export const NO_CURSOR = 'is malformed, or of another query';
const cursor = { cursor: z.string(NO_CURSOR).optional() };

// spec, Limits gives two statements. Each is the one of a published endpoint: v1 says 5 and 5000, v3 says 1000 and 1000.
const V1_LIMIT = { most: 5_000, byDefault: 5 };
const V3_LIMIT = { most: 1_000, byDefault: 1_000 };
const v2 = z.strictObject({ ...fields(V3_LIMIT), ...cursor });

export type ConversationsQuery = z.output<typeof v2>;

export const conversationsQuery: Record<Version, z.ZodType<ConversationsQuery>> = {
  // Without a cursor, which is a later one's.
  v1: withRules(z.strictObject(fields(V1_LIMIT)), RULES),
  v2: withRules(v2, RULES),
  v3: withRules(v2, RULES),
};

/** What may differ from page to page; all else is the question. */
const OF_A_PAGE: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'cursor',
  'include_latency',
  'include_context_state',
  'include_turn_metadata',
]);

/** One text for the same question, in whatever order it is asked. */
export const questionOf = (project: Project, query: ConversationsQuery): string =>
  JSON.stringify([
    project,
    Object.entries(query)
      .filter(([name]) => !OF_A_PAGE.has(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

export const filterOf = (project: Project, query: ConversationsQuery): Filter => ({
  ...project,
  environment: query.client_env,
  startedFrom: query.start_time,
  startedBefore: query.end_time,
  channels: query.channel,
  variantId: variantIdOf(query.variant_id, query.variant_name),
  inProgress: query.in_progress,
});

export function searchOf(query: ConversationsQuery, seed: () => number): Search | undefined {
  const { query_type: by, query: words = '', turn_type: turnType, sample } = query;
  if (by === 'transcript') return { by, query: words, turnType };
  if (by === 'semantic') return { by, query: words };
  return sample && { by: 'sample', seed: seed() };
}
