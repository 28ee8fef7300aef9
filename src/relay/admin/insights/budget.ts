import type { Clock } from '../../../base/clock.ts';
import { pause } from '../../../base/deadline.ts';

const MINUTE_MS = 60_000;

/** Delays requests beyond so many a minute. Those of one minute may accumulate for the initial backfill. */
export function createBudget(requestsPerMinute: number, clock: Clock, signal: AbortSignal) {
  const everyMs = MINUTE_MS / requestsPerMinute;
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    // The upper bound: the clock may have been ahead.
    nextAt = Math.min(Math.max(nextAt, clock.now() - MINUTE_MS), clock.now() + MINUTE_MS) + everyMs;
    const inMs = nextAt - clock.now();
    if (inMs > 0) await pause(clock, inMs, signal);
  };
}
