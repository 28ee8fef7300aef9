import { own } from '../base/own.ts';
import { type Remember, storageOf } from '../base/session-storage.ts';
import { attempt } from './attributes.ts';

/** Key of the storage under which this browser keeps the session of a relay (contract §3). */
export const sessionKey = (relay: string): string => `foyer:${new URL(relay).origin}`;

/** The stored session; undefined if the browser keeps nothing for this page. */
export const storedSession = (key: string, remember?: Remember): string | undefined =>
  attempt<string>((item) => (storageOf(remember) as Storage)[item], key);

/** M-3.17: ends the stored session without a panel. At once, since a page that logs out may be left. */
export function endStoredSession(relay: string, key: string, sessionId: string, remember?: Remember): void {
  delete (storageOf(remember) as Storage)[key];
  fetch(
    `${relay}/chat/sessions/${encodeURIComponent(sessionId)}`,
    own<RequestInit>({ method: 'DELETE', credentials: 'include', keepalive: true }),
  ).catch(() => {});
}
