import ReconnectingWebSocket from 'reconnecting-websocket';
import { HANDSHAKE_MS } from '../protocol/limits.ts';

export interface SocketEvents {
  opened(): void;
  text(frame: string): void;
  binary(): void;
  /** Once, and nothing after it; 1006 when the handshake failed or the link broke. */
  closed(code: number): void;
}

export interface OpenSocket {
  send(frame: string): void;
  /** Closes cleanly; no event comes after it. */
  close(): void;
}

/** A class like the browser's. */
export type WebSocketClass = new (url: string, protocols?: string[]) => object;

export type SocketPort = (url: string, on: SocketEvents) => OpenSocket;

/**
 * One run of one socket over reconnecting-websocket, discarded after it: attempts, backoff and jitter are decided by the
 * link, not by the library, which would queue frames ahead of the replay and reconnect after a clean close.
 */
export const socketPort =
  (implementation: WebSocketClass): SocketPort =>
  (url, on) => {
    let isDone = false;
    const socket = new ReconnectingWebSocket(url, [], {
      WebSocket: implementation,
      maxRetries: 0,
      maxEnqueuedMessages: 0,
      // The link gives a handshake up by itself; this only cleans up after a page that slept through it.
      connectionTimeout: 2 * HANDSHAKE_MS,
    });
    const unlessDone = (fn: () => void) => {
      if (!isDone) fn();
    };
    socket.onopen = () => unlessDone(on.opened);
    socket.onmessage = ({ data }) =>
      unlessDone(() => (typeof data === 'string' ? on.text(data) : on.binary()));
    socket.onclose = (event) =>
      unlessDone(() => {
        isDone = true;
        // The library reports an error as a clean close 1000 of its own making; only a real socket's code is the server's.
        on.closed((event.target as unknown) === socket ? 1006 : event.code);
      });
    return {
      send: (frame) => socket.send(frame),
      close() {
        isDone = true;
        socket.close();
      },
    };
  };
