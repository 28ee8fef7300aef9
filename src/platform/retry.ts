import { retryInMs } from '../protocol/retry-after.ts';
import type { Method } from './endpoint.ts';

/** What came of an attempt that failed. */
export type Outcome =
  | { readonly at: 'answered'; readonly status: number; readonly retryAfter: string | null }
  /** No answer began. */
  | { readonly at: 'unreachable' }
  /** An answer began and did not end. */
  | { readonly at: 'broken' }
  | { readonly at: 'timeout' };

const MAX_ATTEMPTS = 3;
const FIRST_MS = 500;
/** A share of each wait is chance, so that many callers do not come back together. */
const JITTER = 0.5;
const PASSING: readonly number[] = [502, 503, 504];

/** How long to wait before the next attempt; undefined: there is none. `attempt` counts from 1. */
export function retryDelay(
  method: Method,
  outcome: Outcome,
  attempt: number,
  { now, random }: { readonly now: number; readonly random: () => number },
): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined;
  const isRead = method === 'GET';
  if (outcome.at === 'answered' && outcome.status === 429) {
    return isRead || outcome.retryAfter !== null ? retryInMs(outcome.retryAfter, now) : undefined;
  }
  // A write that got no answer, or one of these, may have been carried out.
  if (!isRead || (outcome.at === 'answered' && !PASSING.includes(outcome.status))) return undefined;
  return FIRST_MS * 2 ** (attempt - 1) * (1 - JITTER * random());
}
