import { own } from '../base/own.ts';
import { type Remember, SESSION_ID, storageOf } from '../base/session-storage.ts';
import { attempt } from './attributes.ts';

/** Key of the storage under which this browser keeps the session of a relay (contract §3). */
export const sessionKey = (relay: string): string => `foyer:${new URL(relay).origin}`;

/** The stored session; undefined if the browser keeps no id for this page. */
export const storedSession = (key: string, remember?: Remember): string | undefined =>
  attempt((item) => storageOf(remember)?.[item].match(SESSION_ID)[0], key);

/** Removes the stored session. */
export const forgetSession = (key: string, remember?: Remember): boolean =>
  delete (storageOf(remember) as Storage)[key];

/** Calls a route of the relay's sessions, also while the page is left. Resolves to the JSON of the answer, or to undefined. */
export const callSession = (relay: string, route: string, method: 'POST' | 'DELETE'): Promise<unknown> =>
  fetch(
    `${relay}/chat/sessions/${route}`,
    own<RequestInit>({ method, credentials: 'include', keepalive: true }),
  )
    .then((response) => response.json())
    .catch(() => {});
