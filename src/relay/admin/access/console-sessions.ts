import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import type { Clock } from '../../../base/clock.ts';
import { authenticate, fromBase64Url, randomText, toBase64Url } from '../../../base/digest.ts';
import { isSameSecret } from '../../../base/same-secret.ts';
import { ownerOf } from '../../config/admin-key.ts';
import type { RelayConfig } from '../../config/config.ts';
import { type AdminKey, SCOPES } from '../../config/values.ts';
import { cookieValue } from '../../http/cookie-value.ts';
import type { KeyValue } from '../../store/store.ts';
import type { Person } from './person.ts';

/** The source of a session's rights: an admin key, or a person whom an OpenID provider has signed in. */
export type SessionOwner =
  | { readonly kind: 'key'; readonly key: AdminKey }
  | { readonly kind: 'person'; readonly person: Person };

/** One person in one browser. */
export interface ConsoleSession {
  readonly id: string;
  readonly owner: SessionOwner;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/**
 * Sessions of the console. A session is a signed text in a cookie, so every relay can read it. The signature depends on the
 * connector token, and on the hash of the admin key or the settings of the OpenID provider. A change of these ends the session. The
 * store holds only the ends of sessions.
 */
export type ConsoleSessions = ReturnType<typeof createConsoleSessions>;

/** A long working day. */
const LIFE_MS = 12 * 3_600_000;
const ID_BYTES = 16;
/** The payload, and an HMAC-SHA256. A person's name has at most 128 characters of up to four bytes. */
const TOKEN = /^([\w-]{1,1200})\.([\w-]{43})$/;
/** Contains the address of a console page. */
const SEALED = /^([\w-]{1,2000})\.([\w-]{43})$/;

const payload = z.strictObject({
  name: z.string(),
  id: z.string(),
  at: z.int(),
  /** Only for a person. */
  scopes: z.array(z.enum(SCOPES)).optional(),
});

export function createConsoleSessions(
  configured: () => Pick<RelayConfig, 'adminKeys' | 'sites' | 'oidc'>,
  { store, clock }: { readonly store: KeyValue; readonly clock: Clock },
) {
  /** The token of the key's site, or of the first site for a key of all sites. */
  function connectorTokenOf(site: string | undefined): string {
    const { sites } = configured();
    return (sites.find(({ name }) => name === site) ?? sites[0]).connectorToken;
  }
  // Not with the hash alone: anybody who reads the hash could otherwise sign a session.
  const secretOf = ({ hash, site }: AdminKey) =>
    authenticate(connectorTokenOf(site), `console-session:${hash}`);
  const secretOfPersons = () =>
    authenticate(connectorTokenOf(undefined), `console-oidc:${JSON.stringify(configured().oidc)}`);
  const secretOfUsers = () => authenticate(connectorTokenOf(undefined), 'console-users');
  const sign = (owner: SessionOwner, text: string) =>
    toBase64Url(authenticate(owner.kind === 'key' ? secretOf(owner.key) : secretOfPersons(), text));

  const signFlow = (text: string) => toBase64Url(authenticate(secretOfPersons(), `flow:${text}`));

  const endKey = (id: string) => `console-end:${id}`;
  // Persons' names contain an @, so they differ from names of keys.
  const endAllKey = (owner: SessionOwner) =>
    `console-end-all:${owner.kind === 'key' ? ownerOf(owner.key) : owner.person.name}`;
  /** Time until which started sessions of the name have ended. */
  const endOfAll = async (owner: SessionOwner) => Number((await store.get(endAllKey(owner))) ?? 0);

  /** Checks the signature before it parses the text. */
  function ownerOfText(text: string, signature: string) {
    const isSigner = (owner: SessionOwner) => isSameSecret(signature, sign(owner, text));
    const [key] = configured().adminKeys.filter((adminKey) => isSigner({ kind: 'key', key: adminKey }));
    const anybody: SessionOwner = { kind: 'person', person: { name: '', scopes: [] } };
    const isPerson = configured().oidc !== undefined && isSigner(anybody);
    const read = key || isPerson ? payload.safeParse(parseJson(fromBase64Url(text))) : undefined;
    if (!read?.success) return undefined;
    const { name, scopes = [], ...rest } = read.data;
    const owner: SessionOwner = key ? { kind: 'key', key } : { kind: 'person', person: { name, scopes } };
    // The key may have been renamed.
    return key && name !== key.name ? undefined : { owner, ...rest };
  }

  return {
    /** Starts a session and returns its token. */
    async start(owner: SessionOwner): Promise<string> {
      // The clocks of relays may differ slightly.
      const at = Math.max(clock.now(), (await endOfAll(owner)) + 1);
      const id = randomText(ID_BYTES);
      const of = owner.kind === 'key' ? { name: owner.key.name } : owner.person;
      const text = toBase64Url(new TextEncoder().encode(JSON.stringify({ ...of, id, at })));
      return `${text}.${sign(owner, text)}`;
    },
    /** Returns undefined for a forged, expired or signed-out token, and if its key or provider is no longer configured. */
    async read(token: string): Promise<ConsoleSession | undefined> {
      const [, text, signature] = TOKEN.exec(token) ?? [];
      const signed = text && signature ? ownerOfText(text, signature) : undefined;
      if (!signed || clock.now() >= signed.at + LIFE_MS) return undefined;
      const { owner, id, at } = signed;
      const [ended, allEndedAt] = await Promise.all([store.get(endKey(id)), endOfAll(owner)]);
      return ended === undefined && at > allEndedAt ? { id, owner, startedAt: at } : undefined;
    },
    end: ({ id, startedAt }: ConsoleSession): Promise<void> =>
      store.put(endKey(id), '1', startedAt + LIFE_MS),
    /** Ends all sessions of the name. */
    async endAll({ owner, startedAt }: ConsoleSession): Promise<void> {
      const at = Math.max(clock.now(), startedAt);
      await store.put(endAllKey(owner), String(at), at + LIFE_MS);
    },
    /** The token that changes of the session must carry (S-116). */
    csrfOf: ({ id, owner }: ConsoleSession): string => sign(owner, `csrf:${id}`),
    /** The same for a person whom a proxy has signed in. */
    csrfOfUser: (name: string): string => toBase64Url(authenticate(secretOfUsers(), name)),
    /** Signs a text that a browser keeps during a sign-in at the OpenID provider. */
    seal: (text: string): string => `${text}.${signFlow(text)}`,
    /** Returns the text that `seal` signed; undefined for any other text. */
    unseal(sealed: string): string | undefined {
      const [, text = '', signature = ''] = SEALED.exec(sealed) ?? [];
      return text !== '' && isSameSecret(signature, signFlow(text)) ? text : undefined;
    },
  };
}

/** `Secure` like the visitor's cookie, also on loopback, where browsers keep it over http. */
const COOKIE = '__Host-foyer-console';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The session token in the header `Cookie`. */
export const sessionTokenIn = (cookies: string | null): string | undefined => cookieValue(COOKIE, cookies);

/** The `Set-Cookie` value of a new session. */
export const sessionCookie = (token: string): string =>
  `${COOKIE}=${token}; Max-Age=${LIFE_MS / 1_000}; ${ATTRIBUTES}`;

/** The `Set-Cookie` value that removes the cookie. */
export const NO_SESSION_COOKIE = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
