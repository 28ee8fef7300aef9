import { type Chat, createChat } from '../../../src/chat/index.ts';
import { createTestEnvironment, type TestEnvironment } from '../../../src/testing/environment.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { SharedStorage } from '../page-storage.ts';
import { createFrameRules, type FrameRules } from './frame-rules.ts';
import { createPageClock, type PageClock } from './page-clock.ts';
import { createPageStore, type PageState, type PageStore } from './page-store.ts';
import type { Platform } from './platform.ts';
import type { Relay } from './relay.ts';
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
  { clock, platform, relay, storage, random, record }: PageEnvironment,
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
        const url = new URL(address);
        const sessionId = url.searchParams.get('session_id') ?? '';
        socketRules.opening(url, chat.trouble.value?.code, environment.isOnline());
        const simulated = platform.connect(url, {
          on,
          isOnline: environment.isOnline,
          opened: socketRules.opened,
          received(frame) {
            socketRules.received(frame);
            transcriptRules.received(frame);
            sessionRules.received(sessionId, frame, socketRules.hasAll);
          },
          ended: socketRules.ended,
        });
        socket = simulated;
        return {
          send(text) {
            unlessClosed('a frame');
            if (!simulated.isOpen) violation('I16: a frame on a socket that is not open');
            const { frame, bytes } = frameRules.sent(text);
            platform.receive(simulated, sessionId, frame, bytes);
          },
          close() {
            socketRules.closedByClient();
            simulated.closeByClient();
          },
        };
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
