import type { Reply } from './answers.ts';
import type { News, Order } from './page.ts';
import { type Chronicle, type ClientFrame, type Connection, isOpen } from './record.ts';
import { createRelayDesk } from './relay-desk.ts';
import type { Upstream } from './upstream.ts';

/** Relay and socket server, told by the script what to do; it hears of what the pages do, and keeps the record. */

export type Handshake = 'accept' | 'refuse' | 'hang' | { readonly acceptAfterMs: number };

/** A server of its own behind the sockets, instead of the script. */
export interface Server {
  opened(connection: Connection): void;
  took(frame: ClientFrame): void;
}

export interface FarSide {
  hear(page: number, news: News): void;
  /** What the pages have to be told, once. */
  ordersFor(page: number): readonly Order[];
  answer(operation: string, reply: Reply, times: number): void;
  /** Queues the answer to the next handshake, of that page or any; gives what has taken it, once something has. */
  nextHandshake(handshake: Handshake, page: number | undefined): () => Connection | undefined;
  /** The socket that the script speaks through: the latest that was accepted and not cut. */
  current(page?: number): Connection | undefined;
  say(connection: Connection, text: string): void;
  sayBinary(connection: Connection, base64: string): void;
  cut(connection: Connection, code: number, reason: string): void;
  /** Calls that the real relay is working on. */
  working(): readonly Promise<void>[];
  /** The server reads and says nothing of its own accord. */
  isSilent: boolean;
  /** Types of client frames that are echoed without a step. */
  readonly echoed: Set<string>;
  echo: (frame: ClientFrame) => void;
  server: Server | null;
}

interface Surroundings {
  readonly chronicle: Chronicle;
  readonly upstream: Upstream | null;
  now(): number;
  later(inMs: number, run: () => void): void;
  /** Whether the rest of the script has an answer for this; then the client waits for it. */
  isExpected(what: 'ws' | 'relay', operation: string | undefined, page: number): boolean;
}

const EMPTY_HISTORY = '{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[]}}';

export function createFarSide(surroundings: Surroundings): FarSide {
  const { chronicle, now, later, isExpected } = surroundings;
  const asking: Connection[] = [];
  const handshakes: { readonly how: Handshake; readonly page: number | undefined; by?: Connection }[] = [];
  const orders = new Map<number, Order[]>();

  const order = (page: number, it: Order) => {
    orders.set(page, [...(orders.get(page) ?? []), it]);
  };
  const desk = createRelayDesk({ ...surroundings, order });

  function accept(connection: Connection, isScripted: boolean): void {
    if (connection.end) return;
    connection.openedAt = now();
    chronicle.mostOpen = Math.max(chronicle.mostOpen, chronicle.connections.filter(isOpen).length);
    order(connection.page, { do: 'opened', socket: connection.socket });
    if (isScripted) return;
    if (far.server) far.server.opened(connection);
    else far.say(connection, EMPTY_HISTORY);
  }

  function shake(connection: Connection, how: Handshake): void {
    if (how === 'hang') return;
    if (how === 'accept') return accept(connection, true);
    if (how !== 'refuse') return later(how.acceptAfterMs, () => accept(connection, true));
    connection.end = { at: now(), by: 'refusal', code: 1006 };
    order(connection.page, { do: 'closed', socket: connection.socket, code: 1006, reason: '' });
  }

  /** Gives waiting handshakes what the script has for them, or the default once it has nothing more. */
  function pump(): void {
    for (const connection of asking.splice(0)) {
      if (connection.end) continue;
      const next = handshakes.find(
        (it) => it.by === undefined && (it.page === undefined || it.page === connection.page),
      );
      if (next) {
        next.by = connection;
        shake(connection, next.how);
      } else if (isExpected('ws', undefined, connection.page)) asking.push(connection);
      else accept(connection, false);
    }
  }

  function took(page: number, { socket, text, at }: News & { is: 'sent' }): void {
    const connection = find(page, socket);
    if (!connection) return;
    const frame: ClientFrame = {
      page,
      at,
      connection,
      text,
      ...(JSON.parse(text) as Pick<ClientFrame, 'type' | 'payload' | 'metadata'>),
      isUnread: connection.isDeaf,
    };
    chronicle.sent.push(frame);
    if (connection.end || connection.isDeaf) return;
    far.server?.took(frame);
    if (far.isSilent) return;
    if (frame.type === 'EVENT_TYPE_HEARTBEAT') {
      const id = `hb-${chronicle.sent.length}`;
      far.say(connection, JSON.stringify({ id, sequence: null, type: frame.type, payload: {} }));
    } else if (far.echoed.has(frame.type)) far.echo(frame);
  }

  const find = (page: number, socket: number) =>
    chronicle.connections.find((it) => it.page === page && it.socket === socket);

  const far: FarSide = {
    isSilent: false,
    echoed: new Set(),
    echo: () => {},
    server: null,
    working: desk.working,
    hear(page, news) {
      switch (news.is) {
        case 'socket': {
          const { socket, url, at } = news;
          const connection: Connection = { page, socket, url: new URL(url), askedAt: at, isDeaf: false };
          chronicle.connections.push(connection);
          asking.push(connection);
          return;
        }
        case 'closed': {
          const connection = find(page, news.socket);
          if (connection && !connection.end) connection.end = { at: news.at, by: 'client', code: news.code };
          return;
        }
        case 'sent':
          return took(page, news);
        case 'call':
          return desk.called(page, news);
        case 'aborted':
          return desk.aborted(page, news);
        case 'status':
          chronicle.statuses.push({ page, at: news.at, status: news.status });
          return;
        case 'sighted':
          chronicle.sightings.add(news.what);
          return;
        case 'event':
          chronicle.events.push({ page, name: news.name, detail: news.detail });
          return;
        case 'error':
          chronicle.errors.push(news.message);
          return;
        case 'dropped':
          chronicle.dropped.push(news);
          return;
      }
    },
    ordersFor(page) {
      desk.answerWaiting();
      pump();
      const own = orders.get(page) ?? [];
      orders.delete(page);
      return own;
    },
    answer: desk.answer,
    nextHandshake(how, page) {
      const handshake: (typeof handshakes)[number] = { how, page };
      handshakes.push(handshake);
      return () => handshake.by;
    },
    current: (page) =>
      chronicle.connections
        .filter((it) => it.openedAt !== undefined && it.end?.by !== 'server' && (page ?? it.page) === it.page)
        .sort((a, b) => Number(a.openedAt) - Number(b.openedAt))
        .at(-1),
    say(connection, text) {
      order(connection.page, { do: 'text', socket: connection.socket, text });
    },
    sayBinary(connection, base64) {
      order(connection.page, { do: 'binary', socket: connection.socket, base64 });
    },
    cut(connection, code, reason) {
      if (connection.end?.by !== 'client') connection.end = { at: now(), by: 'server', code };
      order(connection.page, { do: 'closed', socket: connection.socket, code, reason });
    },
  };
  return far;
}
