/** Options for synthetic conversations. The same options always give the same conversations. */
export interface SyntheticConversations {
  /** From 1 to 1,000,000. */
  readonly count: number;
  /** An unsigned 32-bit integer; default 1. */
  readonly seed?: number;
  /** The time range that contains all of them, in milliseconds; default: the week before now. */
  readonly from?: number;
  readonly to?: number;
}

const MAX_COUNT = 1_000_000;
const MAX_SEED = 2 ** 32 - 1;
const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

/** The options with their defaults. Throws for invalid numbers. */
export function withSyntheticDefaults(
  { count, seed = 1, to, from }: SyntheticConversations,
  now: number,
): Required<SyntheticConversations> {
  const end = to ?? now;
  const begin = from ?? end - WEEK_MS;
  const isWhole = [count, seed, begin, end].every(Number.isSafeInteger);
  if (!isWhole || count < 1 || count > MAX_COUNT || seed < 0 || seed > MAX_SEED || begin >= end)
    throw new Error(
      `unable to generate conversations; expected a count from 1 to ${MAX_COUNT}, a seed of 32 bits and a time from before to`,
    );
  return { count, seed, from: begin, to: end };
}
