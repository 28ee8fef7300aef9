import type { Clock } from '../base/clock.ts';

/** What the relay keeps of a session: the token *is* the visitor upstream and cannot be had twice (spec messaging §2). */
export type SessionRecord =
  | { readonly at: 'open'; readonly accessToken: string; readonly expiresAt: number }
  /** Known to be over, so that a late visitor is told that it is rather than that it never was. */
  | { readonly at: 'over' };

/** Where sessions are kept. Answers are promises because other stores are across a network. */
export interface SessionStore {
  /** Keeps the record, in place of an older one, until `keepUntil` (milliseconds since the epoch). */
  put(sessionId: string, record: SessionRecord, keepUntil: number): Promise<void>;
  get(sessionId: string): Promise<SessionRecord | undefined>;
  forget(sessionId: string): Promise<void>;
}

/**
 * Keeps sessions in this process. At most `maxSessions`; the one longest unused goes first. What has lapsed is gone at
 * the latest when it is asked for.
 */
export function createMemoryStore(clock: Clock, maxSessions = 100_000): SessionStore {
  const kept = new Map<string, { record: SessionRecord; keepUntil: number }>();
  return {
    async put(sessionId, record, keepUntil) {
      kept.delete(sessionId);
      kept.set(sessionId, { record, keepUntil });
      for (const oldest of kept.keys()) {
        if (kept.size <= maxSessions) break;
        kept.delete(oldest);
      }
    },
    async get(sessionId) {
      const entry = kept.get(sessionId);
      if (!entry) return undefined;
      kept.delete(sessionId);
      if (entry.keepUntil <= clock.now()) return undefined;
      // A Map iterates in order of insertion: what was just used goes to its end.
      kept.set(sessionId, entry);
      return entry.record;
    },
    async forget(sessionId) {
      kept.delete(sessionId);
    },
  };
}
