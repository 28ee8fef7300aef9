import { type Chat, createChat } from '../../src/chat/index.ts';
import type { SocketEvents } from '../../src/chat/socket.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { scriptedSurroundings, sharedStorage } from './scripted-ports.ts';

/**
 * A platform that keeps its journal whatever happens to the link, and a link that a plan of faults happens to. It stores
 * within two seconds and does not drop repeats, as the real one.
 */

/** What happens to one frame of the client. */
export type UpFault = 'none' | 'lost' | 'stored-then-cut' | 'cut' | 'slow' | 'echo-lost' | 'echo-twice';
/** What happens to one frame of the platform. */
export type DownFault = 'none' | 'cut-before' | 'cut-after' | 'twice' | 'late' | 'garbage-first';
export type HandshakeFault = 'none' | 'refused' | 'silent';

export interface Plan {
  readonly up: readonly UpFault[];
  readonly down: readonly DownFault[];
  readonly handshake: readonly HandshakeFault[];
}

interface StoredEvent {
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly timestamp: string;
  readonly payload: Record<string, unknown>;
  readonly metadata?: unknown;
}

interface Link {
  readonly on: SocketEvents;
  isOpen: boolean;
}

export interface Model {
  readonly clock: FakeClock;
  readonly chat: Chat;
  readonly journal: StoredEvent[];
  /** From now on nothing goes wrong any more. */
  heal(): void;
  network(news: 'online' | 'offline'): void;
  /** Moves time on, letting promises run in between. */
  pass(ms: number): Promise<void>;
  /** The most sockets that were open at one time. */
  readonly mostOpen: () => number;
  readonly joins: () => number;
}

const GRANT = {
  session_id: 's',
  access_token: 't',
  expires_in: 900,
  websocket_url: 'wss://platform.example.test/ws',
  dialect: 'poly',
};

