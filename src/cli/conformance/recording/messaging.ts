import { randomUUID } from 'node:crypto';
import type { Answer } from '../evidence/evidence.ts';
import { isWire } from '../evidence/frames.ts';
import type { Host } from './http.ts';
import type { SocketRecorder } from './sockets.ts';

export interface MessagingTarget {
  readonly url: string;
  readonly token: string;
  readonly host: string;
}

export const TOKEN_CALLS = {
  good: 'token',
  unknown: 'token-of-nobody',
  foreign: 'token-for-foreign-host',
  subdomain: 'token-for-subdomain',
  withScheme: 'token-with-scheme',
  other: 'token-of-other-visitor',
} as const;
export const SESSION_CALLS = {
  good: 'session',
  badBearer: 'session-with-bad-token',
  noBody: 'session-without-body',
} as const;
export const MAX_SOCKETS = 10;
export const crowdName = (nth: number) => `crowd-${nth}`;

/** A session with the token that opens it. */
export interface OwnSession {
  readonly id: string;
  readonly token: string;
}

const TOKEN = '/api/v1/access-token';
const SESSIONS = '/api/v1/sessions';

export function textIn(answer: Answer, name: string): string | undefined {
  const body = answer.kind === 'answered' && answer.status < 300 ? answer.body : undefined;
  const value = isWire(body) ? body[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Address of a socket (M-3.1). */
export function socketAddress(url: string, query: Readonly<Record<string, string>>): string {
  return `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/ws?${new URLSearchParams(query)}`;
}

/** Asks for tokens and sessions, also in ways that must be refused. Returns a session with its token, another session and another token. */
export async function playSessions(host: Host, { token, host: registered }: MessagingTarget) {
  const ask = (name: string, xToken: string, xHost: string) =>
    host.call(name, {
      method: 'POST',
      path: TOKEN,
      headers: { 'X-Token': xToken, 'X-Host': xHost },
      body: {},
    });
  const begin = (name: string, bearer: string, body?: unknown) =>
    host.call(name, {
      method: 'POST',
      path: SESSIONS,
      headers: { Authorization: `Bearer ${bearer}` },
      body,
    });

  const bare = registered.replace(/^https:\/\//, '');
  const access = textIn(await ask(TOKEN_CALLS.good, token, registered), 'access_token');
  if (access === undefined) return undefined;
  await ask(TOKEN_CALLS.unknown, `conformance-${randomUUID()}`, registered);
  await ask(TOKEN_CALLS.foreign, token, 'conformance.invalid');
  await ask(TOKEN_CALLS.subdomain, token, `conformance.${bare}`);
  await ask(TOKEN_CALLS.withScheme, token, `https://${bare}`);
  const other = textIn(await ask(TOKEN_CALLS.other, token, registered), 'access_token');

  const body = { streaming_enabled: true, platform: 'web' };
  const id = textIn(await begin(SESSION_CALLS.good, access, body), 'session_id');
  await begin(SESSION_CALLS.badBearer, `conformance-${randomUUID()}`, body);
  const second = textIn(await begin(SESSION_CALLS.noBody, access), 'session_id');
  return { access, other, id, second };
}

/** Tries handshakes that must be refused. */
export async function playRefusals(
  { connect }: SocketRecorder,
  url: string,
  { id, token }: OwnSession,
  other: string | undefined,
): Promise<void> {
  const attempt = async (name: string, query: Readonly<Record<string, string>>) =>
    (await connect(name, socketAddress(url, query)))?.close();
  await attempt('without-session', { access_token: token });
  await attempt('bad-token', { session_id: id, access_token: `conformance-${randomUUID()}` });
  await attempt('unknown-session', { session_id: randomUUID(), access_token: token });
  if (other !== undefined) await attempt('foreign-token', { session_id: id, access_token: other });
}

/** Opens as many sockets of a session as it may have, and one more. */
export async function playCrowd(
  { connect }: SocketRecorder,
  url: string,
  { id, token }: OwnSession,
): Promise<void> {
  const address = socketAddress(url, { session_id: id, access_token: token });
  const lines = [];
  for (let nth = 1; nth <= MAX_SOCKETS + 1; nth += 1) lines.push(await connect(crowdName(nth), address));
  for (const line of lines) line?.close();
}
