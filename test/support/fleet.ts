import { WebSocket } from 'ws';
import type { Clock } from '../../src/base/clock.ts';
import { type Chat, createChat } from '../../src/chat/index.ts';
import { sharedStorage } from './page-storage.ts';

/** A visitor with the real client in Node. All of its messages are different. */
export interface FleetVisitor {
  readonly chat: () => Chat;
  /** The texts of the messages so far. */
  readonly said: readonly string[];
  say(): void;
  /** Loads the page again. What is not confirmed yet would be gone with the page. */
  reload(): void;
  sessionId(): string | null;
  /** The visitor's own messages as the page shows them. */
  shown(): readonly { readonly text: string; readonly delivery: string | undefined }[];
  dispose(): void;
}

export interface FleetOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** The page's origin. */
  readonly origin: string;
  /** Origin of the relay that gets the next request or handshake, as a balancer chooses it. */
  readonly relay: () => string;
  /** Called for each handshake, and when it has succeeded. */
  readonly onHandshake?: (what: 'asked' | 'opened') => void;
  /** Called for each request to the relay. */
  readonly onRequest?: () => void;
}

export function createFleet({ clock, random, origin, relay, onHandshake, onRequest }: FleetOptions) {
  /** The platform's own address, in direct mode, is not balanced. */
  function balanced(address: string): string {
    const url = new URL(address);
    if (!url.pathname.startsWith('/chat/')) return address;
    url.host = new URL(relay()).host;
    return url.href;
  }

  class BalancedSocket extends WebSocket {
    constructor(url: string, options: object) {
      super(balanced(url), { ...options, perMessageDeflate: false });
      onHandshake?.('asked');
      this.once('open', () => onHandshake?.('opened'));
    }
  }

  const loadPage = (store: ReturnType<typeof sharedStorage>): Chat => {
    const chat = createChat({
      relay: 'http://127.0.0.1',
      origin,
      WebSocket: BalancedSocket as unknown as NonNullable<Parameters<typeof createChat>[0]['WebSocket']>,
      ports: {
        clock,
        random,
        fetch(input, init) {
          onRequest?.();
          return fetch(balanced(String(input)), init);
        },
        store: store.openPage(),
      },
    });
    chat.start();
    return chat;
  };

  return {
    join(name: string): FleetVisitor {
      const storage = sharedStorage();
      const said: string[] = [];
      let chat = loadPage(storage);
      return {
        chat: () => chat,
        said,
        say() {
          const text = `${name} says ${said.length + 1}`;
          said.push(text);
          chat.send(text);
        },
        reload() {
          chat.dispose();
          chat = loadPage(storage);
        },
        sessionId: () => storage.id,
        shown: () =>
          chat.transcript
            .peek()
            .flatMap((entry) =>
              entry.kind === 'message' && entry.author === 'user'
                ? [{ text: entry.text, delivery: entry.delivery }]
                : [],
            ),
        dispose: () => chat.dispose(),
      };
    },
  };
}
