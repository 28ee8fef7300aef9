import type { Clock } from '../../base/clock.ts';
import type { Store } from '../store/store.ts';

/** Whether a message may leave: now, never (it has arrived), or not yet known. */
export type Verdict = 'send' | 'drop' | 'wait';

/** Keeps the messages of one session, by client event id, from being stored twice, across all relays of a store. */
export interface Once {
  /** `send` lets one asker go ahead, whoever asks meanwhile waits. Rejects when the store is out of reach. */
  ask(id: string): Promise<Verdict>;
  /** What was allowed was not sent after all. */
  release(id: string): Promise<void>;
  /** The platform has stored it. */
  stored(id: string): Promise<void>;
  /** The way on which it was sent is gone, and it was not stored so far. */
  lost(id: string): Promise<void>;
}

/** Far above a UUID, and short enough for a key of the store. */
export const canBeKept = (id: string): boolean => /^[\w.:-]{1,100}$/.test(id);

/** As long as a sender waits for an echo before doubting the socket (spec messaging §9). */
export const IN_FLIGHT_MS = 10_000;
/** As long as the platform may still be storing what came by a socket that is gone (spec messaging §9). */
const SETTLE_MS = 2_000;

/**
 * Two marks for an id, so that no late news of one relay undoes those of another: `sent`, which lapses by itself, and
 * `stored`, which stays until `keepUntil`.
 */
export function createOnce(store: Store, clock: Clock, sessionId: string, keepUntil: number): Once {
  const sent = (id: string) => `sent:${sessionId}:${id}`;
  const stored = (id: string) => `stored:${sessionId}:${id}`;
  /** When our own claims lapse: a claim that has may be another's by now. */
  const ours = new Map<string, number>();
  const takeOurs = (id: string): boolean => {
    const until = ours.get(id) ?? 0;
    ours.delete(id);
    return until > clock.now();
  };

  return {
    async ask(id) {
      const until = clock.now() + IN_FLIGHT_MS;
      const isOurs = await store.claim(sent(id), '', until);
      // Only now: it may have been stored while the claim was on its way.
      if ((await store.get(stored(id))) !== undefined) return 'drop';
      if (!isOurs) return 'wait';
      ours.set(id, until);
      return 'send';
    },
    async release(id) {
      if (takeOurs(id)) await store.forget(sent(id));
    },
    async stored(id) {
      ours.delete(id);
      await store.put(stored(id), '', keepUntil);
    },
    async lost(id) {
      if (takeOurs(id)) await store.put(sent(id), '', clock.now() + SETTLE_MS);
    },
  };
}
