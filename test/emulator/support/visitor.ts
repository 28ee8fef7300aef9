import { type ClientOptions, WebSocket } from 'ws';
import type { Emulator } from '../../../src/emulator/index.ts';
import { decode } from '../../../src/protocol/codec.ts';
import type { ServerEvent, ServerEventKind } from '../../../src/protocol/events.ts';

/** A minimal client of the messaging host for tests, with real HTTP and real sockets. */

export const NO_WAIT = { wordMs: 0, thinkingMs: 0 };

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export async function call(
  emulator: Pick<Emulator, 'messagingUrl'>,
  path: string,
  init: RequestInit = {},
): Promise<HttpAnswer> {
  const answer = await fetch(emulator.messagingUrl + path, { method: 'POST', ...init });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

export async function newToken(emulator: Emulator): Promise<string> {
  const { body } = await call(emulator, '/api/v1/access-token', {
    headers: { 'X-Token': emulator.connectorToken, 'X-Host': emulator.hostIdentifier },
    body: '{}',
  });
  return (body as { access_token: string }).access_token;
}

export interface Session {
  readonly id: string;
  readonly token: string;
}

export async function newSession(emulator: Emulator, fields: object = {}): Promise<Session> {
  const token = await newToken(emulator);
  const { body } = await call(emulator, '/api/v1/sessions', {
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(fields),
  });
  return { id: (body as { session_id: string }).session_id, token };
}

export const socketUrl = ({ messagingUrl }: Emulator, query: Record<string, string>): string =>
  `${messagingUrl.replace('http', 'ws')}/ws?${new URLSearchParams(query)}`;

export interface Socket {
  /** The received frames as parsed JSON. */
  readonly frames: readonly unknown[];
  /** The received events, including those of batches. */
  events(): readonly ServerEvent[];
  send(frame: unknown): void;
  sendRaw(content: string | Uint8Array): void;
  ping(times: number): void;
  say(text: string, clientEventId?: string): void;
  join(): void;
  /** Resolves with the first event of the kind, which may have arrived before the call. */
  until(kind: ServerEventKind): Promise<ServerEvent>;
  /** Resolves when all reactions to the frames sent so far have arrived. It waits for the echo of a heartbeat. */
  settled(): Promise<void>;
  readonly closed: Promise<number>;
  close(): Promise<number>;
}

const isEcho = (event: ServerEvent, id: string) => event.kind === 'heartbeat' && event.clientEventId === id;

/** Opens a socket and resolves when the first history frame has arrived. */
export async function openSocket(
  emulator: Emulator,
  session: Session,
  query: Record<string, string> = {},
): Promise<Socket> {
  const socket = new WebSocket(
    socketUrl(emulator, { session_id: session.id, access_token: session.token, ...query }),
  );
  const frames: unknown[] = [];
  const events: ServerEvent[] = [];
  const watching = new Set<() => void>();
  let beats = 0;

  socket.on('message', (content) => {
    const text = content.toString();
    frames.push(JSON.parse(text));
    events.push(...decode(text).events);
    for (const look of [...watching]) look();
  });
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
    socket.on('error', () => {});
  });

  /** Resolves with the first fitting item of a growing list. Rejects when the socket closes before there is one. */
  function found<T>(list: readonly T[], fits: (item: T) => boolean, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      let seen = 0;
      const look = () => {
        for (; seen < list.length; seen += 1) {
          const item = list[seen];
          if (item === undefined || !fits(item)) continue;
          watching.delete(look);
          return resolve(item);
        }
      };
      watching.add(look);
      closed.then(() => reject(new Error(`the socket closed without ${what}`)));
      look();
    });
  }

  const send = (frame: unknown) => socket.send(JSON.stringify(frame));
  await found(frames, () => true, 'a history');

  return {
    frames,
    events: () => events,
    send,
    sendRaw: (content) => socket.send(content),
    ping(times) {
      for (let time = 0; time < times; time += 1) socket.ping();
    },
    say: (text, id = 'c-1') =>
      send({
        type: 'EVENT_TYPE_USER_MESSAGE',
        payload: { text },
        metadata: { custom: { client_event_id: id } },
      }),
    join: () => send({ type: 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', payload: {} }),
    until: (kind) => found(events, (event) => event.kind === kind, kind),
    async settled() {
      beats += 1;
      const id = `beat-${beats}`;
      send({ type: 'EVENT_TYPE_HEARTBEAT', payload: {}, metadata: { custom: { local_id: id } } });
      await found(events, (event) => isEcho(event, id), 'the echo of a heartbeat');
    },
    closed,
    close() {
      socket.close();
      return closed;
    },
  };
}

/** The status and body of a refused handshake; 101 for an accepted one. */
export function handshake(
  url: string,
  options: ClientOptions = {},
): Promise<{ status: number; body?: unknown; retryAfter?: string }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, options);
    socket.on('open', () => {
      socket.terminate();
      resolve({ status: 101 });
    });
    socket.on('unexpected-response', (_, response) => {
      const parts: Buffer[] = [];
      const retryAfter = response.headers['retry-after'];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({
          status: response.statusCode ?? 0,
          ...(text !== '' && { body: JSON.parse(text) as unknown }),
          ...(retryAfter !== undefined && { retryAfter }),
        });
      });
    });
    socket.on('error', reject);
  });
}

/** The kinds of the received events, without heartbeats. */
export const kindsOf = (socket: Socket): readonly ServerEventKind[] =>
  socket.events().flatMap(({ kind }) => (kind === 'heartbeat' ? [] : [kind]));
