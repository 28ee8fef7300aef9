import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../../base/clock.ts';
import { refusalText } from '../../protocol/client-frames.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import { encodeServerEvent } from '../../protocol/server-frames.ts';
import { readClientEvent } from './client-event.ts';
import { createClientEventQueue } from './client-event-queue.ts';
import { closeLike } from './close-codes.ts';
import { forwardToClient } from './forward-to-client.ts';
import { countIncoming } from './incoming-bytes.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { IN_FLIGHT_MS, type MessageDeduplicator } from './message-deduplicator.ts';
import { fullBucket, type Rate, takeToken } from './token-bucket.ts';

/** A visitor's socket and the platform's socket behind it. */
export interface ProxyConnection {
  /** Closes the visitor's socket. The platform's socket closes when all sent messages have their echo, after 10 s at the latest. */
  close(code: number, reason: string): void;
  /** Terminates a side that has not answered the ping of the last call, and pings the others. */
  probe(): void;
  /** Terminates both sides at once. */
  terminate(): void;
}

export interface ProxyConnectionPorts {
  readonly clock: Clock;
  readonly deduplicator: MessageDeduplicator;
  readonly dialect: Dialect | 'auto';
  readonly budget: MemoryBudget;
  /** Called when the platform has named its agent in a dialect, once (M-1.8). */
  onDialect(dialect: Dialect): void;
  /** Called when the platform has ended the session. */
  onSessionEnd(): void;
  /** Called when the visitor's socket has closed, with its close code. */
  onClientClose(code: number): void;
  /** Called when both sockets have closed. */
  onClose(): void;
  /** Called when the store is unavailable. */
  onStoreError(error: unknown): void;
}

/** Unread data of the client that waits for the platform. More means that the platform does not read (S-80). */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Limit for error replies. Foyer's own client causes none; a client that exceeds this is closed. */
const ERROR_REPLIES: Rate = { perSecond: 5, burst: 20 };

/** A socket, and the connection that it reads from. */
export interface ConnectedSocket {
  readonly socket: WebSocket;
  readonly connection: Readable;
}

/** Forwards all frames between two open sockets until both have closed. The platform's must be paused; it is resumed here. */
export function connectSockets(
  { socket: client, connection: clientConnection }: ConnectedSocket,
  { socket: upstream, connection: upstreamConnection }: ConnectedSocket,
  ports: ProxyConnectionPorts,
): ProxyConnection {
  const { clock, dialect } = ports;
  let hasClientClosed = false;
  let hasUpstreamClosed = false;
  let hasUpstreamFailed = false;
  let hasSeenDialect = false;
  let cancelLinger = () => {};
  let closeUpstream: () => void = () => {};
  let errorReplies = fullBucket(ERROR_REPLIES, clock.now());

  const queue = createClientEventQueue({
    clock,
    deduplicator: ports.deduplicator,
    onStoreError: ports.onStoreError,
    send(frame) {
      upstream.send(frame);
      if (upstream.bufferedAmount > MAX_UNREAD_BYTES) client.close(1013, 'platform too slow');
    },
    onProgress: () => {
      if (hasClientClosed && queue.isSettled()) closeUpstream();
    },
  });
  const forwarder = forwardToClient(upstream, client, {
    onFrame(frame) {
      queue.observe(frame);
      if (frame.endsSession) ports.onSessionEnd();
      if (frame.dialect && !hasSeenDialect) ports.onDialect(frame.dialect);
      hasSeenDialect ||= frame.dialect !== undefined;
    },
    onSent: () => countMemory(),
  });

  const memory = ports.budget.open(() => {
    // A close frame would wait behind what the client does not read.
    if (forwarder.unsentBytes() > 0) client.terminate();
    else client.close(1013, 'out of memory');
    upstream.terminate();
  });
  const countMemory = () =>
    memory.hold(
      fromClient() + fromUpstream() + forwarder.unsentBytes() + queue.bytes() + upstream.bufferedAmount,
    );
  const fromClient = countIncoming(client, clientConnection, countMemory);
  const fromUpstream = countIncoming(upstream, upstreamConnection, countMemory);

  /** Answers an unreadable frame as the platform would, without closing the socket (M-10.1). */
  function replyError(message: string): void {
    const taken = takeToken(ERROR_REPLIES, errorReplies, clock.now());
    errorReplies = taken.bucket;
    if (taken.waitMs > 0) return client.close(1008, 'too many frames');
    const stamp = { id: randomUUID(), sequence: null, at: clock.now() };
    client.send(encodeServerEvent({ ...stamp, kind: 'systemMessage', level: 'error', message }, 'service'));
  }

  function receive(text: string): void {
    const event = readClientEvent(text, dialect, randomUUID);
    if (!event.ok) {
      if (event.error.refused === 'too-large') client.close(1009, 'message too large');
      else replyError(refusalText(event.error));
    } else if (!queue.add(event.value)) {
      // Closing loses nothing: the client looks for its messages in the replay and sends the missing ones again.
      client.close(1008, 'too many frames');
    }
  }

  client.on('message', (content, isBinary) => {
    if (client.readyState !== client.OPEN) return;
    if (isBinary) client.close(1003, 'text only');
    else receive(content.toString());
  });
  client.on('close', (code, reason) => {
    hasClientClosed = true;
    forwarder.drain();
    ports.onClientClose(code);
    if (hasUpstreamClosed) return ports.onClose();
    closeUpstream = () => {
      cancelLinger();
      // A lost client connection (1006) is not passed on as one: the visitor's last messages may still be in transit.
      if (code === 1006) upstream.close(1001);
      else closeLike(upstream, code, reason);
    };
    cancelLinger = clock.after(IN_FLIGHT_MS, closeUpstream);
    if (queue.isSettled()) closeUpstream();
  });
  upstream.on('close', (code, reason) => {
    hasUpstreamClosed = true;
    memory.close();
    cancelLinger();
    queue.dispose();
    if (hasClientClosed) ports.onClose();
    else if (hasUpstreamFailed) client.close(1011, 'platform error');
    else if (client.readyState === client.OPEN) closeLike(client, code, reason);
  });
  // An oversized or malformed frame: ws has sent 1009, 1007 or 1002 itself, and 'close' follows.
  client.on('error', () => {});
  // Then ws has chosen the close code for the platform's frame. It must not be passed on as if the client's frame were wrong.
  upstream.on('error', () => {
    hasUpstreamFailed = true;
  });

  const answeredSides = new Set([client, upstream]);
  for (const side of [client, upstream]) side.on('pong', () => answeredSides.add(side));
  function probeSide(side: WebSocket): void {
    if (side.readyState !== side.OPEN) return;
    if (!answeredSides.delete(side)) side.terminate();
    else side.ping();
  }

  return {
    close: (code, reason) => client.close(code, reason),
    probe() {
      probeSide(client);
      // A paused socket does not read pongs either.
      if (upstream.isPaused) answeredSides.add(upstream);
      else probeSide(upstream);
    },
    terminate() {
      client.terminate();
      upstream.terminate();
    },
  };
}
