import type { Clock } from '../../../base/clock.ts';
import { pause } from '../../../base/deadline.ts';

/** Requests a minute, and the number that may accumulate for the initial backfill. */
const REQUESTS_PER_MINUTE = 60;
const MAX_SAVED = 60;

/** Delays requests beyond the rate. */
export function createBudget(clock: Clock, signal: AbortSignal) {
  const everyMs = 60_000 / REQUESTS_PER_MINUTE;
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    // The upper bound: the clock may have been ahead.
    nextAt = Math.min(Math.max(nextAt, clock.now() - MAX_SAVED * everyMs), clock.now() + 60_000) + everyMs;
    const inMs = nextAt - clock.now();
    if (inMs > 0) await pause(clock, inMs, signal);
  };
}
