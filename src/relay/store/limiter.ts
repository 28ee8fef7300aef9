import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from './store.ts';

/** The library rejects with its own record where a limit is passed, and with an error where its store failed. */
export function spendFrom(limiter: RateLimiterAbstract): RateLimiter {
  const consume = (key: string, points: number): Promise<RateLimiterRes> =>
    limiter.consume(key, points).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
  return {
    async spend(key) {
      const { consumedPoints, msBeforeNext } = await consume(key, 1);
      return consumedPoints > limiter.points ? msBeforeNext : undefined;
    },
    async waitOf(key) {
      // Not `get`: that is more than one command, and all of them have to go the same way.
      const { consumedPoints, msBeforeNext } = await consume(key, 0);
      return consumedPoints >= limiter.points ? msBeforeNext : undefined;
    },
  };
}
