import type { Chat } from '../../../../src/chat/chat.ts';
import { runChat } from '../../../../src/chat/run-chat.ts';
import type { SocketEvents } from '../../../../src/chat/socket.ts';
import type { Platform } from '../../../../src/protocol/relay.ts';
import {
  type ScriptedSurroundings,
  type SharedStorage,
  scriptedSurroundings,
} from '../../../support/scripted-ports.ts';
import { createHistory } from '../history.ts';
import { type News, type Order, type PageOptions, RELAY } from '../page.ts';
import type { Timers } from '../timers.ts';
import type { Memory } from './memory.ts';
import { factsOf, movingOf } from './view.ts';

/** One document with the client in it, on scripted ports; a page that is loaded again has another one. */
export interface Document {
  readonly chat: Chat;
  readonly surroundings: ScriptedSurroundings;
  /** What comes from the network. */
  receive(order: Order): void;
}

/** News without its moment, which is now. */
export type Untimed<It = News> = It extends News ? Omit<It, 'at'> : never;

export interface Means {
  readonly options: PageOptions;
  readonly storage: SharedStorage;
  readonly timers: Timers;
  readonly memory: Memory;
  readonly isOnline: boolean;
  random(): number;
  uuid(): string;
  /** A number for a socket or a call. */
  nextNumber(): number;
  tell(news: Untimed): void;
}

interface Call {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

const EVENTS = {
  message: 'message',
  clientHandoffRequired: 'client-handoff-required',
  sessionStart: 'session-start',
  sessionEnd: 'session-end',
} as const;

export function createDocument(means: Means): Document {
  const { options, storage, timers, memory, isOnline, random, uuid, nextNumber, tell } = means;
  const surroundings = scriptedSurroundings();
  const sockets = new Map<number, SocketEvents>();
  const calls = new Map<number, Call>();
  surroundings.set(isOnline);

  function request(
    url: string,
    { method = 'GET', body = null, signal }: RequestInit = {},
  ): Promise<Response> {
    const call = nextNumber();
    tell({ is: 'call', call, method, url, body: body as string | null });
    return new Promise((resolve, reject) => {
      calls.set(call, { resolve, reject });
      signal?.addEventListener('abort', () => {
        tell({ is: 'aborted', call });
        reject(new Error('aborted'));
      });
    });
  }

  const { platform, streaming, locale } = options.options;
  const chat = runChat(
    {
      relay: RELAY,
      platform: platform as Platform | undefined,
      streaming: streaming as boolean | undefined,
      locale: locale as string | undefined,
      ports: {
        clock: {
          now: () => timers.now() + options.clockOffsetMs,
          after(inMs, fn) {
            const id = timers.set(fn, inMs);
            return () => timers.clear(id);
          },
        },
        random,
        uuid,
        store: storage.page(),
        surroundings,
        fetch: request as typeof fetch,
        openSocket(url, on) {
          const socket = nextNumber();
          sockets.set(socket, on);
          tell({ is: 'socket', socket, url });
          return {
            send: (text) => tell({ is: 'sent', socket, text }),
            close() {
              sockets.delete(socket);
              // The port closes cleanly.
              tell({ is: 'closed', socket, code: 1000 });
            },
          };
        },
      },
    },
    memory.seams,
  );

  for (const [name, as] of Object.entries(EVENTS)) {
    chat.on(name as keyof typeof EVENTS, (detail) => tell({ is: 'event', name: as, detail }));
  }
  chat.on('dropped', (it) => tell({ is: 'dropped', ...it }));
  chat.connection.subscribe((status) => tell({ is: 'status', status }));
  if (options.watch.length > 0) watch();

  function watch(): void {
    const history = createHistory();
    const look = () => {
      const { deliveries, isTyping } = movingOf(chat);
      const broken = history.note(timers.now(), deliveries, isTyping);
      for (const what of [...broken, ...factsOf(chat, options.watch)]) tell({ is: 'sighted', what });
    };
    for (const it of [chat.transcript, chat.typing, chat.handoff, chat.trouble, chat.connection])
      it.subscribe(look);
  }

  return {
    chat,
    surroundings,
    receive(order) {
      switch (order.do) {
        case 'opened':
          return sockets.get(order.socket)?.opened();
        case 'text':
          return sockets.get(order.socket)?.text(order.text);
        case 'binary':
          return sockets.get(order.socket)?.binary();
        case 'closed': {
          const on = sockets.get(order.socket);
          sockets.delete(order.socket);
          return on?.closed(order.code);
        }
        case 'answered': {
          const { status, headers, body } = order;
          return calls.get(order.call)?.resolve(new Response(body, { status, headers }));
        }
        case 'unanswered':
          return calls.get(order.call)?.reject(new TypeError('unable to connect'));
        default:
          return;
      }
    },
  };
}
