import { retryInMs } from '../protocol/retry-after.ts';
import type { Method } from './endpoint.ts';

/** Result of a failed attempt. */
export type AttemptFailure =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  /** No answer arrived. */
  | { readonly kind: 'unreachable' }
  /** The answer was incomplete. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'timeout' };

const MAX_ATTEMPTS = 3;
const FIRST_MS = 500;
/** Random share of each wait, so that many callers do not retry at the same time. */
const JITTER = 0.5;
const TRANSIENT_STATUSES: readonly number[] = [502, 503, 504];

/** Milliseconds until the next attempt; undefined when there is none. `attempt` counts from 1. */
export function retryDelay(
  method: Method,
  failure: AttemptFailure,
  attempt: number,
  { now, random }: { readonly now: number; readonly random: () => number },
): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined;
  const isRead = method === 'GET';
  if (failure.kind === 'answered' && failure.status === 429) {
    return isRead || failure.retryAfter !== null ? retryInMs(failure.retryAfter, now) : undefined;
  }
  // The platform may have executed a write although the answer is missing or an error.
  if (!isRead || (failure.kind === 'answered' && !TRANSIENT_STATUSES.includes(failure.status)))
    return undefined;
  return FIRST_MS * 2 ** (attempt - 1) * (1 - JITTER * random());
}
