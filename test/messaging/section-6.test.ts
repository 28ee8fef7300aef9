import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../../src/protocol/dialect.ts';
import { agentMessage, chunk, createWorld, sessionStart, wire } from '../support/chat-world.ts';
import { COURSE } from './section-6/course.ts';
import { HANDOFFS } from './section-6/handoffs.ts';
import { MESSAGES } from './section-6/messages.ts';
import type { Row } from './section-6/row.ts';
import { createScene, QUIET, type Scene, spelt, type View } from './support/scene.ts';

type Arrive = (scene: Scene, event: ReturnType<Scene['event']>) => void;
/** spec messaging §4: one event in every way that it may come. */
const WAYS: readonly (readonly [how: string, arrive: Arrive])[] = [
  ['in a frame', ({ socket }, event) => socket.event(event)],
  ['in a batch', ({ socket }, event) => socket.batch(event)],
  [
    'in a batch, under its own key',
    ({ socket }, { payload, ...event }) =>
      socket.batch({ ...event, [event.type.replace('EVENT_TYPE_', '').toLowerCase()]: payload }),
  ],
  [
    'among fields that nobody knows',
    ({ socket }, event) => socket.event(withStrangers({ ...event, metadata: { custom: {} } })),
  ],
];
const WITHOUT_PAYLOAD: (typeof WAYS)[number] = [
  'without a payload',
  ({ socket }, { payload: _, ...event }) => socket.event(event),
];

/** The same with a field that nobody knows in every object. */
function withStrangers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStrangers);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([key, it]) => [key, withStrangers(it)]);
  return { ...Object.fromEntries(known), from_the_future: { level: 3, of: ['x'] } };
}

async function viewAfter(row: Row, dialect: Dialect, arrive: Arrive): Promise<View> {
  const scene = await createScene(dialect, { isJoined: !row.unjoined });
  row.given?.(scene);
  arrive(scene, scene.event(row.name, row.payload, row.transient && null));
  return scene.view();
}

const ROWS = [...MESSAGES, ...HANDOFFS, ...COURSE].flatMap((row) =>
  DIALECTS.map((dialect) => [spelt(row.name, dialect), row.fact, dialect, row] as const),
);

/** What the client makes of capabilities. */
interface Made {
  readonly maxFrameBytes: number;
  /** Seconds after the open at which heartbeats leave, in the first 65. */
  readonly beatsAtS: readonly number[];
  /** How many handshakes may fail before it gives up. */
  readonly attempts: number | 'no end of them';
}
const BY_DEFAULT: Made = { maxFrameBytes: 131_072, beatsAtS: [30, 60], attempts: 10 };
const CAPABILITIES: readonly (readonly [fact: string, capabilities: object, made: Partial<Made>])[] = [
  ['max_message_size_bytes', { max_message_size_bytes: 1_000 }, { maxFrameBytes: 1_000 }],
  ['max_message_size_bytes absent: 131072', {}, { maxFrameBytes: 131_072 }],
  ['max_reconnect_attempts', { max_reconnect_attempts: 2 }, { attempts: 2 }],
  ['max_reconnect_attempts 0: no limit', { max_reconnect_attempts: 0 }, { attempts: 'no end of them' }],
  ['max_reconnect_attempts absent: 10', {}, { attempts: 10 }],
  ['heartbeat_interval_seconds', { heartbeat_interval_seconds: 20 }, { beatsAtS: [20, 40, 60] }],
  ['heartbeat_interval_seconds 0: off', { heartbeat_interval_seconds: 0 }, { beatsAtS: [] }],
  ['heartbeat_interval_seconds absent: 30 s', {}, { beatsAtS: [30, 60] }],
];
const start = wire('SESSION_START', 1);
const SPELLINGS = [
  ['payload', (capabilities: object) => ({ ...start, payload: { capabilities } })],
  [
    'session_start',
    (capabilities: object) => ({ ...start, payload: undefined, session_start: { capabilities } }),
  ],
] as const;

/** Handshakes after which nobody would give up any more; each of them stays silent. */
const ENOUGH = 40;

async function made(history: object): Promise<Made> {
  const world = createWorld();
  const socket = await world.begin();
  socket.batch(history, wire('SERVICE_AGENT_JOINED', 2));
  const maxFrameBytes = world.chat.maxFrameBytes.value;

  const beatsAtS: number[] = [];
  for (let second = 1; second <= 65; second++) {
    const sent = socket.sent.length;
    await world.advance(1_000);
    if (socket.sent.length > sent) beatsAtS.push(second);
    socket.event({ type: 'EVENT_TYPE_HEARTBEAT', payload: {} });
  }

  world.socket().drop();
  const isTrying = () => world.chat.connection.value === 'reconnecting' && world.sockets.length <= ENOUGH;
  for (let i = 0; i < 10 * ENOUGH && isTrying(); i++) await world.advance(10_000);
  const attempts = world.chat.connection.value === 'failed' ? world.sockets.length - 1 : 'no end of them';
  return { maxFrameBytes, beatsAtS, attempts };
}

