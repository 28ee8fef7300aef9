import { type Chat, createChat } from '../../../src/chat/index.ts';
import type { SocketEvents } from '../../../src/chat/socket.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { scriptedSurroundings, sharedStorage } from '../../support/scripted-ports.ts';
import { createUpstream, type Upstream } from './upstream.ts';

/** Everything outside of the client, scripted: relay, sockets, storage, network and clock. It also keeps the record. */

export interface ClientFrame {
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly metadata?: { readonly custom: Record<string, string> };
  readonly at: number;
}

export interface Connection {
  readonly url: URL;
  readonly on: SocketEvents;
  readonly askedAt: number;
  state: 'asking' | 'open' | 'cut';
  isClosedByClient: boolean;
}

export interface Answer {
  readonly status: number;
  readonly json?: Record<string, unknown>;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

export interface FarSide {
  readonly clock: FakeClock;
  readonly chat: Chat;
  readonly connections: Connection[];
  readonly sent: ClientFrame[];
  /** Calls of the relay by operation, with when they began and were given up. */
  readonly calls: {
    readonly operation: string;
    readonly at: number;
    endedAt?: number;
    isAborted?: boolean;
  }[];
  readonly stored: { id: string | null };
  readonly lostAt: number[];
  readonly dropped: { readonly what: string }[];
  readonly statuses: { readonly at: number; readonly status: string }[];
  readonly listeners: () => number;
  readonly upstream: Upstream | null;
  /** Queues the answer to the next call of an operation. */
  answer(operation: string, answer: Answer | 'hang', times: number): void;
  /** Queues the answer to the next handshake; resolves `true` once one has taken it. */
  nextHandshake(answer: 'accept' | 'refuse' | 'hang'): () => boolean;
  network(news: 'online' | 'offline'): void;
  show(): void;
  isSilent: boolean;
  /** A server of its own behind every socket, instead of the script. */
  server: {
    opened(connection: Connection): void;
    took(frame: ClientFrame, connection: Connection): void;
  } | null;
  /** The socket that the script speaks through: the latest that was accepted and not cut. */
  current(): Connection | undefined;
  cut(code: number): void;
  /** Lets promises and zero-time events run. */
  settle(): Promise<void>;
}

const GRANT = {
  session_id: 'session-1',
  access_token: 'token-1',
  ws_url: 'wss://platform.example.test/ws',
  expires_in: 900,
};
const DEFAULTS: Record<string, Answer> = {
  create: { status: 201, json: GRANT },
  resume: { status: 200, json: GRANT },
  session_status: { status: 200, json: { state: 'alive' } },
  end: { status: 204 },
};
const STATES: Record<number, string> = { 404: 'expired', 401: 'token_mismatch', 429: 'too_many_connections' };

/** The scenario's answer in the contract's shape (contract §4). */
function response(operation: string, answer: Answer): Response {
  const { ws_url, ...json } = answer.json ?? {};
  let { status } = answer;
  let body =
    answer.body ??
    JSON.stringify(ws_url === undefined ? json : { ...json, websocket_url: ws_url, dialect: 'poly' });
  if (operation === 'session_status' && STATES[status]) {
    body = JSON.stringify({ state: STATES[status] });
    status = 200;
  }
  return new Response(status === 204 ? null : body, { status, headers: answer.headers ?? {} });
}

function operationOf(method: string, path: string): string {
  if (method === 'DELETE') return 'end';
  if (path.endsWith('/resume')) return 'resume';
  return method === 'GET' ? 'session_status' : 'create';
}

interface FarSideOptions {
  /** Calls go through the real relay to a scripted platform. */
  readonly hasUpstream?: boolean;
  /** What the page says when it opens the chat. */
  readonly chatOptions?: object;
}

/** `isExpected` tells whether the rest of the script has an answer for this; then the client waits for it. */
export function createFarSide(
  seed: number,
  isExpected: (what: string) => boolean,
  storedSessionId: string | null,
  clockOffsetMs: number,
  { hasUpstream = false, chatOptions = {} }: FarSideOptions = {},
): FarSide {
  const clock = createFakeClock(Date.UTC(2026, 10, 2, 9) + clockOffsetMs);
  const upstream = hasUpstream ? createUpstream(clock) : null;
  const queued = new Map<string, { answer: Answer | 'hang'; times: number }[]>();
  const waiting: { readonly operation: string; readonly go: () => void }[] = [];
  const handshakes: { readonly answer: 'accept' | 'refuse' | 'hang'; isTaken: boolean }[] = [];
  const asking: Connection[] = [];
  const soon: (() => void)[] = [];
  const surroundings = scriptedSurroundings();
  let ids = 0;
  let state = seed * 48_271;

  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };

  function take(operation: string): Answer | 'hang' | undefined {
    const queue = queued.get(operation) ?? [];
    const first = queue[0];
    if (!first) return isExpected(`relay ${operation}`) ? undefined : DEFAULTS[operation];
    first.times -= 1;
    if (first.times <= 0) queue.shift();
    return first.answer;
  }

  async function answerTo(operation: string, signal: AbortSignal | null | undefined): Promise<Response> {
    const call: FarSide['calls'][number] = { operation, at: clock.now() };
    far.calls.push(call);
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => {
        call.endedAt = clock.now();
        call.isAborted = true;
        reject(new Error('aborted'));
      }),
    );
    for (;;) {
      const answer = take(operation);
      if (answer === 'hang') return aborted;
      if (answer) {
        call.endedAt = clock.now();
        return response(operation, answer);
      }
      await Promise.race([aborted, new Promise<void>((go) => waiting.push({ operation, go }))]);
    }
  }

  /** Gives waiting handshakes what the script has for them, or the default once it has nothing more. */
  function pump(): void {
    while (asking.length > 0) {
      const next = handshakes.find((it) => !it.isTaken);
      if (!next && isExpected('ws')) return;
      const connection = asking.shift();
      if (!connection || connection.isClosedByClient) continue;
      if (next) next.isTaken = true;
      if (next?.answer === 'hang') continue;
      soon.push(() => {
        if (connection.isClosedByClient) return;
        if (next?.answer === 'refuse') {
          connection.state = 'cut';
          far.lostAt.push(clock.now());
          return connection.on.closed(1006);
        }
        connection.state = 'open';
        connection.on.opened();
        if (!next && far.server) far.server.opened(connection);
        else if (!next) connection.on.text('{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[]}}');
      });
    }
  }

  const stored = sharedStorage(storedSessionId);
  const chat = createChat({
    ...chatOptions,
    relay: 'https://relay.example.test',
    ports: {
      clock,
      random,
      uuid: () => `client-${++ids}`,
      store: stored.page(),
      surroundings,
      fetch: ((url: string, init: RequestInit = {}) =>
        upstream
          ? upstream.fetch(url, init)
          : answerTo(operationOf(init.method ?? 'GET', new URL(url).pathname), init.signal)) as typeof fetch,
      openSocket(url, on) {
        const connection: Connection = {
          url: new URL(url),
          on,
          askedAt: clock.now(),
          state: 'asking',
          isClosedByClient: false,
        };
        far.connections.push(connection);
        asking.push(connection);
        pump();
        return {
          send(text) {
            const frame = { ...(JSON.parse(text) as ClientFrame), at: clock.now() };
            far.sent.push(frame);
            soon.push(() => far.server?.took(frame, connection));
            if (frame.type !== 'EVENT_TYPE_HEARTBEAT' || far.isSilent) return;
            soon.push(() => {
              const echo = { id: `hb-${far.sent.length}`, sequence: null, type: frame.type, payload: {} };
              if (connection.state === 'open' && !connection.isClosedByClient) on.text(JSON.stringify(echo));
            });
          },
          close() {
            connection.isClosedByClient = true;
          },
        };
      },
    },
  });

  const far: FarSide = {
    clock,
    chat,
    connections: [],
    sent: [],
    calls: [],
    stored,
    lostAt: [],
    dropped: [],
    statuses: [],
    listeners: surroundings.listeners,
    upstream,
    isSilent: false,
    server: null,
    answer(operation, answer, times) {
      queued.set(operation, [...(queued.get(operation) ?? []), { answer, times }]);
      for (const it of waiting.splice(0)) it.go();
    },
    nextHandshake(answer) {
      const handshake = { answer, isTaken: false };
      handshakes.push(handshake);
      pump();
      return () => handshake.isTaken;
    },
    network(news) {
      if (news === 'offline') far.lostAt.push(clock.now());
      surroundings.tell(news);
    },
    show: () => surroundings.tell('visible'),
    current: () => far.connections.findLast(({ state: it }) => it === 'open'),
    cut(code) {
      const connection = far.current();
      far.lostAt.push(clock.now());
      if (!connection) return;
      connection.state = 'cut';
      if (!connection.isClosedByClient) connection.on.closed(code);
    },
    async settle() {
      for (let i = 0; i < 40; i++) {
        await Promise.resolve();
        pump();
        for (const fn of soon.splice(0)) fn();
        // The relay reads bodies, which takes more than a promise.
        if (upstream) await new Promise((go) => setImmediate(go));
      }
    },
  };
  chat.on('dropped', (it) => far.dropped.push(it));
  chat.connection.subscribe((status) => far.statuses.push({ at: clock.now(), status }));
  return far;
}
