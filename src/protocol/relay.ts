import type * as z from 'zod/mini';
import { DIALECTS } from './dialect.ts';
import { amount, nonEmpty, object, oneOf, required, text } from './leaf.ts';
import { TICKET_MS } from './limits.ts';

/** What browser and relay say to each other (contract §4). */

/** Where a visitor's page runs; WebViews are reported upstream as `ios-web` and `android-web`. */
export const PLATFORMS = ['web', 'ios', 'android'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** `POST /chat/sessions`. */
export interface CreateSessionRequest {
  readonly platform?: Platform | undefined;
  /** Default true: answers arrive in chunks. */
  readonly streaming?: boolean | undefined;
  /** BCP 47. */
  readonly locale?: string | undefined;
}

/**
 * Answer of create and resume. `expires_in` is seconds; `websocket_url` carries no token. An `access_token` that lives no
 * longer than a ticket opens one socket only: for the next one the session is resumed first.
 */
export const sessionGrant = object({
  session_id: nonEmpty,
  access_token: nonEmpty,
  expires_in: amount,
  websocket_url: required('a socket address', (it) =>
    typeof it === 'string' && /^wss?:\/\//.test(it) ? it : undefined,
  ),
  dialect: oneOf(DIALECTS),
});
export type SessionGrant = z.output<typeof sessionGrant>;

/** What the relay finds when it tries a handshake that a browser saw refused. */
export const SESSION_STATES = [
  'alive',
  'expired',
  'token_mismatch',
  'too_many_connections',
  'unreachable',
] as const;
export type SessionState = (typeof SESSION_STATES)[number];
export const sessionStatus = object({ state: oneOf(SESSION_STATES) });

/** Every error of the relay: RFC 9457 with a stable `code`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string | undefined;
  /** In capitals where it says what became of a call to the platform's REST side (spec rest, Errors). */
  readonly code: ProblemCode | Uppercase<string>;
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined;
  /** Of the admin side: what the platform answered. */
  readonly upstream?: { readonly status: number; readonly error_id?: string | undefined } | undefined;
  readonly request_id: string;
}

export type ProblemCode =
  | 'origin_not_allowed'
  | 'session_unknown'
  | 'session_expired'
  | 'invalid_request'
  | 'body_too_large'
  | 'headers_too_large'
  | 'unsupported_media_type'
  | 'not_found'
  | 'method_not_allowed'
  | 'unauthorized'
  | 'forbidden'
  | 'too_many_requests'
  | 'upstream_error'
  | 'upstream_unreachable'
  | 'upstream_timeout'
  | 'configuration'
  | 'not_configured'
  | 'unavailable'
  | 'internal_error';

export const PROBLEM_TYPE = 'application/problem+json';
/** The part of a problem that the client acts on. */
export const problemCode = object({ code: text });

export const isTicket = ({ expires_in }: SessionGrant): boolean => expires_in * 1_000 <= TICKET_MS;

/** The address of a session's socket. Without a cursor, or with one that is no sequence, the whole history comes (messaging §3). */
export function socketUrl(grant: SessionGrant, cursor: number): string {
  const url = new URL(grant.websocket_url);
  url.searchParams.set('session_id', grant.session_id);
  url.searchParams.set('access_token', grant.access_token);
  if (cursor !== 0) url.searchParams.set('cursor', String(Number.isSafeInteger(cursor) ? cursor : 0));
  return url.href;
}
