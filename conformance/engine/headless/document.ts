import type { Chat } from '../../../src/chat/chat.ts';
import { runChat } from '../../../src/chat/shell/run-chat.ts';
import type { SocketEvents } from '../../../src/chat/shell/socket.ts';
import type { Platform } from '../../../src/protocol/relay.ts';
import { createTestEnvironment, type TestEnvironment } from '../../../src/testing/environment.ts';
import type { SharedStorage } from '../../../test/support/scripted-ports.ts';
import { createDeliveryHistory } from '../history.ts';
import { type PageCommand, type PageEvent, type PageOptions, RELAY } from '../page.ts';
import type { Timers } from '../timers.ts';
import type { Memory } from './memory.ts';
import { deliveryState, presentFacts } from './view.ts';

/** Document with the client on scripted ports. A reload creates another document. */
export interface Document {
  readonly chat: Chat;
  readonly environment: TestEnvironment;
  /** Executes a network command. */
  receive(command: PageCommand): void;
}

/** Event without its time, which is now. */
export type UntimedEvent<It = PageEvent> = It extends PageEvent ? Omit<It, 'at'> : never;

export interface DocumentDependencies {
  readonly options: PageOptions;
  readonly storage: SharedStorage;
  readonly timers: Timers;
  readonly memory: Memory;
  readonly isOnline: boolean;
  random(): number;
  uuid(): string;
  /** Returns a number for a socket or a call. */
  nextNumber(): number;
  emit(event: UntimedEvent): void;
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

export function createDocument(dependencies: DocumentDependencies): Document {
  const { options, storage, timers, memory, isOnline, random, uuid, nextNumber, emit } = dependencies;
  const environment = createTestEnvironment();
  const sockets = new Map<number, SocketEvents>();
  const calls = new Map<number, Call>();
  environment.setOnline(isOnline);

  function request(
    url: string,
    { method = 'GET', body = null, signal }: RequestInit = {},
  ): Promise<Response> {
    const call = nextNumber();
    emit({ is: 'call', call, method, url, body: body as string | null });
    return new Promise((resolve, reject) => {
      calls.set(call, { resolve, reject });
      signal?.addEventListener('abort', () => {
        emit({ is: 'aborted', call });
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
        store: storage.openPage(),
        environment,
        fetch: request as typeof fetch,
        openSocket(url, on) {
          const socket = nextNumber();
          sockets.set(socket, on);
          emit({ is: 'socket', socket, url });
          return {
            send: (text) => emit({ is: 'sent', socket, text }),
            close() {
              sockets.delete(socket);
              // The port closes cleanly.
              emit({ is: 'closed', socket, code: 1000 });
            },
          };
        },
      },
    },
    memory.hooks,
  );

  for (const [name, as] of Object.entries(EVENTS)) {
    chat.on(name as keyof typeof EVENTS, (detail) => emit({ is: 'event', name: as, detail }));
  }
  chat.on('dropped', (event) => emit({ is: 'dropped', ...event }));
  chat.connection.subscribe((status) => emit({ is: 'status', status }));
  if (options.observe.length > 0) watch();

  function watch(): void {
    const history = createDeliveryHistory();
    const observe = () => {
      const { deliveries, isTyping } = deliveryState(chat);
      const broken = history.check(timers.now(), deliveries, isTyping);
      for (const what of [...broken, ...presentFacts(chat, options.observe)]) emit({ is: 'sighted', what });
    };
    for (const it of [
      chat.transcript,
      chat.typing,
      chat.handoff,
      chat.trouble,
      chat.connection,
      chat.suggestions,
      chat.agent,
    ])
      it.subscribe(observe);
  }

  return {
    chat,
    environment,
    receive(command) {
      switch (command.do) {
        case 'opened':
          return sockets.get(command.socket)?.opened();
        case 'text':
          return sockets.get(command.socket)?.text(command.text);
        case 'binary':
          return sockets.get(command.socket)?.binary();
        case 'closed': {
          const on = sockets.get(command.socket);
          sockets.delete(command.socket);
          return on?.closed(command.code);
        }
        case 'answered': {
          const { status, headers, body } = command;
          return calls.get(command.call)?.resolve(new Response(body, { status, headers }));
        }
        case 'unanswered':
          return calls.get(command.call)?.reject(new TypeError('unable to connect'));
        default:
          return;
      }
    },
  };
}
