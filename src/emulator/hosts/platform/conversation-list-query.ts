import * as z from 'zod';
import { type QueryRule, variantRule, withQueryRules } from '../../http/query-rules.ts';
import {
  booleanParameter,
  integerParameter,
  issueText,
  oneOf,
  storableText,
  timeParameter,
} from '../../http/request-input.ts';
import { ENVIRONMENTS, variantIdBy } from '../../model/origin.ts';
import type { Project } from '../../model/project.ts';
import type { Search } from '../../store/conversation-search.ts';
import type { ConversationFilter } from '../../store/conversation-table.ts';
import type { Version } from './conversation-list-body.ts';

type Query = Readonly<Record<string, unknown>>;
const hasRetrievalMode = ({ query_type, sample }: Query) => query_type !== undefined || sample !== undefined;

/** Rules between parameters. */
const QUERY_RULES: readonly QueryRule[] = [
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
    holds: (query: Query) => !hasRetrievalMode(query) || query[field] !== undefined,
  })),
];

const filterText = storableText(1, 1_000, issueText('must be a string of 1 to 1000 characters'));
const channels = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? [value] : value));

const fields = (limit: { readonly max: number; readonly byDefault: number }) => ({
  start_time: timeParameter.optional(),
  end_time: timeParameter.optional(),
  query_type: oneOf(['transcript', 'semantic']).optional(),
  sample: oneOf(['random']).optional(),
  query: filterText.optional(),
  turn_type: oneOf(['user', 'agent']).optional(),
  client_env: oneOf(ENVIRONMENTS).default('live'),
  channel: channels.optional(),
  variant_id: filterText.optional(),
  variant_name: filterText.optional(),
  in_progress: booleanParameter.optional(),
  limit: integerParameter(1, limit.max).default(limit.byDefault),
  offset: integerParameter(0, Number.MAX_SAFE_INTEGER).default(0),
  include_latency: booleanParameter.default(false),
  include_context_state: booleanParameter.default(true),
  include_turn_metadata: booleanParameter.default(true),
});
export const CURSOR_ISSUE = 'is malformed, or of another query';
const cursor = { cursor: z.string(CURSOR_ISSUE).optional() };

// each version has its own limit.
const V1_LIMIT = { max: 5_000, byDefault: 5 };
const V3_LIMIT = { max: 1_000, byDefault: 1_000 };
const v2 = z.strictObject({ ...fields(V3_LIMIT), ...cursor });

export type ConversationsQuery = z.output<typeof v2>;

export const conversationsQuery: Record<Version, z.ZodType<ConversationsQuery>> = {
  // version 1 has no cursor.
  v1: withQueryRules(z.strictObject(fields(V1_LIMIT)), QUERY_RULES),
  v2: withQueryRules(v2, QUERY_RULES),
  v3: withQueryRules(v2, QUERY_RULES),
};

/** Parameters that may differ between the pages of one list. */
const PAGE_PARAMETERS: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'cursor',
  'include_latency',
  'include_context_state',
  'include_turn_metadata',
]);

/** Identity of a list: the project and all other parameters, in a fixed order. A cursor is valid for one identity. */
export const cursorScopeOf = (project: Project, query: ConversationsQuery): string =>
  JSON.stringify([
    project,
    Object.entries(query)
      .filter(([name]) => !PAGE_PARAMETERS.has(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

export const filterOf = (project: Project, query: ConversationsQuery): ConversationFilter => ({
  ...project,
  environment: query.client_env,
  startedFrom: query.start_time,
  startedBefore: query.end_time,
  channels: query.channel,
  variantId: variantIdBy(query.variant_id, query.variant_name),
  inProgress: query.in_progress,
});

export function searchOf(query: ConversationsQuery, seed: () => number): Search | undefined {
  const { query_type: by, query: words = '', turn_type: turnType, sample } = query;
  if (by === 'transcript') return { by, query: words, turnType };
  if (by === 'semantic') return { by, query: words };
  return sample && { by: 'sample', seed: seed() };
}
