import type { RateLimiterAbstract } from 'rate-limiter-flexible';
// Its main file needs Node.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import type { RateLimit, RateLimiter } from './store.ts';

/**
 * Adapts the library. It rejects with a result object at an exceeded limit, and with an error when its store failed. `nameOf` hides
 * keys.
 */
export function createRateLimiter(
  limiter: RateLimiterAbstract,
  nameOf: (key: string) => string = (key) => key,
): RateLimiter {
  const consume = (key: string): Promise<RateLimiterRes> =>
    limiter.consume(nameOf(key)).catch((rejection: unknown) => {
      if (rejection instanceof RateLimiterRes) return rejection;
      throw rejection;
    });
  return {
    async count(key) {
      const { consumedPoints, msBeforeNext } = await consume(key);
      return { before: consumedPoints - 1, retryInMs: msBeforeNext };
    },
    async consume(key) {
      const { consumedPoints, msBeforeNext } = await consume(key);
      return consumedPoints > limiter.points ? msBeforeNext : undefined;
    },
  };
}

/** A counter in the memory of this relay; it uses no store. */
export const createLocalLimiter = ({ name, times, inMs }: RateLimit): RateLimiter =>
  createRateLimiter(new RateLimiterMemory({ keyPrefix: name, points: times, duration: inMs / 1_000 }));
