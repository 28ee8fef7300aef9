import type { Chat } from './chat.ts';
import { type DebugEntry, debugLog } from './debug-log.ts';
import { type ChatOptions, runChat } from './run-chat.ts';
import { socketPort, type WebSocketClass } from './socket.ts';

export interface ClientOptions extends ChatOptions {
  /** Where there is no global one, as in Node 20: the class of the `ws` package, for example. */
  readonly WebSocket?: WebSocketClass | undefined;
  /** Gets every frame, every one that was dropped with the reason, and whatever else happened, in order. */
  readonly onDebug?: ((entry: DebugEntry) => void) | undefined;
}

/**
 * One visitor's conversation without any view, in a browser or in Node. Nothing is requested or stored before `start()` or
 * `send()`; after `dispose()` no timer, listener or socket is left. Never throws on what the network brings; throws a
 * `TypeError` when `relay` is no URL.
 *
 * @example
 * const chat = createChat({ relay: 'https://chat.example' });
 * chat.on('message', ({ author, text }) => console.log(author, text));
 * chat.send('Where is my order?');
 */
export function createChat({ WebSocket, onDebug, ports, ...options }: ClientOptions): Chat {
  const openSocket = WebSocket && { openSocket: socketPort(WebSocket) };
  return runChat({ ...options, ports: { ...openSocket, ...ports } }, { tap: onDebug && debugLog(onDebug) });
}
