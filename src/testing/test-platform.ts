import { type Clock, systemClock } from '../base/clock.ts';
import type { Ports } from '../chat/index.ts';
import type { ReceivedCommand } from '../protocol/client-frames.ts';
import type { Dialect } from '../protocol/dialect.ts';
import type { Capabilities, Person, ServerEventBody } from '../protocol/events.ts';
import type { SessionGrant, SessionState } from '../protocol/relay.ts';
import { DEFAULT_WIDGET_CONFIG, type WidgetConfig } from '../protocol/widget-config.ts';
import { type ClientEnd, createConnection, type OpenedSocket, type TestConnection } from './connection.ts';
import { type Conversation, createConversation, type Script } from './conversation.ts';
import { createTestEnvironment, type TestEnvironment } from './environment.ts';
import { installNetwork } from './install.ts';
import { type RelayReply, relayAnswer, responseOf } from './relay-answers.ts';

export interface TestPlatformOptions {
  /** Address of the relay. Nobody serves it; default `https://relay.example.test`. */
  readonly relay?: string;
  /** Name and picture of the agent; default `{ name: 'Iris' }`. */
  readonly agent?: Person;
  /** First message of the agent; default none. */
  readonly greeting?: string;
  /** Events of each conversation from before the test. The agent has joined when `agentJoined` is among them. */
  readonly history?: readonly ServerEventBody[];
  /** Public configuration of the widget: the relay's branding file. */
  readonly config?: Partial<WidgetConfig>;
  /** Capabilities that the session advertises; default: streaming, and no heartbeats. */
  readonly capabilities?: Partial<Capabilities>;
  /** Fields that differ from the default in the relay's grants. */
  readonly grant?: Partial<SessionGrant>;
  /** Default `service`. */
  readonly dialect?: Dialect;
  /** Answers a call such as `POST /chat/sessions` in place of the relay; undefined: the relay answers. */
  readonly answer?: (call: string) => RelayReply | undefined;
  /**
   * Default true. With false the relay answers and the platform does nothing: the test accepts each of the `connections` and sends
   * its frames.
   */
  readonly isAutomatic?: boolean;
  /** Default: the system's. */
  readonly clock?: Clock;
}

/** A relay and a platform in the memory of a test: no server, and the test scripts both. */
export interface TestPlatform extends Script {
  /** The option `relay` of the chat under test. */
  readonly relay: string;
  /** Address of the platform's sockets. */
  readonly socketUrl: string;
  /** The option `ports` of `createChat`. */
  readonly ports: Pick<Ports, 'fetch' | 'isRefused'> & {
    readonly environment: TestEnvironment;
    openSocket(url: string, client: ClientEnd): OpenedSocket;
  };
  /** Calls to the relay, as `POST /chat/sessions`, in order. */
  readonly calls: readonly string[];
  /** Sockets that the chat has opened, oldest first. */
  readonly connections: readonly TestConnection[];
  /** Commands that the platform has read, in order. */
  readonly received: readonly ReceivedCommand[];
  /** Calls `answer` with each message of the visitor. Returns an unsubscribe function. */
  onMessage(answer: (text: string) => void): () => void;
  /** Loses the visitor's messages until it is called with false: they are neither stored nor confirmed. */
  loseMessages(areLost?: boolean): void;
  /** Cuts every socket and refuses calls and handshakes, until `goOnline`. */
  goOffline(): void;
  goOnline(): void;
  /**
   * Replaces the relay and the platform in a page: its `fetch` for the relay's address and its `WebSocket` for the platform's.
   * All other requests pass. Returns a function that restores the page.
   */
  install(window: Window & typeof globalThis): () => void;
}

const PLATFORM = 'wss://platform.example.test/ws';

/**
 * Creates a scripted relay and platform for tests of a page or of a view. Methods that speak in a conversation throw an `Error`
 * when the chat has started none.
 *
 * @example
 * const platform = createTestPlatform({ greeting: 'Hello, how can I help?' });
 * platform.onMessage(() => platform.reply('Your order left today.'));
 * const chat = createChat({ relay: platform.relay, ports: platform.ports });
 * chat.send('Where is my order?');
 */
