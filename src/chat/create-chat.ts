import type { Chat } from './chat.ts';
import { type DebugEntry, debugLog } from './debug-log.ts';
import { type ChatOptions, runChat } from './run-chat.ts';
import { socketPort, type WebSocketClass } from './socket.ts';

export interface ClientOptions extends ChatOptions {
  /** WebSocket class where there is no global one, as in Node 20; for example that of the `ws` package. */
  readonly WebSocket?: WebSocketClass | undefined;
  /** Receives every frame, every dropped part with the reason, and all other inputs and effects, in order. */
  readonly onDebug?: ((entry: DebugEntry) => void) | undefined;
}

/**
 * Creates the client of one visitor's conversation, without a view, in a browser or in Node. Nothing is requested or stored
 * before `start()` or `send()`. After `dispose()` no timer, listener or socket is left. Never throws because of network
 * input; throws a `TypeError` when `relay` is not a URL.
 *
 * @example
 * const chat = createChat({ relay: 'https://chat.example' });
 * chat.on('message', ({ author, text }) => console.log(author, text));
 * chat.send('Where is my order?');
 */
export function createChat({ WebSocket, onDebug, ports, ...options }: ClientOptions): Chat {
  const openSocket = WebSocket && { openSocket: socketPort(WebSocket) };
  return runChat(
    { ...options, ports: { ...openSocket, ...ports } },
    { onStep: onDebug && debugLog(onDebug) },
  );
}
