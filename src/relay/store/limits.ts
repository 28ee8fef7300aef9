import type { SiteConfig } from '../config/config.ts';
import type { ConfiguredLimits } from '../config/values.ts';
import { widerNetwork } from '../http/client-address.ts';
import type { Failure } from '../http/problem.ts';
import { createLocalLimiter } from './limiter.ts';
import { answeredSessions, type CreateCount } from './proof-of-work.ts';
import type { Counters, RateLimiter } from './store.ts';

/** Requests per minute (docs/decisions/0018). */
export interface Limits extends ConfiguredLimits {
  /** Handshakes of the relay with the platform. Each uses one of the ten connections of a session (M-3.10). */
  readonly handshakeBySession: number;
  /** Tokens about the visitor. */
  readonly contextBySession: number;
  /** Read receipts. A page sends one when it is hidden. */
  readonly seenBySession: number;
  /** Requests of a polled conversation. A streamed answer takes up to ten a second. */
  readonly framesBySession: number;
  readonly framesByAddress: number;
  /** Reports of pages about their visitors' chats. */
  readonly healthByAddress: number;
  /** Messages that visitors leave. Each may become a call of the site's webhook. */
  readonly messagesByAddress: number;
  readonly messagesBySite: number;
  /** Questions for the usual wait, and waits that pages tell. */
  readonly waitsByAddress: number;
  /** Ratings of messages. Each may become a call of the site's webhook. */
  readonly messageFeedbackBySession: number;
  /** Requests to the platform for the figures over time. They wait, and are not refused. */
  readonly readsBySite: number;
}
type LimitName = Exclude<keyof Limits, 'readsBySite'>;

const FIXED = {
  handshakeBySession: 20,
  healthByAddress: 20,
  messageFeedbackBySession: 30,
  messagesByAddress: 5,
  messagesBySite: 60,
  readsBySite: 60,
  waitsByAddress: 60,
  contextBySession: 5,
  seenBySession: 12,
  framesBySession: 1_200,
  // A whole company may share an address.
  framesByAddress: 30_000,
};
/** Each relay counts these by itself, so that a flood of them does not reach a shared store (S-53). */
const LOCAL: ReadonlySet<string> = new Set(['socketsByAddress', 'framesBySession', 'framesByAddress']);

/**
 * The limit of a wider network, as a multiple of the limit of one /64 network. Most providers give a household a /56 and a business
 * a /48; with some providers many customers share one of these.
 */
const WIDER_NETWORKS = [
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const;

/** Counts one request; returns a failure above the limit. */
export async function consume(limiter: RateLimiter, key: string): Promise<Failure | undefined> {
  const retryInMs = await limiter.consume(key);
  return retryInMs === undefined ? undefined : { failed: 'too-many-requests', retryInMs };
}

export type SessionLimits = ReturnType<typeof createLimits>;

export function createLimits(
  store: Counters,
  { limits: configured, challenge }: Pick<SiteConfig, 'limits' | 'challenge'>,
  own: Partial<Limits> = {},
) {
  const { readsBySite, ...perMinute } = { ...FIXED, ...configured, ...own };
  const limitOf = (name: string, times: number) => ({ name, times, inMs: 60_000 });
  const limiters = Object.fromEntries(
    Object.entries(perMinute).map(([name, times]) => {
      const limit = limitOf(name, times);
      return [name, LOCAL.has(name) ? createLocalLimiter(limit) : store.limiter(limit)];
    }),
  ) as Record<LimitName, RateLimiter>;
  const wider = WIDER_NETWORKS.map(({ bits, factor }) => {
    const limit = limitOf(`createBy${bits}`, perMinute.createByAddress * factor);
    return { bits, times: limit.times, limiter: store.limiter(limit) };
  });
  const ofAddress = { times: perMinute.createByAddress, limiter: limiters.createByAddress };
  const answered = store.limiter(
    limitOf('answeredByOrigin', answeredSessions(challenge, perMinute.createByOrigin)),
  );
  return {
    readsBySite,
    /** Counts one request; returns a failure above the limit. */
    consume: (name: LimitName, key: string) => consume(limiters[name], key),
    /**
     * Counts the request for a new session: for the client's network, then for the wider networks around it, then for the site.
     * Stops at the first network above its limit.
     */
    async countCreate(client: string, site: string): Promise<CreateCount> {
      const networks = wider.flatMap((limit) => {
        const network = widerNetwork(client, limit.bits);
        return network === undefined ? [] : [{ ...limit, key: network }];
      });
      let count: CreateCount = { network: 0, site: 0, retryInMs: 0 };
      for (const { limiter, times, key } of [{ ...ofAddress, key: client }, ...networks]) {
        const { before, retryInMs } = await limiter.count(key);
        const network = before / times;
        if (network >= count.network) count = { ...count, network, retryInMs };
        if (network >= 1) return count;
      }
      const { before, retryInMs } = await limiters.createByOrigin.count(site);
      const share = before / perMinute.createByOrigin;
      return { ...count, site: share, retryInMs: share > count.network ? retryInMs : count.retryInMs };
    },
    /** Counts a new session after an answered challenge. Its network was counted with the challenge. */
    consumeAnswered: (site: string) => consume(answered, site),
  };
}
