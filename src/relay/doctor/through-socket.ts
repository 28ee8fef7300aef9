import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { socketUrl } from '../../protocol/relay.ts';
import { type ConnectionOptions, headOf, reasonOf } from './ask.ts';
import { type Finding, right, unchecked, wrong } from './finding.ts';
import { type Granted, type ProbeSession, ticketOf } from './through-session.ts';

const SOCKETS = 'proxy: sockets';
const SILENCE = 'proxy: silence';

type Opening =
  | { readonly kind: 'opened'; readonly socket: WebSocket }
  | { readonly kind: 'answered'; readonly answer: IncomingMessage }
  | { readonly kind: 'failed'; readonly reason: string };

function openSocket(
  grant: Granted,
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

/** Opens a socket to the relay and waits for its ping. */
export async function checkSocket(
  url: URL,
  session: ProbeSession,
  options: ConnectionOptions,
): Promise<readonly Finding[]> {
  const grant = await ticketOf(url, session, options);
  if (typeof grant === 'string') return [unchecked(SOCKETS, `the relay gives no ticket (${grant})`)];
  const opening = await openSocket(grant, session.headers, options);
  if (opening.kind === 'opened')
    return [right(SOCKETS, 'handshakes arrive'), await checkSilence(opening.socket)];
  const says =
    opening.kind === 'answered'
      ? explainAnswer(opening.answer)
      : `a handshake is not answered; ${opening.reason}`;
  return [wrong(SOCKETS, says)];
}
