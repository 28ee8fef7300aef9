import * as z from 'zod';
import type { AnsweredChallenge, ResumeRequest, SessionGrant } from '../../protocol/relay.ts';
import { MAX_BITS, solve } from '../store/proof-of-work.ts';
import { ask, type ConnectionOptions } from './ask.ts';

const granted = z.object({ session_id: z.string(), access_token: z.string(), websocket_url: z.url() });
export type Granted = Pick<SessionGrant, 'session_id' | 'access_token' | 'websocket_url'>;

const challenging = z.object({
  challenge: z.object({
    salt: z.string(),
    bits: z.int().max(MAX_BITS),
    expires_at: z.int(),
    signature: z.string(),
  }),
});

/** A session for the checks. */
export interface ProbeSession {
  readonly sessionId: string;
  /** Headers of the iframe page, with the cookie of the session. */
  readonly headers: Readonly<Record<string, string>>;
}

const pathOf = ({ sessionId }: ProbeSession, action = '') =>
  `/chat/sessions/${encodeURIComponent(sessionId)}${action}`;

/** Starts a session through the proxy like the iframe page. Resolves to the reason when it cannot. */
export async function startProbe(url: URL, options: ConnectionOptions): Promise<ProbeSession | string> {
  const page = { Origin: url.origin, 'Sec-Fetch-Site': 'same-origin' };
  const config = await ask(new URL('/chat/config', url), { headers: page }, options);
  const probeCookies = typeof config === 'string' ? [] : config.cookies;
  const post = {
    method: 'POST',
    headers: { ...page, Cookie: probeCookies.join('; '), 'Content-Type': 'application/json' },
  };
  const create = (challenge?: AnsweredChallenge) =>
    ask(new URL('/chat/sessions', url), post, options, JSON.stringify({ challenge }));
  const first = await create();
  const challenged = typeof first === 'string' ? undefined : challenging.safeParse(first.body).data;
  const answer = challenged ? await create(solve(challenged.challenge)) : first;
  if (typeof answer === 'string') return answer;
  const grant = granted.safeParse(answer.body).data;
  if (!grant) return `status ${answer.status}`;
  const cookies = [...probeCookies, ...answer.cookies].join('; ');
  return { sessionId: grant.session_id, headers: { ...page, Cookie: cookies } };
}

/** Resumes the session for a ticket to the relay's socket. Resolves to the reason when there is none. */
export async function ticketOf(
  url: URL,
  session: ProbeSession,
  options: ConnectionOptions,
): Promise<Granted | string> {
  const body = JSON.stringify({ carrier: 'relay' } satisfies ResumeRequest);
  const headers = { ...session.headers, 'Content-Type': 'application/json' };
  const answer = await ask(
    new URL(pathOf(session, '/resume'), url),
    { method: 'POST', headers },
    options,
    body,
  );
  if (typeof answer === 'string') return answer;
  return granted.safeParse(answer.body).data ?? `status ${answer.status}`;
}

/** URL of a poll. */
export const pollUrl = (url: URL, session: ProbeSession, nth: number): URL =>
  new URL(pathOf(session, `/frames?connection=doctor&cursor=0&poll=${nth}`), url);

export async function endProbe(url: URL, session: ProbeSession, options: ConnectionOptions): Promise<void> {
  await ask(new URL(pathOf(session), url), { method: 'DELETE', headers: session.headers }, options);
}
