import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type RawEnd, rawEnd, TEXT } from '../../support/websocket/raw-end.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The platform's answer to one call. */
export type Reply = (response: ServerResponse, received: Received) => void;
/** The platform's answer to one handshake: open it, also by hand, answer nothing, disconnect, refuse with a status, or redirect. */
export type SocketReply = 'open' | 'raw' | 'silence' | 'hang-up' | number | { readonly redirectTo: string };
type Call = 'access-token' | 'sessions';

/** A messaging host with replies that a test can set; the default replies are regular ones. Uses real sockets on loopback. */
export interface Upstream {
  readonly url: string;
  /** All requests so far, handshakes included. */
  readonly received: Received[];
  /** Queues replies for the next calls; after that the default reply is used again. */
  reply(call: Call, ...replies: Reply[]): void;
  replySocket(...replies: SocketReply[]): void;
  /** Number of open sockets. */
  sockets(): number;
  /** The platform's end of every accepted socket, oldest first. */
  readonly accepted: WebSocket[];
  /** The platform's end of the sockets that were opened by hand. */
  readonly raw: RawEnd[];
  close(): Promise<void>;
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const silence: Reply = () => {};
export const hangUp: Reply = (response) => void response.destroy();
/** Headers and a part of the body, then nothing. */
export const halfAnswer: Reply = (response) =>
  void response.writeHead(200, { 'Content-Length': '100' }).write('{"access_token":');
/** Headers and a part of the body, then a connection reset. */
export const cutAnswer: Reply = (response) => {
  response.writeHead(200, { 'Content-Length': '100' });
  response.write('{"access_token":', () => response.socket?.resetAndDestroy());
};

const FIRST_FRAME = '{"type":"EVENT_TYPE_EVENT_BATCH"}';

/** The proof that a server has read a handshake (RFC 6455 §4.2.2). */
const acceptOf = ({ headers }: IncomingMessage) =>
  createHash('sha1')
    .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');

/** `onSocket` is called before a socket can have received anything. */
export async function startUpstream(
  accessToken: (nth: number) => string,
  onSocket: (socket: WebSocket) => void = () => {},
): Promise<Upstream> {
  const received: Received[] = [];
  const queues: Record<Call, Reply[]> = { 'access-token': [], sessions: [] };
  const socketReplies: SocketReply[] = [];
  const open = new Set<Duplex>();
  const accepted: WebSocket[] = [];
  const raw: RawEnd[] = [];
  let minted = 0;
  let created = 0;

  function defaultReply(call: string): Reply {
    if (call === 'access-token') {
      minted += 1;
      return json(200, { access_token: accessToken(minted), expires_in: 86_400, token_type: 'Bearer' });
    }
    created += 1;
    return json(200, { session_id: `5e551011-0000-4000-8000-${String(created).padStart(12, '0')}` });
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const call = (request.url ?? '').split('/api/v1/')[1] ?? '';
    const it = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    received.push(it);
    const queue = call === 'access-token' || call === 'sessions' ? queues[call] : [];
    (queue.shift() ?? defaultReply(call))(response, it);
  });

  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    received.push({ method: 'UPGRADE', path: request.url ?? '', headers: request.headers, body: '' });
    const reply = socketReplies.shift() ?? 'open';
    if (reply === 'open') {
      sockets.handleUpgrade(request, socket, head, (socket) => {
        accepted.push(socket);
        onSocket(socket);
        socket.send(FIRST_FRAME);
      });
    }
    if (reply === 'raw') {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptOf(request)}\r\n\r\n`,
      );
      const end = rawEnd(socket, false, head);
      raw.push(end);
      end.write({ opcode: TEXT, payload: Buffer.from(FIRST_FRAME) });
    }
    if (reply === 'silence') socket.on('end', () => socket.end()).resume();
    if (reply === 'hang-up') socket.destroy();
    if (typeof reply === 'number') socket.end(`HTTP/1.1 ${reply} Refused\r\nContent-Length: 0\r\n\r\n`);
    if (typeof reply === 'object') {
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${reply.redirectTo}\r\nContent-Length: 0\r\n\r\n`);
    }
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply: (call, ...replies) => void queues[call].push(...replies),
    replySocket: (...replies) => void socketReplies.push(...replies),
    sockets: () => open.size,
    accepted,
    raw,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of open) socket.destroy();
      }),
  };
}
