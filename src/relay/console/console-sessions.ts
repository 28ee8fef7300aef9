import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { authenticate, fromBase64Url, randomText, toBase64Url } from '../../base/digest.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import { ownerOf } from '../config/admin-key.ts';
import type { RelayConfig } from '../config/config.ts';
import type { AdminKey } from '../config/values.ts';
import { cookieValue } from '../cookie-value.ts';
import type { KeyValue } from '../store/store.ts';

/** One person at one browser, signed in with an admin key. */
export interface ConsoleSession {
  readonly id: string;
  readonly key: AdminKey;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/**
 * Sessions of the console. A session is a signed text in a cookie, so every relay can read it. It is signed with the connector token
 * and the hash of the admin key, which all relays have: it ends with either. The store holds only the ends of sessions.
 */
export type ConsoleSessions = ReturnType<typeof createConsoleSessions>;

/** A working day with its overtime. */
const LIFE_MS = 12 * 3_600_000;
const ID_BYTES = 16;
/** The payload, and an HMAC-SHA256. The longest name of a key has 64 characters. */
const TOKEN = /^([\w-]{1,400})\.([\w-]{43})$/;

const payload = z.strictObject({ name: z.string(), id: z.string(), at: z.int() });

export function createConsoleSessions(
  configured: () => Pick<RelayConfig, 'adminKeys' | 'sites'>,
  { store, clock }: { readonly store: KeyValue; readonly clock: Clock },
) {
  /** The token of the key's site; that of the first one for keys of all. */
  function connectorTokenOf(site: string | undefined): string {
    const { sites } = configured();
    return (sites.find(({ name }) => name === site) ?? sites[0]).connectorToken;
  }
  // Not with the hash alone: who reads a hash, which opens nothing, could then sign a session.
  const secretOf = ({ hash, site }: AdminKey) =>
    authenticate(connectorTokenOf(site), `console-session:${hash}`);
  const secretOfUsers = () => authenticate(connectorTokenOf(undefined), 'console-users');
  const sign = (key: AdminKey, text: string) => toBase64Url(authenticate(secretOf(key), text));

  const endKey = (id: string) => `console-end:${id}`;
  const endAllKey = (key: AdminKey) => `console-end-all:${ownerOf(key)}`;
  /** Sessions of the name that started until then have ended. */
  const endOfAll = async (key: AdminKey) => Number((await store.get(endAllKey(key))) ?? 0);

  return {
    /** Starts a session; returns its token. */
    async start(key: AdminKey): Promise<string> {
      // Relays may differ by a little in their time.
      const at = Math.max(clock.now(), (await endOfAll(key)) + 1);
      const id = randomText(ID_BYTES);
      const text = toBase64Url(new TextEncoder().encode(JSON.stringify({ name: key.name, id, at })));
      return `${text}.${sign(key, text)}`;
    },
    /** undefined for a token that is forged, expired or signed out, or whose key is no longer configured. */
    async read(token: string): Promise<ConsoleSession | undefined> {
      const [, text, signature] = TOKEN.exec(token) ?? [];
      if (text === undefined || signature === undefined) return undefined;
      const [key] = configured().adminKeys.filter((it) => isSameSecret(signature, sign(it, text)));
      // Only of a text that was signed here the form is known.
      if (!key) return undefined;
      const read = payload.safeParse(parseJson(fromBase64Url(text)));
      if (!read.success) return undefined;
      const { name, id, at } = read.data;
      // A key may have got another name since.
      if (name !== key.name || clock.now() >= at + LIFE_MS) return undefined;
      const [ended, allEndedAt] = await Promise.all([store.get(endKey(id)), endOfAll(key)]);
      return ended === undefined && at > allEndedAt ? { id, key, startedAt: at } : undefined;
    },
    end: ({ id, startedAt }: ConsoleSession): Promise<void> =>
      store.put(endKey(id), '1', startedAt + LIFE_MS),
    /** Ends all sessions of the key's name. */
    async endAll({ key, startedAt }: ConsoleSession): Promise<void> {
      const at = Math.max(clock.now(), startedAt);
      await store.put(endAllKey(key), String(at), at + LIFE_MS);
    },
    /** The token that changes of the session carry (S-116). */
    csrfOf: ({ id, key }: ConsoleSession): string => sign(key, `csrf:${id}`),
    /** The same for a person whom a proxy has signed in. */
    csrfOfUser: (name: string): string => toBase64Url(authenticate(secretOfUsers(), name)),
  };
}

/** Like the cookie of a visitor's session, it is `Secure` also on loopback, where browsers keep it over http. */
const COOKIE = '__Host-foyer-console';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The token of a session in the header `Cookie`. */
export const sessionTokenIn = (cookies: string | null): string | undefined => cookieValue(COOKIE, cookies);

/** The `Set-Cookie` value of a new session. */
export const sessionCookie = (token: string): string =>
  `${COOKIE}=${token}; Max-Age=${LIFE_MS / 1_000}; ${ATTRIBUTES}`;

/** The `Set-Cookie` value that removes the cookie. */
export const NO_SESSION_COOKIE = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
