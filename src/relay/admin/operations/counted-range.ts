import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { whole } from '../../../platform/fields.ts';
import type { Failure } from '../../problem.ts';
import type { CountedConversation } from '../insights/counted.ts';
import { readSum } from '../insights/history.ts';
import type { Insights } from '../insights/insights.ts';
import type { Environment } from '../insights/plan.ts';
import { type CountedRange, MAX_LISTED, readCounted } from '../insights/read-counted.ts';
import type { Rollup } from '../insights/rollup.ts';
import { alignRange } from '../insights/thinning.ts';
import { begin, NOT_CONFIGURED } from './insights-range.ts';
import { commonestReasons } from './range-summary.ts';

const KINDS = ['handoff', 'silent', 'out_of_domain', 'slow', 'unreadable'] as const;
const isFor =
  (kind: (typeof KINDS)[number], ...names: readonly string[]) =>
  (query: Readonly<Record<string, unknown>>) =>
    query['kind'] === kind || names.every((name) => query[name] === undefined);

/** Which figure's conversations are meant. */
export const countedFields = {
  kind: z.enum(KINDS).meta({
    description:
      'Conversations with a handoff, with silent, out-of-domain or slow turns, or that are unreadable.',
  }),
  reason: z.optional(
    z.string().meta({ description: 'Only handoffs with this reason; empty: those without one.' }),
  ),
  beyond: z.optional(
    whole(0, 50).meta({
      description: 'Only handoffs with a reason that is not among so many commonest ones of the range.',
    }),
  ),
  above_ms: z.optional(
    whole(0).meta({ description: 'Conversations with a turn whose latency is above it.' }),
  ),
};
export const COUNTED_RULES = [
  { field: 'reason', message: 'is for kind=handoff only', holds: isFor('handoff', 'reason', 'beyond') },
  {
    field: 'beyond',
    message: 'cannot be combined with reason',
    holds: ({ reason, beyond }: Readonly<Record<string, unknown>>) =>
      reason === undefined || beyond === undefined,
  },
  {
    field: 'above_ms',
    message: 'is required with kind=slow, and for it only',
    holds: ({ kind, above_ms }: Readonly<Record<string, unknown>>) =>
      (kind === 'slow') === (above_ms !== undefined),
  },
];

type Kind = z.output<z.ZodObject<typeof countedFields>>;

interface Asked {
  readonly isAsked: (it: CountedConversation) => boolean;
  /** The count of the rollups; undefined: they do not tell. */
  readonly total: number | undefined;
}

/** Reads what a query asks for in the rollup of its range. */
function askedOf({ kind, reason, beyond, above_ms: aboveMs = 0 }: Kind, { all, reasons }: Rollup): Asked {
  switch (kind) {
    case 'silent':
      return { isAsked: (it) => it.isSilent, total: all.silentConversations };
    case 'out_of_domain':
      return { isAsked: (it) => it.isOutOfDomain, total: all.outOfDomainConversations };
    case 'unreadable':
      return { isAsked: (it) => it.isUnreadable, total: all.unreadable };
    case 'slow':
      return { isAsked: (it) => it.slowestMs > aboveMs, total: undefined };
    case 'handoff': {
      if (reason !== undefined) {
        const count = reasons.named.get(reason) ?? (reasons.rest > 0 ? undefined : 0);
        return { isAsked: (it) => it.reason === reason, total: count };
      }
      const common = beyond === undefined ? [] : commonestReasons({ reasons }).named.slice(0, beyond);
      const names = new Set(common.map(([name]) => name));
      return {
        isAsked: (it) => it.reason !== undefined && !names.has(it.reason),
        total: common.reduce((count, [, handoffs]) => count - handoffs, all.handoffs),
      };
    }
  }
}

const NOTES: Readonly<Record<NonNullable<CountedRange['limit']>, string>> = {
  forgotten: 'The conversations behind figures are kept for 8 days, for less in busy projects.',
  busy: 'Of busy five minutes only some conversations are kept.',
  listed: `Only the newest ${MAX_LISTED} are listed.`,
};

/** The conversations of a range that a figure has counted. Does not call the platform. */
export async function readCountedRange(
  insights: Insights | undefined,
  query: Kind & {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly client_env: Environment;
  },
) {
  if (!insights) return err(NOT_CONFIGURED);
  const reading = await begin(insights, query);
  if (!reading.ok) return reading;
  const { asked, known, reachOf } = reading.value;
  const { windows, now } = insights;
  const range = alignRange(asked, now());
  const part = { from: Math.max(range.from, known.from), to: Math.min(range.to, known.to) };
  const { isAsked, total } = askedOf(query, await readSum(windows, query.client_env, range, known));
  const counted = await readCounted(windows, query.client_env, part, isAsked, now());
  const { conversations, missingMs, limit = 'forgotten' } = counted;
  const isComplete =
    total === undefined
      ? missingMs === undefined || (query.kind === 'slow' && missingMs <= (query.above_ms ?? 0))
      : total <= conversations.length;
  return ok({
    reach: reachOf(range),
    /** The newest first. */
    conversations,
    /** How many there are; undefined: not known. */
    total: total ?? (isComplete ? conversations.length : undefined),
    /** Why some are missing; undefined: none is. */
    note: isComplete ? undefined : NOTES[limit],
  }) satisfies Result<unknown, Failure>;
}
