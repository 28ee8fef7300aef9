import { own } from '../../base/own.ts';
import { SESSION_ID } from '../../base/session-storage.ts';
import { readPageContext } from '../../protocol/page-context.ts';
import type { Chat } from '../chat.ts';
import { type DebugEntry, debugLog } from './debug-log.ts';
import type { SessionStore } from './ports.ts';
import { type ChatOptions, runChat } from './run-chat.ts';
import { type SocketPort, socketPort, type WebSocketClass } from './socket.ts';

export interface ClientOptions extends Omit<ChatOptions, 'pageContext' | 'earlyResume'> {
  /**
   * Facts about the visitor that each message carries, for example the number of an order: up to 20 fields, with names of up to 64
   * letters, digits, `_ . -` and values of up to 256 characters. The platform promises them for correlation only. Read when a
   * message is sent; `send` throws a `TypeError` when it is invalid.
   */
  readonly pageContext?: (() => Readonly<Record<string, string | number | boolean>>) | undefined;
  /**
   * Origin that the relay allows, as `https://shop.example`, for runtimes that send none. Browsers ignore it in requests and
   * refuse it in sockets.
   */
  readonly origin?: string | undefined;
  /** WebSocket class where there is no global one, as in Node 20; for example the `ws` package's. */
  readonly WebSocket?: WebSocketClass | undefined;
  /** Receives every frame, every dropped part with the reason, and all other inputs and effects, in order. */
  readonly onDebug?: ((entry: DebugEntry) => void) | undefined;
}

const refuseSocket: SocketPort = () => {
  throw new Error(
    'unable to connect; there is no WebSocket here. Give createChat the option WebSocket, for example from the package ws',
  );
};

/** A session store of the embedder. Ignores malformed ids: they would cost a call (M-3.17). */
const checked = (store: SessionStore): SessionStore =>
  Object.assign(Object.create(store), {
    read() {
      const stored = store.read();
      return stored !== null && SESSION_ID.test(stored) ? stored : null;
    },
  });

/** A subclass whose sockets send this origin. `ws` and Node's own class accept headers. */
const fromOrigin = (Base: WebSocketClass, origin: string): WebSocketClass =>
  class extends (Base as new (url: string, options: object) => object) {
    constructor(url: string) {
      super(url, { headers: { Origin: origin } });
    }
  };

/**
 * Creates the client of one visitor's conversation, without a view, in a browser or in Node. Nothing is requested or stored
 * before `start()` or `send()`. After `dispose()` no timer, listener or socket is left. Never throws because of network
 * input; throws a `TypeError` when `relay` or `origin` is not a URL, and when `clock` is not in `ports`.
 *
 * @example
 * const chat = createChat({ relay: 'https://chat.example' });
 * chat.on('message', ({ author, text }) => console.log(author, text));
 * chat.send('Where is my order?');
 */
export function createChat(given: ClientOptions): Chat {
  const {
    WebSocket: Socket = globalThis.WebSocket,
    onDebug,
    origin: page,
    ports,
    pageContext,
    ...options
  } = own(given);
  // A page that tests with a clock of its own would wait forever.
  if ('clock' in options) throw new TypeError('unable to create the chat; clock belongs to ports: { clock }');
  const origin = page === undefined ? undefined : new URL(page).origin;
  // The library would throw later, outside of any caller's `try`.
  const openSocket = {
    openSocket: Socket
      ? socketPort(origin === undefined ? Socket : fromOrigin(Socket, origin))
      : refuseSocket,
  };
  const send = ports?.fetch ?? globalThis.fetch;
  const fetch = origin !== undefined && {
    fetch: ((input, init) =>
      send(input, { ...init, headers: { ...init?.headers, Origin: origin } })) as typeof globalThis.fetch,
  };
  return runChat(
    {
      ...options,
      pageContext() {
        const { context, issues } = readPageContext(pageContext?.());
        if (issues.length > 0) throw new TypeError(`pageContext: ${issues.join('; ')}`);
        return context;
      },
      ports: { ...openSocket, ...ports, ...fetch, ...(ports?.store && { store: checked(ports.store) }) },
    },
    { onStep: onDebug && debugLog(onDebug) },
  );
}