export function createTestPlatform(options: TestPlatformOptions = {}): TestPlatform {
  const { clock = systemClock(), dialect = 'service', isAutomatic = true } = options;
  const { agent = { name: 'Iris' }, greeting, capabilities = {}, history = [] } = options;
  const relay = (options.relay ?? 'https://relay.example.test').replace(/\/+$/, '');
  const socketUrl = options.grant?.websocket_url ?? PLATFORM;
  // Tests count calls: a page under test reports nothing (M-14.18).
  const config = { ...DEFAULT_WIDGET_CONFIG, visitor_health: 0, ...options.config };
  const environment = createTestEnvironment();
  const conversations = new Map<string, Conversation>();
  const listeners = new Set<(text: string) => void>();
  const calls: string[] = [];
  const connections: TestConnection[] = [];
  const received: ReceivedCommand[] = [];
  let isOffline = false;
  let losesMessages = false;

  function commandReceived(command: ReceivedCommand): void {
    received.push(command);
    if (command.kind === 'userMessage') for (const answer of [...listeners]) answer(command.text);
  }

  /** Begins the conversation of a session; one from before the test begins again when it is resumed. */
  function begin(sessionId: string): SessionGrant {
    const number = conversations.size + 1;
    const grant: SessionGrant = {
      session_id: sessionId,
      access_token: `token-${number}`,
      expires_in: 900,
      websocket_url: socketUrl,
      dialect,
      ...options.grant,
    };
    const settings = {
      ...{ grant, clock, dialect, agent, greeting, capabilities, history },
      losesMessages: () => losesMessages,
      received: commandReceived,
    };
    conversations.set(grant.session_id, createConversation(settings));
    return grant;
  }

  const sessions = {
    create: () => begin(`session-${conversations.size + 1}`),
    resume(sessionId: string) {
      const known = conversations.get(sessionId);
      if (!known) return begin(sessionId);
      return known.isOpen() ? known.grant : undefined;
    },
    stateOf: (sessionId: string): SessionState =>
      conversations.get(sessionId)?.isOpen() === false ? 'expired' : 'alive',
    remove: (sessionId: string) => void conversations.get(sessionId)?.expire(),
  };

  async function request(url: string, { method = 'GET', signal }: RequestInit): Promise<Response> {
    const call = `${method} ${url.slice(relay.length).replace(/[?#].*/, '')}`;
    calls.push(call);
    const reply = isOffline ? 'refuse' : (options.answer?.(call) ?? relayAnswer(call, sessions, config));
    if (reply === 'refuse') throw new TypeError('unable to connect');
    if (reply !== 'hang') return responseOf(reply);
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
  }

  function openSocket(url: string, client: ClientEnd): OpenedSocket {
    const conversation = conversations.get(new URL(url).searchParams.get('session_id') ?? '');
    const { connection, clientSocket } = createConnection(url, client, clock.now(), (frame) => {
      if (isAutomatic) conversation?.receive(connection, frame);
    });
    connections.push(connection);
    if (isAutomatic)
      queueMicrotask(() => {
        if (connection.isClosed) return;
        if (!conversation || isOffline) connection.close();
        else conversation.connect(connection);
      });
    return clientSocket;
  }

  function current(): Conversation {
    const newest = [...conversations.values()].at(-1);
    if (!newest) throw new Error('unable to speak; the chat has started no conversation');
    return newest;
  }

  return {
    relay,
    socketUrl,
    ports: {
      fetch: (input, init = {}) =>
        input instanceof Request
          ? request(input.url, { method: input.method, signal: input.signal, ...init })
          : request(String(input), init),
      isRefused: async () => false,
      openSocket,
      environment,
    },
    calls,
    connections,
    received,
    onMessage(answer) {
      listeners.add(answer);
      return () => listeners.delete(answer);
    },
    reply: (...message) => current().reply(...message),
    stream: (...message) => current().stream(...message),
    handoff: (handoff) => current().handoff(handoff),
    send: (...events) => current().send(...events),
    sendBatch: (...events) => current().sendBatch(...events),
    end: (reason) => current().end(reason),
    expire: () => current().expire(),
    drop: (code) => current().drop(code),
    loseMessages(areLost = true) {
      losesMessages = areLost;
    },
    goOffline() {
      isOffline = true;
      environment.emit('offline');
      for (const conversation of conversations.values()) conversation.drop();
    },
    goOnline() {
      isOffline = false;
      environment.emit('online');
    },
    install: (window) => installNetwork(window, { relay, socketUrl, environment, request, openSocket }),
  };
}
