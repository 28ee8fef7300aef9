import type { Failure } from './problem.ts';
import type { RateLimiter, Store } from './store/store.ts';

/** How often in a minute; the reasons are in docs/decisions/0018. */
const PER_MINUTE = {
  createByAddress: 10,
  createByOrigin: 600,
  resumeByAddress: 30,
  /** Asking for a session's state, and ending it. */
  sessionByAddress: 60,
  /** Each handshake takes one of the ten places that a session has at the platform (spec messaging §3). */
  handshakeBySession: 20,
};
type LimitName = keyof typeof PER_MINUTE;
export type Limits = Readonly<Record<LimitName, number>>;

/** Counts one; a failure when that was one too many. */
export async function spend(limiter: RateLimiter, key: string): Promise<Failure | undefined> {
  const retryInMs = await limiter.spend(key);
  return retryInMs === undefined ? undefined : { failed: 'too-many-requests', retryInMs };
}

export interface SessionLimits {
  /** Counts one; a failure when that was one too many. */
  spend(name: LimitName, key: string): Promise<Failure | undefined>;
}

export function createLimits(store: Store, own: Partial<Limits> = {}): SessionLimits {
  const limiters = Object.fromEntries(
    Object.entries({ ...PER_MINUTE, ...own }).map(([name, times]) => [
      name,
      store.limiter({ name, times, inMs: 60_000 }),
    ]),
  ) as Record<LimitName, RateLimiter>;
  return { spend: (name, key) => spend(limiters[name], key) };
}
