import { type Chat, createChat, type DebugEntry, type News, type Ports } from '../../src/chat/index.ts';
import type { SocketEvents } from '../../src/chat/socket.ts';
import type { Dialect } from '../../src/protocol/dialect.ts';
import type { SessionGrant } from '../../src/protocol/relay.ts';
import { createFakeClock } from './fake-clock.ts';
import { type SharedStorage, scriptedSurroundings, sharedStorage } from './scripted-ports.ts';

/** A far side that a test scripts: the relay's answers, the sockets, the network, the browser's storage, the clock. */

export const GRANT: SessionGrant = {
  session_id: 'session-1',
  access_token: 'token-1',
  expires_in: 900,
  websocket_url: 'wss://platform.example.test/ws',
  dialect: 'service',
};

/** How each dialect spells the platform's agent (spec messaging §1). */
export const AGENT: Record<Dialect, string> = { service: 'SERVICE_AGENT', poly: 'POLY_AGENT' };

export interface ScriptedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface ScriptedSocket {
  readonly url: URL;
  readonly openedAt: number;
  /** What the client wrote, in order. */
  readonly sent: {
    readonly type: string;
    readonly payload: unknown;
    readonly metadata?: { custom: Record<string, string> };
  }[];
  readonly isClosed: boolean;
  accept(): void;
  text(frame: string): void;
  binary(): void;
  /** History: one EVENT_BATCH frame. */
  batch(...events: unknown[]): void;
  event(event: unknown): void;
  /** The server's close code; 1006 for a cut. */
  drop(code?: number): void;
  /** Echoes the n-th frame of a type back (the latest by default), as the platform does. */
  echo(type: string, sequence: number, options?: { strip?: boolean; id?: string }): void;
}

export interface World {
  readonly chat: Chat;
  readonly sockets: ScriptedSocket[];
  /** Relay calls, as "POST /chat/sessions". */
  readonly calls: string[];
  readonly stored: SharedStorage;
  readonly clock: ReturnType<typeof createFakeClock>;
  /** The newest socket. */
  socket(): ScriptedSocket;
  /** Lets promises run. */
  settle(): Promise<void>;
  advance(ms: number): Promise<void>;
  network(news: 'online' | 'offline'): void;
  show(): void;
  tell(news: News): void;
  /** What the browser says when it is asked; tells nobody. */
  set(isOnline: boolean): void;
  /** Starts the chat and accepts the first socket. */
  begin(): Promise<ScriptedSocket>;
  /** Starts, joins and returns the socket of a conversation whose agent has joined. */
  ready(): Promise<ScriptedSocket>;
  /** The transcript in short. */
  lines(): string[];
}

/** undefined: the ordinary answer. */
type Answers = (call: string) => ScriptedAnswer | 'hang' | 'refuse' | undefined;

export function createWorld(
  options: {
    answers?: Answers;
    stored?: string;
    roll?: number;
    storage?: SharedStorage;
    onDebug?: (entry: DebugEntry) => void;
    dialect?: Dialect;
  } = {},
): World {
  const clock = createFakeClock();
  const sockets: ScriptedSocket[] = [];
  const calls: string[] = [];
  const stored = options.storage ?? sharedStorage(options.stored ?? null);
  const surroundings = scriptedSurroundings();
  let ids = 0;

  const dialect = options.dialect ?? GRANT.dialect;
  const agent = AGENT[dialect];
  const answers = (call: string) => options.answers?.(call) ?? defaultAnswer(call, { ...GRANT, dialect });
  const ports: Partial<Ports> = {
    clock,
    random: () => options.roll ?? 0.5,
    uuid: () => `client-${++ids}`,
    store: stored.page(),
    surroundings,
    fetch: (async (input: string, init?: RequestInit) => {
      const call = `${init?.method ?? 'GET'} ${new URL(input).pathname}`;
      calls.push(call);
      const answer = answers(call);
      if (answer === 'refuse') throw new TypeError('unable to connect');
      if (answer === 'hang') {
        return new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        );
      }
      const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
      const hasBody = answer.status !== 204;
      return new Response(hasBody ? body : null, { status: answer.status, headers: answer.headers ?? {} });
    }) as typeof fetch,
    openSocket(url, on) {
      const socket = scriptedSocket(new URL(url), on, clock.now());
      sockets.push(socket);
      return { send: (frame) => socket.sent.push(JSON.parse(frame)), close: () => socket.closeByClient() };
    },
  };
  const chat = createChat({ relay: 'https://relay.example.test', ports, onDebug: options.onDebug });

  const world: World = {
    chat,
    sockets,
    calls,
    stored,
    clock,
    socket() {
      const newest = sockets.at(-1);
      if (!newest) throw new Error('no socket was opened');
      return newest;
    },
    async settle() {
      for (let i = 0; i < 50; i++) await Promise.resolve();
    },
    async advance(ms) {
      await world.settle();
      clock.advance(ms);
      await world.settle();
    },
    network: surroundings.tell,
    show: () => surroundings.tell('visible'),
    tell: surroundings.tell,
    set: surroundings.set,
    async begin() {
      chat.start();
      await world.settle();
      const socket = world.socket();
      socket.accept();
      return socket;
    },
    async ready() {
      const socket = await world.begin();
      socket.batch(sessionStart());
      await world.advance(250);
      socket.echo(`EVENT_TYPE_REQUEST_${agent}_JOIN`, 2);
      socket.event(wire(`${agent}_JOINED`, 3, { agent_name: 'Iris' }));
      return socket;
    },
    lines: () =>
      chat.transcript.value.map((entry) =>
        entry.kind === 'notice'
          ? `(${entry.notice})`
          : `${entry.author}: ${entry.text}${entry.delivery ? ` [${entry.delivery}]` : ''}${entry.streaming ? ' …' : ''}`,
      ),
  };
  return world;
}

