import {
  type Chat,
  type ContextRequired,
  createChat,
  type DebugEntry,
  type PageEvent,
  type Ports,
} from '../../src/chat/index.ts';
// Loaded beforehand, so that no test waits for it.
import '../../src/chat/shell/ask-for-context.ts';
import { debugLog } from '../../src/chat/shell/debug-log.ts';
import { runChat } from '../../src/chat/shell/run-chat.ts';
import type { step } from '../../src/chat/steps/step.ts';
import type { Dialect } from '../../src/protocol/dialect.ts';
import type { ChunkJoin, SessionGrant } from '../../src/protocol/relay.ts';
import {
  createTestPlatform,
  type RelayReply,
  type TestConnection,
  type WireFrame,
} from '../../src/testing/index.ts';
import { createFakeClock } from './fake-clock.ts';
import { type SharedStorage, sharedStorage } from './page-storage.ts';

/** Test harness of the chat client: a test platform that does only what a test says, and a fake clock. */

export const GRANT: SessionGrant = {
  session_id: 'session-1',
  access_token: 'token-1',
  expires_in: 900,
  websocket_url: 'wss://platform.example.test/ws',
  dialect: 'service',
};

/** Infix of the platform's agent in each dialect (M-1.1). */
export const AGENT: Record<Dialect, string> = { service: 'SERVICE_AGENT', poly: 'POLY_AGENT' };

export interface ScriptedSocket extends Pick<TestConnection, 'url' | 'isClosed' | 'accept'> {
  readonly openedAt: number;
  /** Frames that the client has sent, in order. */
  readonly sent: readonly WireFrame[];
  receiveText(frame: string): void;
  receiveBinary(): void;
  /** The client receives a history: one EVENT_BATCH frame (M-4.11). */
  receiveBatch(...events: unknown[]): void;
  receiveEvent(event: unknown): void;
  /** Closes the socket from the server's side; 1006 is a network failure. */
  drop(code?: number): void;
  /** Echoes the latest frame of a type, as the platform does (M-4.10). `strip` leaves the metadata out. */
  echo(type: string, sequence: number, options?: { strip?: boolean; id?: string }): void;
}

export interface ChatHarness {
  readonly chat: Chat;
  readonly sockets: readonly ScriptedSocket[];
  /** Calls to the relay, as "POST /chat/sessions". */
  readonly calls: readonly string[];
  readonly stored: SharedStorage;
  readonly clock: ReturnType<typeof createFakeClock>;
  /** The newest socket. */
  socket(): ScriptedSocket;
  /** The questions for a verified context, each as `session context`. */
  readonly contextsAsked: readonly string[];
  /** Answers the latest question for a verified context. */
  answerContext(token: string | null | Error): void;
  /** Waits until pending promises have settled. */
  settle(): Promise<void>;
  advance(ms: number): Promise<void>;
  changeNetwork(event: 'online' | 'offline'): void;
  becomeVisible(): void;
  emit(event: PageEvent): void;
  /** Sets the value of `isOnline()` without an event. */
  setOnline(isOnline: boolean): void;
  /** Starts the chat and accepts the first socket. */
  connect(): Promise<ScriptedSocket>;
  /** Starts the chat, lets the agent join and returns the socket. */
  connectAndJoin(): Promise<ScriptedSocket>;
  /** Transcript as one line per entry. */
  lines(): string[];
}

