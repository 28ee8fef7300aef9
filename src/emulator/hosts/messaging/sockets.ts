import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { writeRawAnswer } from '../../../base/raw-answer.ts';
import { headerIssue } from '../../../base/request-headers.ts';
import { err, type Result } from '../../../base/result.ts';
import { SECURITY_HEADERS } from '../../../base/security-headers.ts';
import { MAX_FRAME_BYTES } from '../../../protocol/limits.ts';
import type { OpenFaultyConnection, SocketConnection } from '../../faults/faulty-connection.ts';
import { SOCKET_PATH } from '../../http/paths.ts';
import { HEADER_REFUSALS, REFUSALS, type Refusal, refusalBody } from '../../http/refusals.ts';
import { shortId } from '../../model/short-id.ts';
import type { Admission } from './handshake.ts';

export interface SocketPorts {
  /** Resolves to whether the client still waits for its answer. */
  interceptHandshake(sessionId: string | null, socket: Socket): Promise<boolean>;
  /** Accepts or refuses a handshake by the query of its address. */
  check(query: URLSearchParams): Result<Admission, Refusal>;
  readonly openConnection: OpenFaultyConnection;
  log(line: string): void;
}

/** Answers a handshake with an HTTP status. A relay can read it, a browser cannot (M-3.8). */
function refuse(socket: Duplex, refusal: Refusal) {
  const { status, retryAfterSeconds } = refusal;
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json',
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  };
  writeRawAnswer(socket, { status, headers, body: refusalBody(refusal) });
}

const connectionOf = (socket: WebSocket): SocketConnection => ({
  isOpen: () => socket.readyState === socket.OPEN,
  send: (frame) => socket.send(frame),
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
});

function attach(
  socket: WebSocket,
  { session, cursor }: Admission,
  { openConnection, log }: Pick<SocketPorts, 'openConnection' | 'log'>,
) {
  const { connection, receive, dispose } = openConnection(session.id, connectionOf(socket), session.receive);
  socket.on('message', (content, isBinary) => {
    // A binary frame is answered with a system message, and the socket stays open.
    receive(isBinary ? null : content.toString());
  });
  // A frame over the limit or a malformed one. ws has closed the socket with 1009, 1007 or 1002, and 'close' follows.
  socket.on('error', (error) => log(`socket of session ${shortId(session.id)}: ${error.message}`));
  socket.on('close', () => {
    dispose();
    session.disconnect(connection);
  });
  session.connect(connection, cursor);
}

/** Serves the socket path of an HTTP server. Returns an idempotent function that terminates the sockets that are left. */
export function serveSockets(server: Server, ports: SocketPorts): () => void {
  const { interceptHandshake, check, log } = ports;
  const options = {
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    // S-93: as the relay.
    maxFragments: 64,
    perMessageDeflate: false,
  };
  const sockets = new WebSocketServer(options);
  // ws has refused a handshake that is not RFC 6455's. It would answer without the security headers.
  sockets.on('wsClientError', (_, socket) => refuse(socket, REFUSALS.badParameters));

  /** The TCP connections of handshakes that are not answered yet. */
  const pending = new Set<Duplex>();

  /** Undefined when the client has left or its connection was reset. */
  async function decide(request: IncomingMessage): Promise<Result<Admission, Refusal> | undefined> {
    const issue = headerIssue(request.rawHeaders);
    if (issue) return err(HEADER_REFUSALS[issue]);
    const [path, text = ''] = (request.url ?? '').split(/\?(.*)/s);
    if (path !== SOCKET_PATH) return err(REFUSALS.noRoute);
    const query = new URLSearchParams(text);
    pending.add(request.socket);
    const isWaiting = await interceptHandshake(query.get('session_id'), request.socket);
    pending.delete(request.socket);
    return isWaiting ? check(query) : undefined;
  }

  server.on('upgrade', async (request, socket, head) => {
    // The client may leave before its answer.
    socket.on('error', () => socket.destroy());
    const admission = await decide(request);
    if (admission === undefined) return;
    if (!admission.ok) {
      log(`handshake refused: ${admission.error.status} ${admission.error.text}`);
      return refuse(socket, admission.error);
    }
    const { value } = admission;
    sockets.handleUpgrade(request, socket, head, (opened) => attach(opened, value, ports));
  });

  return () => {
    for (const socket of pending) socket.destroy();
    for (const socket of sockets.clients) {
      socket.close(1001, 'shutting down');
      socket.terminate();
    }
    sockets.close();
  };
}