function defaultAnswer(call: string, grant: SessionGrant): ScriptedAnswer {
  if (call === 'POST /chat/sessions') return { status: 201, body: grant };
  if (call.endsWith('/resume')) return { status: 200, body: grant };
  if (call.startsWith('DELETE')) return { status: 204 };
  return { status: 200, body: { state: 'alive' } };
}

function scriptedSocket(
  url: URL,
  on: SocketEvents,
  openedAt: number,
): ScriptedSocket & { closeByClient(): void } {
  let isClosed = false;
  const socket: ScriptedSocket & { closeByClient(): void } = {
    url,
    openedAt,
    sent: [],
    get isClosed() {
      return isClosed;
    },
    accept: () => on.opened(),
    text: (frame) => on.text(frame),
    binary: () => on.binary(),
    batch: (...events) => on.text(JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } })),
    event: (event) => on.text(JSON.stringify(event)),
    drop(code = 1006) {
      isClosed = true;
      on.closed(code);
    },
    echo(type, sequence, { strip = false, id } = {}) {
      const frame = socket.sent.findLast((it) => it.type === type);
      if (!frame) throw new Error(`nothing of type ${type} was sent`);
      socket.event({
        id: id ?? `echo-${sequence}`,
        sequence,
        timestamp: stampAt(sequence),
        type,
        payload: { ...(frame.payload as object), message_id: `user-${sequence}` },
        ...(strip ? {} : { metadata: frame.metadata }),
      });
    },
    closeByClient() {
      isClosed = true;
    },
  };
  return socket;
}

const stampAt = (sequence: number) => new Date(Date.UTC(2026, 10, 2, 9, 0, sequence)).toISOString();

/** An event of the platform as it stands on the wire. */
export const wire = (type: string, sequence: number | null, payload: object = {}) => ({
  id: sequence === null ? `transient-${type}` : `event-${sequence}`,
  sequence,
  timestamp: stampAt(sequence ?? 0),
  type: `EVENT_TYPE_${type}`,
  payload,
});

export const sessionStart = (capabilities: object = {}) =>
  wire('SESSION_START', 1, {
    capabilities: { streaming: true, max_message_size_bytes: 131_072, ...capabilities },
  });
export const agentJoined = (sequence: number) =>
  wire('SERVICE_AGENT_JOINED', sequence, { agent_name: 'Iris' });
export const thinking = () => wire('SERVICE_AGENT_THINKING', null);
export const agentMessage = (sequence: number, text: string, extra: object = {}) =>
  wire('SERVICE_AGENT_MESSAGE', sequence, {
    message_id: `agent-${sequence}`,
    text,
    attachments: [],
    response_suggestions: [],
    ...extra,
  });
export const chunk = (sequence: number, messageId: string, index: number, text: string, isComplete = false) =>
  wire('SERVICE_AGENT_MESSAGE_CHUNK', sequence, {
    message_id: messageId,
    chunk_index: index,
    text,
    attachments: [],
    response_suggestions: [],
    is_complete: isComplete,
  });
export const systemMessage = (message: string, level = 'ERROR') =>
  wire('SYSTEM_MESSAGE', null, { level: `SYSTEM_MESSAGE_LEVEL_${level}`, message });
