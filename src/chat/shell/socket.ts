import ReconnectingWebSocket from 'reconnecting-websocket';
import { HANDSHAKE_MS } from '../../protocol/limits.ts';

export interface SocketEvents {
  opened(): void;
  text(frame: string): void;
  binary(): void;
  /** Called once, as the last event; 1006 when the handshake failed or the connection broke. */
  closed(code: number): void;
}

export interface OpenSocket {
  send(frame: string): void;
  /** Closes cleanly; no event comes after it. */
  close(): void;
}

/** Class with the interface of the browser's `WebSocket`. */
export type WebSocketClass = new (url: string, protocols?: string[]) => object;

export type SocketPort = (url: string, on: SocketEvents) => OpenSocket;

/**
 * Opens single sockets with reconnecting-websocket. The chat decides about attempts, backoff and jitter: the library
 * would queue frames ahead of the replay and reconnect after a clean close.
 */
export const socketPort =
  (implementation: WebSocketClass): SocketPort =>
  (url, on) => {
    let isDone = false;
    const socket = new ReconnectingWebSocket(url, [], {
      WebSocket: implementation,
      maxRetries: 0,
      maxEnqueuedMessages: 0,
      // The chat has a shorter deadline; this one only cleans up after the page was suspended.
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
        // The library reports an error as a close event 1000 of its own. Only a real socket's event has the server's code.
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
