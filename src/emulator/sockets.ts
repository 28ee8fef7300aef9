import type { IncomingMessage, Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { faultOfHeaders } from '../base/request-headers.ts';
import { err, type Result } from '../base/result.ts';
import { MAX_FRAME_BYTES } from '../protocol/limits.ts';
import type { Connection } from './connection.ts';
import type { OpenLink } from './faults/link.ts';
import type { LiveSession } from './live-session.ts';
import { REFUSALS, type Refusal, refusalBody, UNFIT_HEADERS } from './refusals.ts';
import { nameOf } from './sessions.ts';

interface Admitted {
  readonly session: LiveSession;
  readonly cursor: number;
}

export type Admission = Result<Admitted, Refusal>;

export const SOCKET_PATH = '/ws';

/** Answers a handshake with a real HTTP status, which a browser cannot see and a relay can (messaging §3). */
function refuse(socket: Duplex, refusal: Refusal) {
  const body = refusalBody(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? 'Refused'}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(refusal.retryAfterSeconds === undefined ? [] : [`Retry-After: ${refusal.retryAfterSeconds}`]),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const connectionOf = (socket: WebSocket): Connection => ({
  isOpen: () => socket.readyState === socket.OPEN,
  send: (frame) => socket.send(frame),
  close: (code, reason) => socket.close(code, reason),
  cut: () => socket.terminate(),
});

function attach(
  socket: WebSocket,
  { session, cursor }: Admitted,
  openLink: OpenLink,
  log: (line: string) => void,
) {
  const link = openLink(session.id, connectionOf(socket), session.receive);
  socket.on('message', (content, isBinary) => {
    // spec messaging §4: binary frames are ignored and the socket is kept.
    link.receive(isBinary ? null : content.toString());
  });
  // A frame over the limit or a broken one: ws has sent 1009, 1007 or 1002 by now, and 'close' follows.
  socket.on('error', (error) => log(`socket of session ${nameOf(session.id)}: ${error.message}`));
  socket.on('close', () => {
    link.dispose();
    session.disconnect(link.connection);
  });
  session.connect(link.connection, cursor);
}

/** Serves the socket path of an HTTP server. The returned function cuts every socket that is left; it may be called twice. */
export function serveSockets(
  server: Server,
  admit: (query: URLSearchParams) => Admission,
  openLink: OpenLink,
  arrive: (sessionId: string | null, socket: Socket) => Promise<boolean>,
  log: (line: string) => void,
): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });

  /** Handshakes that are still on their way. */
  const coming = new Set<Duplex>();

  /** Undefined when the handshake never arrives. */
  async function decide(request: IncomingMessage): Promise<Admission | undefined> {
    const unfit = faultOfHeaders(request.rawHeaders);
    if (unfit) return err(UNFIT_HEADERS[unfit]);
    const [path, text = ''] = (request.url ?? '').split(/\?(.*)/s);
    if (path !== SOCKET_PATH) return err(REFUSALS.noRoute);
    const query = new URLSearchParams(text);
    coming.add(request.socket);
    const isHere = await arrive(query.get('session_id'), request.socket);
    coming.delete(request.socket);
    return isHere ? admit(query) : undefined;
  }

  server.on('upgrade', async (request, socket, head) => {
    // The other side may be gone before it has its answer.
    socket.on('error', () => socket.destroy());
    const admission = await decide(request);
    if (admission === undefined) return;
    if (!admission.ok) {
      log(`handshake refused: ${admission.error.status} ${admission.error.text}`);
      return refuse(socket, admission.error);
    }
    const { value } = admission;
    sockets.handleUpgrade(request, socket, head, (opened) => attach(opened, value, openLink, log));
  });

  return () => {
    for (const socket of coming) socket.destroy();
    for (const socket of sockets.clients) {
      socket.close(1001, 'shutting down');
      socket.terminate();
    }
    sockets.close();
  };
}
