import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { whole } from '../../../platform/fields.ts';
import type { Failure } from '../../http/problem.ts';
import type { CountedConversation } from '../insights/counted.ts';
import { readSum } from '../insights/history.ts';
import type { Insights } from '../insights/insights.ts';
import type { Environment } from '../insights/plan.ts';
import { type CountedRange, MAX_LISTED, readCounted } from '../insights/read-counted.ts';
import type { Rollup } from '../insights/rollup.ts';
import { alignRange } from '../insights/thinning.ts';
import { NOT_CONFIGURED, readInsightQuery } from './insights-range.ts';
import { commonestReasons } from './range-summary.ts';

const chosen = (description: string) => z.optional(z.literal('true').describe(description));

/** Filters that the platform lacks. The relay knows the conversations behind its figures. */
export const countedFields = {
  handoff: chosen('Only conversations with a handoff.'),
  handoff_reason: z.optional(
    z.string().max(200).describe('Only handoffs with this reason; empty: handoffs without a reason.'),
  ),
  handoff_reason_beyond: z.optional(
    whole(0, 50).describe(
      'Only handoffs whose reason is not among this many commonest reasons of the range.',
    ),
  ),
  silent: chosen('Only conversations with silent turns.'),
  out_of_domain: chosen('Only conversations with out-of-domain turns.'),
  slower_than: z.optional(
    whole(0).describe('Only conversations with a turn whose latency in ms exceeds this.'),
  ),
};
export type CountedQuery = z.output<z.ZodObject<typeof countedFields>>;
const NAMES = Object.keys(countedFields) as (keyof CountedQuery)[];

/** The filter of this kind in a query. */
export const countedFilterOf = (query: CountedQuery): keyof CountedQuery | undefined =>
  NAMES.find((name) => query[name] !== undefined);

/** The query for the platform, without these filters. */
export const withoutCounted = <Query extends CountedQuery>(query: Query): Omit<Query, keyof CountedQuery> => {
  const { handoff, handoff_reason, handoff_reason_beyond, silent, out_of_domain, slower_than, ...others } =
    query;
  return others;
};

const isAlone =
  (field: string, others: readonly string[]) =>
  (query: Readonly<Record<string, unknown>>): boolean =>
    query[field] === undefined || others.every((name) => query[name] === undefined);

/** `others`: further parameters that exclude these filters. */
export const countedRules = (others: readonly string[]) => [
  ...NAMES.map((field, nth) => ({
    field,
    message: 'cannot be combined with another filter by figure',
    holds: isAlone(field, NAMES.slice(0, nth)),
  })),
  ...others.map((field) => ({
    field,
    message: 'cannot be combined with a filter by figure',
    holds: isAlone(field, NAMES),
  })),
];

/** True if a list has further filters, so that it may lack some of the counted conversations. */
export const isNarrowed = (filters: Readonly<Record<string, unknown>>): boolean =>
  ['channel', 'variant_id', 'variant_name', 'in_progress'].some((name) => filters[name] !== undefined);

interface Selection {
  readonly isSelected: (conversation: CountedConversation) => boolean;
  /** The count in the rollups; undefined if they do not have it. */
  readonly total: number | undefined;
}

/** Returns the query's filter, and its count in the rollup of the range. */
function selectionOf(query: CountedQuery, { all, reasons }: Rollup): Selection {
  const { handoff_reason: reason, handoff_reason_beyond: beyond, slower_than: aboveMs } = query;
  if (query.silent)
    return { isSelected: (conversation) => conversation.isSilent, total: all.silentConversations };
  if (query.out_of_domain)
    return { isSelected: (conversation) => conversation.isOutOfDomain, total: all.outOfDomainConversations };
  if (aboveMs !== undefined)
    return { isSelected: (conversation) => conversation.slowestMs > aboveMs, total: undefined };
  if (reason !== undefined) {
    const count = reasons.named.get(reason) ?? (reasons.rest > 0 ? undefined : 0);
    return { isSelected: (conversation) => conversation.reason === reason, total: count };
  }
  const common = beyond === undefined ? [] : commonestReasons({ reasons }).named.slice(0, beyond);
  const names = new Set(common.map(([name]) => name));
  return {
    isSelected: (conversation) => conversation.reason !== undefined && !names.has(conversation.reason),
    total: common.reduce((count, [, handoffs]) => count - handoffs, all.handoffs),
  };
}

const NOTES: Readonly<Record<NonNullable<CountedRange['limit']> | 'unread', string>> = {
  unread: 'The relay has not read all conversations of this range.',
  forgotten: 'The conversations behind figures are kept for 8 days, for less in busy projects.',
  busy: 'Of busy five minutes only some conversations are kept.',
  listed: `Only the newest ${MAX_LISTED} are listed.`,
};

/** The conversations behind a figure of a range. Does not call the platform. */
export async function readCountedRange(
  insights: Insights | undefined,
  query: CountedQuery & {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly client_env: Environment;
  },
) {
  if (!insights) return err(NOT_CONFIGURED);
  const reading = await readInsightQuery(insights, query);
  if (!reading.ok) return reading;
  const { requested, known } = reading.value;
  const { windows, now } = insights;
  const range = alignRange(requested, now());
  const part = { from: Math.max(range.from, known.from), to: Math.min(range.to, known.to) };
  const { isSelected, total } = selectionOf(query, await readSum(windows, query.client_env, range, known));
  const counted = await readCounted(windows, query.client_env, part, isSelected, now());
  const { conversations, missingMs } = counted;
  // Before anything was read, the known range is empty and long ago.
  const isRead = range.from >= known.from && known.to > 0;
  const isWhole =
    total === undefined
      ? missingMs === undefined || (query.slower_than !== undefined && missingMs <= query.slower_than)
      : total <= conversations.length;
  const isComplete = isRead && isWhole;
  return ok({
    /** The newest first. */
    conversations,
    /** Their number; undefined if unknown. */
    total: isRead ? (total ?? (isComplete ? conversations.length : undefined)) : undefined,
    /** The reason why some are missing; undefined: none is. */
    note: isComplete ? undefined : NOTES[isRead ? (counted.limit ?? 'forgotten') : 'unread'],
  }) satisfies Result<unknown, Failure>;
}
