import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from './store.ts';

/** The library rejects with its own record where a limit is passed, and with an error where its store failed. */
export function spendFrom(limiter: RateLimiterAbstract): RateLimiter {
  return {
    async spend(key) {
      try {
        await limiter.consume(key);
        return undefined;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return reason.msBeforeNext;
        throw reason;
      }
    },
    async waitOf(key) {
      const spent = await limiter.get(key);
      return spent && spent.consumedPoints >= limiter.points ? spent.msBeforeNext : undefined;
    },
  };
}
