import { type Chat, createChat } from '../../../src/chat/index.ts';
import type { SocketPort } from '../../../src/chat/shell/socket.ts';
import { createTestEnvironment, type TestEnvironment } from '../../../src/testing/environment.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { SharedStorage } from '../page-storage.ts';
import { type CallFate, polledSockets } from '../polled-socket.ts';
import { createFrameRules, type FrameRules } from './frame-rules.ts';
import { createPageClock, type PageClock } from './page-clock.ts';
import { createPageStore, type PageState, type PageStore } from './page-store.ts';
import type { Platform } from './platform.ts';
import type { Relay } from './relay.ts';
import type { Frame } from './session.ts';
import { createSessionRules, type SessionRules } from './session-rules.ts';
import type { SimulatedSocket } from './simulated-socket.ts';
import { createSocketRules, type SocketRules } from './socket-rules.ts';
import { createTranscriptRules, type TranscriptRules } from './transcript-rules.ts';

/** Environment of one page. */
export interface PageEnvironment {
  readonly clock: FakeClock;
  readonly platform: Platform;
  readonly relay: Relay;
  readonly storage: SharedStorage;
  /** Set: the frames travel by polls. */
  readonly polls: (() => CallFate) | undefined;
  random(): number;
  record(what: string): void;
}

/** The real client with ports that check its behaviour. */
export interface Client {
  readonly chat: Chat;
  readonly environment: TestEnvironment;
  readonly clock: PageClock;
  readonly store: PageStore;
  readonly frameRules: FrameRules;
  readonly socketRules: SocketRules;
  readonly sessionRules: SessionRules;
  readonly transcriptRules: TranscriptRules;
  /** The newest socket. */
  socket(): SimulatedSocket | null;
  /** Id of the visitor's last message. */
  lastId(): string;
  /** Number of calls to the relay without an answer. */
  pendingCalls(): number;
}

export function createClient(
  name: string,
  { clock, platform, relay, storage, random, record, polls }: PageEnvironment,
  page: PageState,
  violation: (rule: string) => void,
): Client {
  const environment = createTestEnvironment();
  const pageClock = createPageClock(clock);
  const store = createPageStore(storage, clock, page, violation);
  const frameRules = createFrameRules(violation, record);
  const socketRules = createSocketRules(clock, violation, record);
  let socket: SimulatedSocket | null = null;
  let lastId = 0;
  const calls = new Set<object>();

  const unlessClosed = (what: string) => {
    if (page.isClosed) violation(`I19: ${what} after dispose()`);
  };

  /** Frames on their way to the page, by their texts. */
  const underWay = new Map<string, Frame>();
  let connections = 0;

  const openPlatform: SocketPort = (address, on) => {
    const url = new URL(address);
    const sessionId = url.searchParams.get('session_id') ?? '';
    const simulated = platform.connect(url, {
      on,
      isOnline: environment.isOnline,
      passed: (frame) => underWay.set(frame.text, frame),
    });
    socket = simulated;
    return {
      send(text) {
        const { frame, bytes } = frameRules.sent(text);
        platform.receive(simulated, sessionId, frame, bytes);
      },
      close: simulated.closeByClient,
    };
  };
  const openSocket = polls
    ? polledSockets(openPlatform, { clock, uuid: () => `connection-${++connections}`, fate: polls })
    : openPlatform;

  /** Opens a socket and checks what the page sees of it. */
  const openObserved: SocketPort = (address, on) => {
    const sessionId = new URL(address).searchParams.get('session_id') ?? '';
    let isOpen = false;
    const opened = openSocket(address, {
      ...on,
      opened() {
        isOpen = true;
        socketRules.opened();
        on.opened();
      },
      text(text) {
        const frame = underWay.get(text);
        if (frame && isOpen) {
          socketRules.received(frame);
          transcriptRules.received(frame);
          sessionRules.received(sessionId, frame, socketRules.hasAll);
        }
        on.text(text);
      },
      closed(code) {
        // A port may report the end although the page has closed.
        if (!isClosed) socketRules.ended(code, isOpen);
        isOpen = false;
        isClosed = true;
        on.closed(code);
      },
    });
    let isClosed = false;
    return {
      send(text) {
        unlessClosed('a frame');
        if (!isOpen) violation('I16: a frame on a socket that is not open');
        opened.send(text);
      },
      close() {
        isOpen = false;
        isClosed = true;
        socketRules.closedByClient();
        opened.close();
      },
    };
  };

  const chat = createChat({
    relay: 'https://relay.example.test',
    ports: {
      clock: pageClock,
      random,
      uuid: () => `${name}-message-${++lastId}`,
      store,
      environment,
      fetch: relay.fetchFor({
        isOnline: environment.isOnline,
        callStarted(call) {
          unlessClosed(call);
          // The client does not wait for the response.
          if (call.startsWith('DELETE')) return () => {};
          const it = {};
          calls.add(it);
          return () => calls.delete(it);
        },
        callAnswered: (call, status) => sessionRules.relayAnswered(call, status),
      }),
      openSocket(address, on) {
        unlessClosed('a socket');
        if (page.isSuspended) violation('I3: a socket of a page that is away');
        if (chat.connection.value === 'ended') violation('I3: a socket after the end');
        socketRules.opening(new URL(address), chat.trouble.value?.code, environment.isOnline());
        return openObserved(address, on);
      },
    },
  });

  const sessionRules = createSessionRules({
    chat,
    storage,
    sessionStarted: socketRules.sessionStarted,
    violation,
  });
  const { mayBeReplaced } = sessionRules;
  const transcriptRules = createTranscriptRules({ chat, clock, mayBeReplaced, violation, record });

  return {
    chat,
    environment,
    clock: pageClock,
    store,
    frameRules,
    socketRules,
    sessionRules,
    transcriptRules,
    socket: () => socket,
    lastId: () => `${name}-message-${lastId}`,
    pendingCalls: () => calls.size,
  };
}
