import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Store } from './store.ts';

/** The hash of the cookie that it takes; none where the session began without cookies (contract §4). */
const binding = z.string().optional();
const sessionRecord = z.discriminatedUnion('at', [
  z.object({ at: z.literal('open'), accessToken: z.string(), expiresAt: z.number(), binding }),
  /** Known to be over, so that a late visitor is told that it is rather than that it never was. */
  z.object({ at: z.literal('over'), binding }),
]);

/** What the relay keeps of a session: the token *is* the visitor upstream and cannot be had twice (spec messaging §2). */
export type SessionRecord = z.output<typeof sessionRecord>;

/** The sessions of a store. */
export interface SessionStore {
  /** Keeps the record, in place of an older one, until `keepUntil` (milliseconds since the epoch). */
  put(sessionId: string, record: SessionRecord, keepUntil: number): Promise<void>;
  /** undefined also for a record that another version wrote and this one cannot read. */
  get(sessionId: string): Promise<SessionRecord | undefined>;
  forget(sessionId: string): Promise<void>;
  /** Rejects when nothing can be kept now. */
  check(): Promise<void>;
}

/** The topic under which every relay hears the id of a session that is over or forgotten. */
export const SESSION_OVER = 'session-over';

const keyOf = (sessionId: string) => `session:${sessionId}`;

export function createSessionStore(store: Store): SessionStore {
  return {
    async put(sessionId, record, keepUntil) {
      await store.put(keyOf(sessionId), JSON.stringify(record), keepUntil);
      if (record.at === 'over') await store.publish(SESSION_OVER, sessionId);
    },
    async get(sessionId) {
      const text = await store.get(keyOf(sessionId));
      return text === undefined ? undefined : sessionRecord.safeParse(parseJson(text)).data;
    },
    check: () => store.check(),
    async forget(sessionId) {
      await store.forget(keyOf(sessionId));
      await store.publish(SESSION_OVER, sessionId);
    },
  };
}
