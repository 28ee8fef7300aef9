import type { Clock } from '../../../base/clock.ts';
import { hashOf } from '../../../base/same-secret.ts';
import type { KeyValue } from '../../store/store.ts';

/** Whether a message may be sent to the platform: yes, never (it is stored there already), or not known yet. */
export type Verdict = 'send' | 'drop' | 'wait';

export type MessageDeduplicator = ReturnType<typeof createMessageDeduplicator>;

/** True for ids that can be part of a key of the store. The limit is far above the length of a UUID. */
export const isStorableId = (id: string): boolean => /^[\w.:-]{1,100}$/.test(id);

/** As long as a client waits for an echo before it suspects the socket (M-9.5). */
export const IN_FLIGHT_MS = 10_000;
/** As long as the platform may still be storing a message of a closed socket (M-9.6). */
const SETTLE_MS = 2_000;

/**
 * Prevents that the platform stores a message of one session twice. Messages are identified by their client event id. Works
 * across all relays that share a store.
 *
 * Uses two keys for each id, so that a late write of one relay cannot undo another's: `sent`, which expires by itself, and
 * `stored`, which lasts until `keepUntil`. A session has at most 256 keys of the second kind, so neither a client nor a platform can fill
 * the store. A replaced mark does not matter: the history of each connection tells the latest hundred messages (docs/decisions/0019).
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
  /** Expiry of our own claims. After that time the claim may belong to another connection. */
  const ownClaims = new Map<string, number>();
  const removeOwnClaim = (id: string): boolean => {
    const until = ownClaims.get(id) ?? 0;
    ownClaims.delete(id);
    return until > clock.now();
  };

  return {
    /** Asks for permission to send. One caller gets `send`; others get `wait` until that is settled. Rejects when the store is unavailable. */
    async claim(id: string): Promise<Verdict> {
      const until = clock.now() + IN_FLIGHT_MS;
      const isOwn = await store.claim(sentKey(id), '', until);
      // Read after the claim: the message may have been stored in the meantime.
      if ((await store.get(storedKey(id))) === id) return 'drop';
      if (!isOwn) return 'wait';
      ownClaims.set(id, until);
      return 'send';
    },
    /** Gives a permission back: the message was not sent. */
    async release(id: string): Promise<void> {
      if (removeOwnClaim(id)) await store.delete(sentKey(id));
    },
    /** Records that the platform has stored the message. */
    async markStored(id: string): Promise<void> {
      ownClaims.delete(id);
      await store.put(storedKey(id), id, keepUntil);
    },
    /** Records that the connection on which the message was sent is gone, before the platform confirmed it. */
    async markLost(id: string): Promise<void> {
      if (removeOwnClaim(id)) await store.put(sentKey(id), '', clock.now() + SETTLE_MS);
    },
  };
}