describe('spec messaging §6', () => {
  it.each(SPELLINGS.flatMap(([key, spell]) => CAPABILITIES.map((row) => [key, ...row, spell] as const)))(
    '§6 EVENT_TYPE_SESSION_START (%s): %s',
    async (_, __, capabilities, expected, spell) => {
      expect(await made(spell({ streaming: true, ...capabilities }))).toEqual({ ...BY_DEFAULT, ...expected });
    },
  );

  it.each([
    ['capabilities', { ...start, payload: {} }],
    ['payload', { ...start, payload: undefined }],
  ])('§6 EVENT_TYPE_SESSION_START without %s: all as when absent', async (_, history) => {
    expect(await made(history)).toEqual(BY_DEFAULT);
  });

  it.each([true, false])(
    '§6 EVENT_TYPE_SESSION_START: streaming %s; complete messages and chunks are both shown',
    async (streaming) => {
      const world = createWorld();
      const socket = await world.begin();
      socket.batch(sessionStart({ streaming }), wire('SERVICE_AGENT_JOINED', 2));
      socket.event(agentMessage(3, 'Whole'));
      socket.event(chunk(4, 'm', 1, 'In '));
      socket.event(chunk(5, 'm', 2, 'parts', true));
      expect(world.lines()).toEqual(['agent: Whole', 'agent: In parts']);
    },
  );

  it.each(ROWS)('§6 EVENT_TYPE_%s: %s (%s)', async (_, __, dialect, row) => {
    const ways = Object.keys(row.payload).length === 0 ? [...WAYS, WITHOUT_PAYLOAD] : WAYS;
    for (const [how, arrive] of ways) {
      expect({ how, seen: await viewAfter(row, dialect, arrive) }).toEqual({
        how,
        seen: { ...QUIET, ...row.seen },
      });
    }
  });

  it('§6 EVENT_TYPE_SESSION_END: close', async () => {
    const { world, socket, says } = await createScene('service');
    says('SESSION_END', { reason: 'REASON_NATURAL_END' });
    await world.advance(600_000);
    expect({
      isClosed: socket.isClosed,
      sockets: world.sockets.length,
      stored: world.stored.id,
      timers: world.clock.waiting(),
    }).toEqual({ isClosed: true, sockets: 1, stored: null, timers: 0 });
  });

  it.each([
    [{ agent: { id: 'la-7', name: 'Noor' } }, { agent_name: 'Noor' }],
    [{ agent_name: 'Noor' }, { agent_id: 'la-7' }],
    [{}, { agent_id: 'la-7' }],
  ])('§6 EVENT_TYPE_LIVE_AGENT_LEFT: joined as %j, left as %j', async (joined, left) => {
    const { world, says } = await createScene('service');
    says('LIVE_AGENT_JOINED', joined);
    says('LIVE_AGENT_LEFT', left);
    expect(world.chat.handoff.value).toBe('none');
  });

  it('§6 EVENT_TYPE_LIVE_AGENT_LEFT: another one stays', async () => {
    const { world, says } = await createScene('service');
    says('LIVE_AGENT_JOINED', { agent: { id: 'la-1', name: 'Noor' } });
    says('LIVE_AGENT_JOINED', { agent: { id: 'la-2', name: 'Sam' } });
    says('LIVE_AGENT_LEFT', { agent_id: 'la-1' });
    expect(world.chat.handoff.value).toBe('live');
  });

  it.each([
    ['AGENT', 'RECEIVED', 'delivered'],
    ['AGENT', 'READ', 'read'],
    ['LIVE_AGENT', 'READ', 'read'],
  ])('§6 EVENT_TYPE_%s_%s_MESSAGE of the message_id that the echo has', async (by, what, mark) => {
    const { world, hears, says } = await createScene('service');
    hears('Hi');
    says(`${by}_${what}_MESSAGE`, { message_id: 'user-4' });
    expect(world.lines()).toEqual([`user: Hi [${mark}]`]);
  });

  it('§6 suggestion: a tap sends message_text as a USER_MESSAGE', async () => {
    const { world, socket, says } = await createScene('service');
    says('AGENT_MESSAGE', {
      message_id: 'm',
      text: '',
      response_suggestions: [{ message_text: 'Yes', payload: 'y' }],
    });
    world.chat.send(world.chat.suggestions.value[0]?.messageText ?? '');
    expect(socket.sent.at(-1)).toEqual({
      type: 'EVENT_TYPE_USER_MESSAGE',
      payload: { text: 'Yes' },
      metadata: { custom: { client_event_id: 'client-1', local_id: 'client-1' } },
    });
  });
});
