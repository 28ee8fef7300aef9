import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { KeyValue, Store, Topics } from './store.ts';

/** Hash of the session's cookie; undefined for a session without one (contract §4). */
const binding = z.string().optional();
const sessionRecord = z.discriminatedUnion('status', [
  z.object({ status: z.literal('open'), accessToken: z.string(), expiresAt: z.number(), binding }),
  /** Kept for a while, so that a late request gets "ended" and not "unknown". */
  z.object({ status: z.literal('over'), binding }),
  /** A deleted session accepts only feedback. */
  z.object({ status: z.literal('deleted'), binding }),
]);

/** The stored data of a session. The token identifies the visitor at the platform and cannot be issued again (M-2.3). */
export type SessionRecord = z.output<typeof sessionRecord>;

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Topic for the ids of sessions that have ended or been deleted. */
export const SESSION_OVER = 'session-over';

const keyOf = (sessionId: string) => `session:${sessionId}`;
const seenKeyOf = (sessionId: string) => `seen:${sessionId}`;

export function createSessionStore(store: KeyValue & Topics & Pick<Store, 'check'>) {
  return {
    /** Stores a record until `keepUntil` (milliseconds since the epoch); replaces an older one. */
    async put(sessionId: string, record: SessionRecord, keepUntil: number): Promise<void> {
      await store.put(keyOf(sessionId), JSON.stringify(record), keepUntil);
      if (record.status !== 'open') await store.publish(SESSION_OVER, sessionId);
    },
    /** Returns undefined also for an unreadable record of another version. */
    async get(sessionId: string): Promise<SessionRecord | undefined> {
      const text = await store.get(keyOf(sessionId));
      return text === undefined ? undefined : sessionRecord.safeParse(parseJson(text)).data;
    },
    /** Stores the highest sequence that the visitor has seen. */
    async putSeen(sessionId: string, sequence: number, keepUntil: number): Promise<void> {
      const before = await this.seen(sessionId);
      if (sequence > before) await store.put(seenKeyOf(sessionId), String(sequence), keepUntil);
    },
    /** 0 before anything was seen. */
    seen: async (sessionId: string): Promise<number> => Number(await store.get(seenKeyOf(sessionId))) || 0,
    /** True for the first feedback about the session until `keepUntil`. */
    claimFeedback: (sessionId: string, keepUntil: number) =>
      store.claim(`feedback:${sessionId}`, '1', keepUntil),
    /** Rejects when the store cannot be written. */
    check: () => store.check(),
    async delete(sessionId: string): Promise<void> {
      await Promise.all([store.delete(keyOf(sessionId)), store.delete(seenKeyOf(sessionId))]);
      await store.publish(SESSION_OVER, sessionId);
    },
  };
}
