import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../../../base/clock.ts';
import { refusalText } from '../../../protocol/client-frames.ts';
import type { Dialect } from '../../../protocol/dialect.ts';
import { encodeServerEvent } from '../../../protocol/server-frames.ts';
import { readClientEvent } from './client-event.ts';
import { createClientEventQueue } from './client-event-queue.ts';
import { closeLike } from './close-codes.ts';
import { type Forwarder, type ForwarderPorts, forwardToClient } from './forward-to-client.ts';
import { createHeartbeat } from './heartbeat.ts';
import { countIncoming } from './incoming-bytes.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { IN_FLIGHT_MS, type MessageDeduplicator } from './message-deduplicator.ts';
import { fullBucket, type Rate, takeToken } from './token-bucket.ts';
import type { VisitorSide } from './visitor-side.ts';

/** A visitor and the platform's socket behind it. */
export interface ProxyConnection {
  /** Closes the visitor's side. The platform's socket closes after all echoes, or after 10 s. */
  close(code: number, reason: string): void;
  /** Resolves when the visitor's frames so far are sent; to false if they never will be. */
  flushed(): Promise<boolean>;
  /** Terminates each side that has not answered its last ping, and pings the others. */
  heartbeat(): void;
  /** Terminates both sides at once. */
  terminate(): void;
}

export interface ProxyConnectionPorts {
  readonly clock: Clock;
  readonly deduplicator: MessageDeduplicator;
  readonly dialect: Dialect | 'auto';
  readonly budget: MemoryBudget;
  /** Changes a visitor's text before it is sent to the platform. */
  mask(text: string): string;
  /** Called for each message that `mask` has changed. */
  onMasked(): void;
  /** Called once, when the platform has named its agent in a dialect (M-1.8). */
  onDialect(dialect: Dialect): void;
  /** Called when the platform has ended the session. */
  onSessionEnd(): void;
  /** Called when the visitor's side has closed, with its close code. */
  onClientClose(code: number): void;
  /** Called when both sides have closed. */
  onClose(): void;
  /** Called when the store is unavailable. */
  onStoreError(error: unknown): void;
}

/** Limit for unread client data. More means that the platform does not read (S-80). */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Limit for error replies. Foyer's own client causes none; a client that exceeds this is closed. */
const ERROR_REPLIES: Rate = { perSecond: 5, burst: 20 };

/** A socket and its underlying connection. */
export interface ConnectedSocket {
  readonly socket: WebSocket;
  readonly connection: Readable;
}

/** The platform's socket of a connection, with its counters. */
interface UpstreamSocket extends Pick<Forwarder, 'unsentBytes' | 'drain'> {
  readonly socket: WebSocket;
  /** Number of bytes that it holds. */
  readonly bytes: () => number;
  readonly heartbeat: () => void;
}

function watchUpstream(
  { socket, connection }: ConnectedSocket,
  client: VisitorSide,
  onChange: () => void,
  onFrame: ForwarderPorts['onFrame'],
): UpstreamSocket {
  const { unsentBytes, drain } = forwardToClient(socket, client, { onFrame, onSent: onChange });
  const received = countIncoming(socket, connection, onChange);
  const bytes = () => received() + unsentBytes() + socket.bufferedAmount;
  return { socket, unsentBytes, drain, bytes, heartbeat: createHeartbeat(socket) };
}

/** Forwards all frames between a visitor and the platform until both have closed. The platform's socket must be paused; it is resumed here. */
export function connectSides(
  client: VisitorSide,
  platform: ConnectedSocket,
  ports: ProxyConnectionPorts,
): ProxyConnection {
  const { clock, dialect } = ports;
  let hasClientClosed = false;
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
      upstream?.socket.send(frame);
      if ((upstream?.socket.bufferedAmount ?? 0) > MAX_UNREAD_BYTES) client.close(1013, 'platform too slow');
    },
    onProgress: () => {
      if (hasClientClosed && queue.isSettled()) closeUpstream();
    },
  });
  const memory = ports.budget.open(() => {
    // A close frame would wait behind the unread data.
    if (upstream && upstream.unsentBytes() > 0) client.terminate();
    else client.close(1013, 'out of memory');
    upstream?.socket.terminate();
  });
  const countMemory = () => memory.hold(client.receivingBytes() + queue.bytes() + (upstream?.bytes() ?? 0));
  /**
   * undefined after it has closed: a reference would keep received data in memory until the client's socket closes. That can take
   * seconds (S-80). For the same reason no function here may use `platform`.
   */
  let upstream: UpstreamSocket | undefined = watchUpstream(platform, client, countMemory, (frame) => {
    queue.observe(frame);
    if (frame.endsSession) ports.onSessionEnd();
    if (frame.dialect && !hasSeenDialect) ports.onDialect(frame.dialect);
    hasSeenDialect ||= frame.dialect !== undefined;
  });

  /** Answers an unreadable frame as the platform would, without closing the socket (M-10.1). */
  function replyError(message: string): void {
    const taken = takeToken(ERROR_REPLIES, errorReplies, clock.now());
    errorReplies = taken.bucket;
    if (taken.waitMs > 0) return client.close(1008, 'too many frames');
    const stamp = { id: randomUUID(), sequence: null, at: clock.now() };
    const reply = { ...stamp, kind: 'systemMessage', level: 'error', message } as const;
    client.send(encodeServerEvent(reply, 'service'), false);
  }

  function receive(text: string): void {
    const event = readClientEvent(text, dialect, randomUUID, ports.mask);
    if (!event.ok) {
      if (event.error.refused === 'too-large') client.close(1009, 'message too large');
      else replyError(refusalText(event.error));
      return;
    }
    if (event.value.isMasked) ports.onMasked();
    if (!queue.add(event.value)) {
      // Closing loses nothing: the client finds its stored messages in the replay and sends the others again.
      client.close(1008, 'too many frames');
    }
  }

  client.listen({
    text: receive,
    binary: () => client.close(1003, 'text only'),
    bytesChanged: countMemory,
    closed(code, reason) {
      hasClientClosed = true;
      ports.onClientClose(code);
      if (!upstream) return ports.onClose();
      upstream.drain();
      closeUpstream = () => {
        cancelLinger();
        // A lost client connection (1006) closes normally: the visitor's last messages may still be in transit.
        if (code === 1006) upstream?.socket.close(1001);
        else if (upstream) closeLike(upstream.socket, code, reason);
      };
      cancelLinger = clock.after(IN_FLIGHT_MS, closeUpstream);
      if (queue.isSettled()) closeUpstream();
    },
  });
  upstream.socket.on('close', (code, reason) => {
    upstream = undefined;
    memory.close();
    cancelLinger();
    queue.dispose();
    if (hasClientClosed) ports.onClose();
    else if (hasUpstreamFailed) client.close(1011, 'platform error');
    else if (client.isOpen()) client.close(code, reason);
  });
  // ws has chosen the close code for the platform's frame. The client must not get it, because its frame was valid.
  upstream.socket.on('error', () => {
    hasUpstreamFailed = true;
  });

  return {
    close: (code, reason) => client.close(code, reason),
    flushed: queue.flushed,
    heartbeat() {
      client.heartbeat();
      upstream?.heartbeat();
    },
    terminate() {
      client.terminate();
      upstream?.socket.terminate();
    },
  };
}
