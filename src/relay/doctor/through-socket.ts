import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { type AnsweredChallenge, type SessionGrant, socketUrl } from '../../protocol/relay.ts';
import type { ServerConfig } from '../config/config.ts';
import { MAX_BITS, solve } from '../store/proof-of-work.ts';
import { ask, type ConnectionOptions, headOf, reasonOf } from './ask.ts';
import { type Finding, right, unchecked, wrong } from './finding.ts';

const SOCKETS = 'proxy: sockets';
const SILENCE = 'proxy: silence';

const created = z.object({ session_id: z.string(), access_token: z.string(), websocket_url: z.url() });
type Created = Pick<SessionGrant, 'session_id' | 'access_token' | 'websocket_url'>;

const challenging = z.object({
  challenge: z.object({
    salt: z.string(),
    bits: z.int().max(MAX_BITS),
    expires_at: z.int(),
    signature: z.string(),
  }),
});

type Opening =
  | { readonly kind: 'opened'; readonly socket: WebSocket }
  | { readonly kind: 'answered'; readonly answer: IncomingMessage }
  | { readonly kind: 'failed'; readonly reason: string };

function openSocket(
  grant: Created,
  headers: Readonly<Record<string, string>>,
  options: ConnectionOptions,
): Promise<Opening> {
  return new Promise((resolve) => {
    const socket = new WebSocket(socketUrl(grant, 0), { ...options, headers, followRedirects: false });
    socket.on('open', () => resolve({ kind: 'opened', socket }));
    socket.on('unexpected-response', (request, answer) => {
      resolve({ kind: 'answered', answer });
      request.destroy();
    });
    // 'close' follows an error, also on an open socket.
    socket.on('error', (error) => resolve({ kind: 'failed', reason: reasonOf(error) }));
  });
}

function explainAnswer(answer: IncomingMessage): string {
  const { status, requestId } = headOf(answer);
  if (status === 426)
    return 'the proxy does not pass Upgrade and Connection (nginx: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade, and Connection)';
  return requestId === undefined
    ? `a handshake does not reach the relay (status ${status})`
    : `the relay refuses the handshake (status ${status})`;
}

/** The relay pings a silent socket. A proxy that closes it earlier ends every chat during a pause. */
function checkSilence(socket: WebSocket): Promise<Finding> {
  return new Promise((resolve) => {
    socket.once('ping', () => {
      resolve(right(SILENCE, 'a silent socket stays open until the ping of the relay'));
      socket.close();
    });
    socket.once('close', () =>
      resolve(
        wrong(
          SILENCE,
          'the proxy ends a silent socket before the ping of the relay, every 30 s; let it wait for 75 s (nginx: proxy_read_timeout and proxy_send_timeout, HAProxy: timeout tunnel)',
        ),
      ),
    );
  });
}

/** Starts a session through the proxy like the iframe page, opens its socket, and ends the session. */
export async function checkSocket(
  url: URL,
  { socket: mode }: Pick<ServerConfig, 'socket'>,
  options: ConnectionOptions,
): Promise<readonly Finding[]> {
  if (mode === 'direct') return [unchecked(SOCKETS, 'FOYER_SOCKET=direct: browsers connect to the platform')];
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
  const grant = typeof answer === 'string' ? undefined : created.safeParse(answer.body).data;
  if (typeof answer === 'string' || !grant) {
    const reason = typeof answer === 'string' ? answer : `status ${answer.status}`;
    return [unchecked(SOCKETS, `no session could be started through the proxy (${reason})`)];
  }
  const headers = { ...page, Cookie: [...probeCookies, ...answer.cookies].join('; ') };
  const opening = await openSocket(grant, headers, options);
  const findings =
    opening.kind === 'opened'
      ? [right(SOCKETS, 'handshakes arrive'), await checkSilence(opening.socket)]
      : [
          wrong(
            SOCKETS,
            opening.kind === 'answered'
              ? explainAnswer(opening.answer)
              : `a handshake is not answered; ${opening.reason}`,
          ),
        ];
  await ask(new URL(`/chat/sessions/${grant.session_id}`, url), { method: 'DELETE', headers }, options);
  return findings;
}