export function createModel(plan: Plan, seed: number): Model {
  const clock = createFakeClock();
  const journal: StoredEvent[] = [];
  const links = new Set<Link>();
  const used = { up: 0, down: 0, handshake: 0 };
  let isHealed = false;
  const surroundings = scriptedSurroundings();
  let hasJoined = false;
  let joins = 0;
  let mostOpen = 0;
  let ids = 0;
  let answers = 0;
  let state = seed + 1;

  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const next = <Fault>(kind: keyof typeof used, faults: readonly Fault[], calm: Fault): Fault =>
    isHealed ? calm : (faults[used[kind]++] ?? calm);

  function cut(link: Link): void {
    if (!link.isOpen) return;
    link.isOpen = false;
    links.delete(link);
    link.on.closed(1006);
  }

  function deliver(link: Link, text: string): void {
    const fault = next('down', plan.down, 'none');
    if (fault === 'cut-before') return clock.after(1, () => cut(link)) && undefined;
    const arrive = () => link.isOpen && link.on.text(text);
    if (fault === 'garbage-first' && link.isOpen) link.on.text('{"type":');
    if (fault === 'late') clock.after(700, arrive);
    else arrive();
    if (fault === 'twice') arrive();
    if (fault === 'cut-after') clock.after(1, () => cut(link));
  }

  const frame = (event: object) => JSON.stringify(event);

  function store(type: string, payload: Record<string, unknown>, metadata?: unknown): StoredEvent {
    const sequence = journal.length + 1;
    const event = {
      id: `event-${sequence}`,
      sequence,
      type: `EVENT_TYPE_${type}`,
      timestamp: new Date(clock.now()).toISOString(),
      payload,
      ...(metadata !== undefined && { metadata }),
    };
    journal.push(event);
    return event;
  }

  const broadcast = (event: object) => {
    for (const link of [...links]) if (link.isOpen) deliver(link, frame(event));
  };

  /** The agent answers in chunks or at once, as chance has it. */
  function answer(): void {
    answers += 1;
    const id = `answer-${answers}`;
    broadcast({ id: `t-${answers}`, sequence: null, type: 'EVENT_TYPE_POLY_AGENT_THINKING', payload: {} });
    const words = `This is answer ${answers} of the agent.`.split(/(?<= )/);
    if (random() < 0.3) {
      return (
        clock.after(200, () =>
          broadcast(store('POLY_AGENT_MESSAGE', { message_id: id, text: words.join('') })),
        ) && undefined
      );
    }
    for (const [i, text] of words.entries()) {
      clock.after(200 + i * 50, () =>
        broadcast(
          store('POLY_AGENT_MESSAGE_CHUNK', {
            message_id: id,
            chunk_index: i + 1,
            text,
            is_complete: i === words.length - 1,
          }),
        ),
      );
    }
  }

  function take(link: Link, text: string): void {
    const { type, payload, metadata } = JSON.parse(text) as {
      type: string;
      payload: Record<string, unknown>;
      metadata?: unknown;
    };
    if (type === 'EVENT_TYPE_HEARTBEAT') return link.on.text(frame({ type, sequence: null, payload: {} }));
    if (type === 'EVENT_TYPE_USER_TYPING') return;
    const fault = next('up', plan.up, 'none');
    if (fault === 'lost') return;
    if (fault === 'cut') return clock.after(1, () => cut(link)) && undefined;
    const commit = () => {
      if (type === 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN') {
        joins += 1;
        const echo = store('REQUEST_POLY_AGENT_JOIN', {});
        if (fault !== 'echo-lost') broadcast(echo);
        if (hasJoined) return;
        hasJoined = true;
        broadcast(store('POLY_AGENT_JOINED', { agent_name: 'Iris' }));
        return answer();
      }
      const event = store('USER_MESSAGE', { ...payload, message_id: `user-${journal.length}` }, metadata);
      if (fault === 'stored-then-cut') return cut(link);
      if (fault !== 'echo-lost') broadcast(event);
      if (fault === 'echo-twice') broadcast(event);
      answer();
    };
    clock.after(fault === 'slow' ? 1_500 : 20, commit);
  }

  store('SESSION_START', {
    capabilities: { streaming: true, max_reconnect_attempts: 0, heartbeat_interval_seconds: 30 },
  });

  const chat = createChat({
    relay: 'https://relay.example.test',
    ports: {
      clock,
      random,
      uuid: () => `client-${++ids}`,
      store: sharedStorage().page(),
      surroundings,
      fetch: (async (_url: string, init?: RequestInit) =>
        new Response(JSON.stringify(init?.method === 'POST' ? GRANT : { state: 'alive' }), {
          status: 200,
        })) as typeof fetch,
      openSocket(url, on) {
        const link: Link = { on, isOpen: false };
        const fault = surroundings.isOnline() ? next('handshake', plan.handshake, 'none') : 'refused';
        const cursor = Number(new URL(url).searchParams.get('cursor') ?? 0);
        clock.after(30, () => {
          if (fault === 'silent' || !links.has(link)) return;
          if (fault === 'refused') {
            links.delete(link);
            return on.closed(1006);
          }
          link.isOpen = true;
          mostOpen = Math.max(mostOpen, [...links].filter(({ isOpen }) => isOpen).length);
          on.opened();
          const missed = journal.filter(({ sequence }) => sequence > cursor);
          const half = Math.ceil(missed.length / 2);
          // Two batches, the later half first as often as not: order is the client's to restore.
          const batches = [missed.slice(0, half), missed.slice(half)].filter(
            (it, at) => at === 0 || it.length > 0,
          );
          if (random() < 0.5) batches.reverse();
          for (const events of batches)
            deliver(link, frame({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }));
        });
        links.add(link);
        return {
          send: (text) => link.isOpen && take(link, text),
          close() {
            link.isOpen = false;
            links.delete(link);
          },
        };
      },
    },
  });

  return {
    clock,
    chat,
    journal,
    heal() {
      isHealed = true;
      if (!surroundings.isOnline()) surroundings.tell('online');
    },
    network(news) {
      surroundings.set(news === 'online');
      if (news === 'offline') for (const link of [...links]) cut(link);
      surroundings.tell(news);
    },
    async pass(ms) {
      for (let left = ms; left > 0; ) {
        for (let i = 0; i < 6; i++) await Promise.resolve();
        const step = Math.min(left, Math.max(clock.nextIn() ?? left, 1));
        clock.advance(step);
        left -= step;
      }
      for (let i = 0; i < 6; i++) await Promise.resolve();
    },
    mostOpen: () => mostOpen,
    joins: () => joins,
  };
}