export function createChatHarness(
  options: {
    /** Answer to a call; undefined: the default answer. */
    answers?: (call: string) => RelayReply | undefined;
    stored?: string;
    random?: number;
    storage?: SharedStorage;
    onDebug?: (entry: DebugEntry) => void;
    dialect?: Dialect;
    /** The relay does not know for certain that the platform speaks `dialect` (M-1.6). */
    isDialectAssumed?: boolean;
    chunkJoin?: string;
    /** Replaces the client's pure function. */
    step?: typeof step;
    mask?: (text: string) => string;
    pageContext?: () => Record<string, string>;
    /** Answer to a resume that was sent before the chat began (M-3.24). */
    earlyResume?: Promise<unknown>;
    /** Wraps the ports. */
    wrapPorts?: (ports: Partial<Ports>) => Partial<Ports>;
  } = {},
): ChatHarness {
  const clock = createFakeClock();
  const stored = options.storage ?? sharedStorage(options.stored ?? null);
  let lastId = 0;
  const contextsAsked: string[] = [];
  let answerContext: ChatHarness['answerContext'] = () => {};
  let newest: { readonly connection: TestConnection; readonly socket: ScriptedSocket } | undefined;

  const dialect = options.dialect ?? GRANT.dialect;
  const agent = AGENT[dialect];
  const platform = createTestPlatform({
    isAutomatic: false,
    clock,
    grant: {
      ...GRANT,
      dialect,
      ...(options.isDialectAssumed && { dialect_assumed: true }),
      chunk_join: options.chunkJoin as ChunkJoin | undefined,
    },
    ...(options.answers && { answer: options.answers }),
  });
  const { environment, fetch, openSocket } = platform.ports;
  const ports: Partial<Ports> = {
    clock,
    random: () => options.random ?? 0.5,
    uuid: () => `client-${++lastId}`,
    store: stored.openPage(),
    environment,
    fetch,
    openSocket,
  };
  const chatOptions = {
    relay: platform.relay,
    mask: options.mask,
    pageContext: options.pageContext,
    onContextRequired: ({ sessionId, contextId }: ContextRequired) => {
      contextsAsked.push(`${sessionId} ${contextId}`);
      return new Promise<string | null>((resolve, reject) => {
        answerContext = (answer) => (answer instanceof Error ? reject(answer) : resolve(answer));
      });
    },
    ports: options.wrapPorts?.(ports) ?? ports,
  };
  const { onDebug, step, earlyResume } = options;
  const chat =
    step || earlyResume
      ? runChat(
          { ...chatOptions, earlyResume },
          { ...(step && { step }), onStep: onDebug && debugLog(onDebug) },
        )
      : createChat({ ...chatOptions, onDebug });

  const harness: ChatHarness = {
    chat,
    get sockets() {
      return platform.connections.map(scriptedSocket);
    },
    calls: platform.calls,
    stored,
    contextsAsked,
    answerContext: (token) => answerContext(token),
    clock,
    socket() {
      const connection = platform.connections.at(-1);
      if (!connection) throw new Error('no socket was opened');
      if (newest?.connection !== connection) newest = { connection, socket: scriptedSocket(connection) };
      return newest.socket;
    },
    async settle() {
      for (let i = 0; i < 50; i++) await Promise.resolve();
    },
    async advance(ms) {
      await harness.settle();
      clock.advance(ms);
      await harness.settle();
    },
    changeNetwork: environment.emit,
    becomeVisible: () => environment.emit('visible'),
    emit: environment.emit,
    setOnline: environment.setOnline,
    async connect() {
      chat.start();
      await harness.settle();
      const socket = harness.socket();
      socket.accept();
      return socket;
    },
    async connectAndJoin() {
      const socket = await harness.connect();
      socket.receiveBatch(sessionStart());
      await harness.advance(250);
      socket.echo(`EVENT_TYPE_REQUEST_${agent}_JOIN`, 2);
      socket.receiveEvent(wireEvent(`${agent}_JOINED`, 3, { agent_name: 'Iris' }));
      return socket;
    },
    lines: () =>
      chat.transcript.value.map((entry) =>
        entry.kind === 'notice'
          ? `(${entry.notice})`
          : `${entry.author}: ${entry.text}${entry.delivery ? ` [${entry.delivery}]` : ''}${entry.streaming ? ' …' : ''}`,
      ),
  };
  return harness;
}

function scriptedSocket(connection: TestConnection): ScriptedSocket {
  const receiveEvent = (event: unknown) => connection.send(JSON.stringify(event));
  return {
    url: connection.url,
    openedAt: connection.requestedAt,
    sent: connection.sent,
    get isClosed() {
      return connection.isClosed;
    },
    accept: connection.accept,
    receiveText: connection.send,
    receiveBinary: () => connection.sendBinary(),
    receiveBatch: (...events) => receiveEvent({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }),
    receiveEvent,
    drop: (code) => connection.close(code),
    echo(type, sequence, { strip = false, id } = {}) {
      const frame = connection.sent.findLast((frame) => frame.type === type);
      if (!frame) throw new Error(`nothing of type ${type} was sent`);
      receiveEvent({
        id: id ?? `echo-${sequence}`,
        sequence,
        timestamp: stampAt(sequence),
        type,
        payload: { ...(frame.payload as object), message_id: `user-${sequence}` },
        ...(strip ? {} : { metadata: frame.metadata }),
      });
    },
  };
}

const stampAt = (sequence: number) => new Date(Date.UTC(2026, 10, 2, 9, 0, sequence)).toISOString();

/** Event of the platform in wire spelling. A null sequence makes it transient (M-4.3). */
export const wireEvent = (type: string, sequence: number | null, payload: object = {}) => ({
  id: sequence === null ? `transient-${type}` : `event-${sequence}`,
  sequence,
  timestamp: stampAt(sequence ?? 0),
  type: `EVENT_TYPE_${type}`,
  payload,
});

export const sessionStart = (capabilities: object = {}, contextId?: unknown) =>
  wireEvent('SESSION_START', 1, {
    context_id: contextId,
    capabilities: { streaming: true, max_message_size_bytes: 131_072, ...capabilities },
  });
export const agentJoined = (sequence: number) =>
  wireEvent('SERVICE_AGENT_JOINED', sequence, { agent_name: 'Iris' });
export const thinking = () => wireEvent('SERVICE_AGENT_THINKING', null);
export const agentMessage = (sequence: number, text: string, extra: object = {}) =>
  wireEvent('SERVICE_AGENT_MESSAGE', sequence, {
    message_id: `agent-${sequence}`,
    text,
    attachments: [],
    response_suggestions: [],
    ...extra,
  });
export const chunk = (sequence: number, messageId: string, index: number, text: string, isComplete = false) =>
  wireEvent('SERVICE_AGENT_MESSAGE_CHUNK', sequence, {
    message_id: messageId,
    chunk_index: index,
    text,
    attachments: [],
    response_suggestions: [],
    is_complete: isComplete,
  });
export const systemMessage = (message: string, level = 'ERROR') =>
  wireEvent('SYSTEM_MESSAGE', null, { level: `SYSTEM_MESSAGE_LEVEL_${level}`, message });
