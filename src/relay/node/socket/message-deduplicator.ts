import type { Clock } from '../../../base/clock.ts';
import { hashOf } from '../../../base/same-secret.ts';
import type { KeyValue } from '../../store/store.ts';

/** The decision about a message: send it, never send it (the platform has it), or wait. */
export type Verdict = 'send' | 'drop' | 'wait';

export type MessageDeduplicator = ReturnType<typeof createMessageDeduplicator>;

/** True for ids that fit into a store key. The limit is far above the length of a UUID. */
export const isStorableId = (id: string): boolean => /^[\w.:-]{1,100}$/.test(id);

/** As long as a client waits for an echo before it suspects the socket (M-9.5). */
export const IN_FLIGHT_MS = 10_000;
/** As long as the platform may still be storing a message of a closed socket (M-9.6). */
const SETTLE_MS = 2_000;

/**
 * Prevents the platform from storing a message of a session twice, across all relays that share a store. The client event id
 * identifies a message.
 *
 * Each id has two keys, so that a late write of one relay cannot undo another's: `sent` expires by itself, and `stored` lasts until
 * `keepUntil`. A session has at most 256 `stored` keys, so neither a client nor a platform can fill the store. A replaced key
 * does no harm: the history of each connection has the latest hundred messages (docs/decisions/0019).
 */
export function createMessageDeduplicator(
  store: KeyValue,
  clock: Clock,
  sessionId: string,
  keepUntil: number,
) {
  const sentKey = (id: string) => `sent:${sessionId}:${id}`;
  /** Messages share a fixed number of keys; a later message replaces an earlier one of its key. */
  const storedKey = (id: string) => `stored:${sessionId}:${hashOf(id).slice(0, 2)}`;
  /** Expiry of this connection's claims. Later the claim may belong to another connection. */
  const ownClaims = new Map<string, number>();
  const removeOwnClaim = (id: string): boolean => {
    const until = ownClaims.get(id) ?? 0;
    ownClaims.delete(id);
    return until > clock.now();
  };

  return {
    /** Requests permission to send. One caller gets `send`; others get `wait` until it is settled. Rejects if the store is unavailable. */
    async claim(id: string): Promise<Verdict> {
      const until = clock.now() + IN_FLIGHT_MS;
      const isOwn = await store.claim(sentKey(id), '', until);
      // Read after the claim: the message may have been stored in the meantime.
      if ((await store.get(storedKey(id))) === id) return 'drop';
      if (!isOwn) return 'wait';
      ownClaims.set(id, until);
      return 'send';
    },
    /** Returns a permission, because the message was not sent. */
    async release(id: string): Promise<void> {
      if (removeOwnClaim(id)) await store.delete(sentKey(id));
    },
    /** Records that the platform has stored the message. */
    async markStored(id: string): Promise<void> {
      ownClaims.delete(id);
      await store.put(storedKey(id), id, keepUntil);
    },
    /** Records that the connection closed before the platform confirmed the message. */
    async markLost(id: string): Promise<void> {
      if (removeOwnClaim(id)) await store.put(sentKey(id), '', clock.now() + SETTLE_MS);
    },
  };
}
