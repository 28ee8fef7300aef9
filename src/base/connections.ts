import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ConnectionLimits, evictedBy, overHeaderLimit, turnOf } from './connection-rules.ts';

interface Connection {
  readonly socket: Socket;
  /** undefined: it is not limited. */
  network: string | undefined;
  /** Requests without a whole answer. */
  unfinished: number;
  /** Bytes that the socket had read when the connection became idle. */
  bytesWhenIdle: number;
  /** Requests that have not begun because earlier ones are unfinished. */
  readonly waiting: (() => void)[];
}

export interface ConnectionsPorts {
  readonly limits: ConnectionLimits;
  /** The network that a connection counts for, by its peer and the header X-Forwarded-For of its last request. */
  readonly networkOf: (peer: string | undefined, forwarded?: string) => string | undefined;
  /** Called for each connection that is closed: evicted by another one, or sending too much without reading answers. */
  readonly onClose: (reason: 'idle' | 'unread') => void;
}

const forwardedBy = ({ headers }: IncomingMessage) => headers['x-forwarded-for']?.toString();

/** The connections of a server, with limits for idle ones and for requests that are sent without reading answers. */
export function createConnections({ limits, networkOf, onClose }: ConnectionsPorts) {
  const open = new Map<Socket, Connection>();
  const idle = new Set<Connection>();
  const idleByNetwork = new Map<string, Set<Connection>>();
  const counted = new WeakSet<ServerResponse>();
  let isFinishing = false;
  /** Number of waiting requests on all connections. */
  let waiting = 0;

  function leaveIdle(connection: Connection): void {
    const { network } = connection;
    idle.delete(connection);
    if (network === undefined) return;
    const ofNetwork = idleByNetwork.get(network);
    ofNetwork?.delete(connection);
    if (ofNetwork?.size === 0) idleByNetwork.delete(network);
  }

  function becomeIdle(connection: Connection): void {
    const { network, socket } = connection;
    // Node would keep it for another request, for example after an event stream has ended.
    if (isFinishing) return socket.destroySoon();
    connection.bytesWhenIdle = socket.bytesRead;
    if (network === undefined) return;
    const idleOfNetwork = idleByNetwork.get(network) ?? new Set();
    idleByNetwork.set(network, idleOfNetwork.add(connection));
    idle.add(connection);
    const closing = evictedBy({ open: open.size, idle, idleOfNetwork }, connection, limits);
    if (closing) closeIdle(closing);
  }

  function closeIdle(connection: Connection): void {
    leaveIdle(connection);
    connection.socket.destroy();
    onClose('idle');
  }

  function connectionOf(socket: Socket): Connection {
    const known = open.get(socket);
    if (known) return known;
    const connection: Connection = {
      socket,
      network: networkOf(socket.remoteAddress),
      unfinished: 0,
      bytesWhenIdle: 0,
      waiting: [],
    };
    open.set(socket, connection);
    socket.once('close', () => {
      leaveIdle(connection);
      open.delete(socket);
      waiting -= connection.waiting.length;
      connection.waiting.length = 0;
    });
    // Node resumes the socket when it has answered a request.
    socket.on('resume', () => connection.waiting.length > 0 && socket.pause());
    return connection;
  }

  function finishRequest(connection: Connection): void {
    connection.unfinished -= 1;
    if (!open.has(connection.socket)) return;
    const next = connection.waiting.shift();
    if (next) waiting -= 1;
    next?.();
    if (connection.waiting.length === 0 && connection.socket.isPaused()) connection.socket.resume();
    if (connection.unfinished === 0) becomeIdle(connection);
  }

  return {
    /** Listener for the server's `connection` event. */
    add(socket: Socket): void {
      const connection = connectionOf(socket);
      connection.unfinished = 0;
      becomeIdle(connection);
    },
    /** Answers a request: now, or after the earlier ones on its connection. Idempotent for an answer. */
    request(incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void): void {
      // HTTP/2 limits the streams of a connection by itself, and has no sockets to pause.
      if (counted.has(outgoing) || incoming.httpVersionMajor > 1) return answer();
      counted.add(outgoing);
      const { socket } = incoming;
      // The rest of the bytes that were read before the socket closed.
      if (socket.destroyed) return;
      const connection = connectionOf(socket);
      leaveIdle(connection);
      connection.network = networkOf(socket.remoteAddress, forwardedBy(incoming));
      connection.unfinished += 1;
      outgoing.once('close', () => finishRequest(connection));
      switch (turnOf(connection.unfinished, waiting, limits)) {
        case 'now':
          return answer();
        case 'later':
          waiting += 1;
          connection.waiting.push(answer);
          socket.pause();
          return;
        case 'never':
          socket.destroy();
          onClose('unread');
      }
    },
    /** Stops limiting a connection that has switched to another protocol. */
    upgrade(socket: Socket): void {
      const connection = connectionOf(socket);
      leaveIdle(connection);
      connection.unfinished += 1;
      // No client opens a socket before it has read its answers.
      if (connection.waiting.length > 0) socket.destroy();
    },
    /** Closes connections whose endless headers take too much memory together. Call it by a timer: Node does not report partial headers. */
    boundHeaders(): void {
      const sizes = [...idle].map(
        (connection) => [connection, connection.socket.bytesRead - connection.bytesWhenIdle] as const,
      );
      for (const connection of overHeaderLimit(sizes, limits)) closeIdle(connection);
    },
    /** Closes idle connections now, and the others after their answers. */
    finish(): void {
      isFinishing = true;
      for (const { socket, unfinished } of open.values()) if (unfinished === 0) socket.destroy();
    },
  };
}
