import type { Clock } from '../../../../src/base/clock.ts';
import type { Chat } from '../../../../src/chat/chat.ts';
import { runChat } from '../../../../src/chat/shell/run-chat.ts';
import type { Platform } from '../../../../src/protocol/relay.ts';
import { createTestEnvironment, type TestEnvironment } from '../../../../src/testing/environment.ts';
import type { SharedStorage } from '../../../support/page-storage.ts';
import { polledSockets } from '../../../support/polled-socket.ts';
import { createDeliveryHistory } from '../history.ts';
import { type PageCommand, type PageOptions, RELAY } from '../page.ts';
import { createPageNetwork, type UntimedEvent } from '../page-network.ts';
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

export interface DocumentDependencies {
  readonly options: PageOptions;
  readonly storage: SharedStorage;
  readonly timers: Timers;
  readonly memory: Memory;
  readonly isOnline: boolean;
  /** The frames travel by polls. */
  readonly isPolled: boolean;
  random(): number;
  uuid(): string;
  /** Returns a number for a socket or a call. */
  nextNumber(): number;
  emit(event: UntimedEvent): void;
}

const EVENTS = {
  message: 'message',
  clientHandoffRequired: 'client-handoff-required',
  sessionStart: 'session-start',
  sessionEnd: 'session-end',
} as const;

export function createDocument(dependencies: DocumentDependencies): Document {
  const { options, storage, timers, memory, isOnline, isPolled, random, uuid, nextNumber, emit } =
    dependencies;
  const environment = createTestEnvironment();
  const network = createPageNetwork(nextNumber, emit);
  environment.setOnline(isOnline);

  const clock: Clock = {
    now: () => timers.now() + options.clockOffsetMs,
    after(inMs, fn) {
      const id = timers.set(fn, inMs);
      return () => timers.clear(id);
    },
  };
  const { platform, streaming, locale } = options.options;
  const chat = runChat(
    {
      relay: RELAY,
      platform: platform as Platform | undefined,
      streaming: streaming as boolean | undefined,
      locale: locale as string | undefined,
      ports: {
        clock,
        random,
        uuid,
        store: storage.openPage(),
        environment,
        fetch: network.request as typeof fetch,
        openSocket: isPolled
          ? polledSockets(network.openSocket, { clock, uuid: () => `connection-${nextNumber()}` })
          : network.openSocket,
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

  return { chat, environment, receive: network.perform };
}
