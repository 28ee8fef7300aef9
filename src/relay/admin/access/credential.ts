import type { ServerConfig } from '../../config/config.ts';
import { createProxyCheck, type Peer } from '../../http/client-address.ts';
import { sessionTokenIn } from './console-sessions.ts';

/** Proof of identity of a request to the admin side. */
export type Credential =
  /** The request claims no identity, so it is no guess. */
  | { readonly kind: 'none' }
  /** The header `Authorization` has another scheme or form. */
  | { readonly kind: 'malformed' }
  /** An admin key, not checked yet. */
  | { readonly kind: 'bearer'; readonly key: string }
  /** The cookie of the console, not checked yet. */
  | { readonly kind: 'session'; readonly token: string; readonly sender: Sender }
  /** A person whom a trusted proxy has signed in. */
  | { readonly kind: 'proxied'; readonly user: string; readonly sender: Sender };

/** Origin of the page that sent a request. Browsers add cookies, and proxies add names, to requests of any page. */
export interface Sender {
  readonly isChange: boolean;
  readonly csrf: string | null;
  /** `Sec-Fetch-Site`; null if the browser omits it. */
  readonly site: string | null;
}

/** Reads the credential of a request. No other code reads identity headers. */
export type CredentialReader = (request: Request, peer: Peer) => Credential;

/** `Bearer` in any case, followed by the key (RFC 6750). */
const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

const MAX_USER = 128;
/** Control and format characters. Some of them change the writing direction of a log line. */
const INVISIBLE = /\p{C}/gu;

/** The visible part of a name; undefined if nothing remains. */
export function visibleName(text: string): string | undefined {
  const name = text.replace(INVISIBLE, '').trim();
  return name === '' ? undefined : Array.from(name).slice(0, MAX_USER).join('');
}

/** Reads the name that a proxy wrote. Two names mean that the proxy added its header to the browser's. */
function userIn(value: string | null): string | undefined {
  if (value === null || value.includes(',')) return undefined;
  // Headers are bytes; proxies write UTF-8.
  return visibleName(new TextDecoder().decode(Uint8Array.from(value, (byte) => byte.charCodeAt(0))));
}

const senderOf = ({ method, headers }: Request): Sender => ({
  isChange: method !== 'GET' && method !== 'HEAD',
  csrf: headers.get('x-csrf-token'),
  site: headers.get('sec-fetch-site'),
});

export function createCredentialReader({
  consoleUsers,
  trustedProxies,
}: Pick<ServerConfig, 'consoleUsers' | 'trustedProxies'>): CredentialReader {
  const isProxy = createProxyCheck(trustedProxies);
  return (request, peer) => {
    const { headers } = request;
    const header = headers.get('authorization');
    if (header !== null) {
      const key = BEARER.exec(header)?.[1];
      return key === undefined ? { kind: 'malformed' } : { kind: 'bearer', key };
    }
    // S-117: the header of an untrusted caller proves nothing.
    const user = consoleUsers && isProxy(peer) ? userIn(headers.get(consoleUsers.header)) : undefined;
    if (user !== undefined) return { kind: 'proxied', user, sender: senderOf(request) };
    const token = sessionTokenIn(headers.get('cookie'));
    return token === undefined ? { kind: 'none' } : { kind: 'session', token, sender: senderOf(request) };
  };
}
