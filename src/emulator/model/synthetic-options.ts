import type { AgentFailure } from './agent-failure.ts';
import type { VariantId } from './origin.ts';

/** Options for synthetic conversations. The same options always give the same conversations. */
export interface SyntheticConversations {
  /** From 1 to 1,000,000. */
  readonly count: number;
  /** An unsigned 32-bit integer; default 1. */
  readonly seed?: number;
  /**
   * The time range that contains all of them, in milliseconds; default: the week before now. Future conversations begin
   * and end in their time, while the platform runs.
   */
  readonly from?: number;
  readonly to?: number;
  /**
   * Weight of each hour of a week, in UTC: 168 numbers above 0, the first one for Monday 0:00 to 1:00. By default all
   * days are alike, and busiest around noon.
   */
  readonly hours?: readonly number[];
  /** Weights of the variants. A variant that is not named gets none. By default all weights are equal. */
  readonly variants?: Readonly<Partial<Record<VariantId, number>>>;
  /** Default: none. */
  readonly incidents?: readonly Incident[];
}

/** A change of the conversations that begin in a time range. */
export interface Incident {
  /** Milliseconds. The last moment is excluded. */
  readonly from: number;
  readonly to: number;
  /** The share of these conversations that it changes, from 0 to 1; default 1. */
  readonly share?: number;
  /** Factor by which the agent's answers take longer, from 1 to 20; default 1. */
  readonly slowdown?: number;
  /** The reason of handoffs. */
  readonly handoffReason?: string;
  /** A failure of the agent during one of its answers. */
  readonly failure?: AgentFailure;
}

/** Options with their defaults. */
export type SyntheticRange = SyntheticConversations &
  Required<Pick<SyntheticConversations, 'count' | 'seed' | 'from' | 'to'>>;

const MAX_COUNT = 1_000_000;
const MAX_SEED = 2 ** 32 - 1;
const HOURS = 168;
export const MAX_SLOWDOWN = 20;
const WEEK_MS = HOURS * 3_600_000;

const isWeight = (value: number) => Number.isFinite(value) && value > 0;

function isIncident({ from, to, share = 1, slowdown = 1 }: Incident): boolean {
  const isSlowdown = Number.isInteger(slowdown) && slowdown >= 1 && slowdown <= MAX_SLOWDOWN;
  return from < to && share >= 0 && share <= 1 && isSlowdown;
}

/** The options with their defaults. Throws for invalid numbers. */
export function withSyntheticDefaults(
  { count, seed = 1, to, from, hours, variants, incidents = [] }: SyntheticConversations,
  now: number,
): SyntheticRange {
  const end = to ?? now;
  const begin = from ?? end - WEEK_MS;
  const isWhole = [count, seed, begin, end].every(Number.isSafeInteger);
  if (!isWhole || count < 1 || count > MAX_COUNT || seed < 0 || seed > MAX_SEED || begin >= end)
    throw new Error(
      `unable to generate conversations; expected a count from 1 to ${MAX_COUNT}, a seed of 32 bits and a time from before to`,
    );
  if (hours && (hours.length !== HOURS || !hours.every(isWeight)))
    throw new Error(`unable to generate conversations; expected ${HOURS} weights of hours above 0`);
  const weights = variants && Object.values(variants);
  if (weights && (weights.length === 0 || !weights.every(isWeight)))
    throw new Error('unable to generate conversations; expected weights of variants above 0');
  if (!incidents.every(isIncident))
    throw new Error(
      `unable to generate conversations; expected incidents with from before to, a share from 0 to 1 and a whole slowdown from 1 to ${MAX_SLOWDOWN}`,
    );
  return {
    count,
    seed,
    from: begin,
    to: end,
    incidents,
    ...(hours && { hours }),
    ...(variants && { variants }),
  };
}
