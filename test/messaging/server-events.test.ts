import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../../src/protocol/dialect.ts';
import { agentMessage, chunk, createChatHarness, sessionStart, wireEvent } from '../support/chat-harness.ts';
import type { EventCase } from './server-events/event-case.ts';
import { HANDOFFS } from './server-events/handoffs.ts';
import { MESSAGES } from './server-events/messages.ts';
import { SESSION_EVENTS } from './server-events/session-events.ts';
import {
  type ConversationHarness,
  createConversationHarness,
  INITIAL_VIEW,
  typeInDialect,
  type View,
} from './support/conversation-harness.ts';

type Arrive = (
  conversation: ConversationHarness,
  event: ReturnType<ConversationHarness['nextEvent']>,
) => void;
/** One event in every way in which it may arrive (M-4.12). */
const FORMS: readonly (readonly [how: string, arrive: Arrive])[] = [
  ['in a frame', ({ socket }, event) => socket.receiveEvent(event)],
  ['in a batch', ({ socket }, event) => socket.receiveBatch(event)],
  [
    'in a batch, under its own key',
    ({ socket }, { payload, ...event }) =>
      socket.receiveBatch({ ...event, [event.type.replace('EVENT_TYPE_', '').toLowerCase()]: payload }),
  ],
  [
    'among unknown fields',
    ({ socket }, event) => socket.receiveEvent(withUnknownFields({ ...event, metadata: { custom: {} } })),
  ],
];
const WITHOUT_PAYLOAD: (typeof FORMS)[number] = [
  'without a payload',
  ({ socket }, { payload: _, ...event }) => socket.receiveEvent(event),
];

/** Adds an unknown field to every object. */
function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([key, value]) => [key, withUnknownFields(value)]);
  return { ...Object.fromEntries(known), from_the_future: { level: 3, of: ['x'] } };
}

async function viewAfter(row: EventCase, dialect: Dialect, arrive: Arrive): Promise<View> {
  const conversation = await createConversationHarness(dialect, { isJoined: !row.isNotJoined });
  row.before?.(conversation);
  arrive(conversation, conversation.nextEvent(row.name, row.payload, row.isTransient && null));
  return conversation.view();
}

/** The rule of each event. */
const RULES: Readonly<Record<string, string>> = {
  AGENT_JOINED: 'M-6.2',
  AGENT_LEFT: 'M-6.3',
  AGENT_THINKING: 'M-6.4',
  AGENT_MESSAGE: 'M-6.5',
  AGENT_MESSAGE_CHUNK: 'M-6.6',
  AGENT_TRIGGERED_HANDOFF: 'M-6.7',
  HANDOFF_ACCEPTED: 'M-6.8',
  HANDOFF_QUEUE_STATUS: 'M-6.9',
  CLIENT_HANDOFF_REQUIRED: 'M-6.10',
  HANDOFF_FAILED: 'M-6.11',
  HANDOFF_TIMEOUT: 'M-6.11',
  LIVE_AGENT_JOINED: 'M-6.12',
  LIVE_AGENT_TYPING: 'M-6.13',
  LIVE_AGENT_MESSAGE: 'M-6.14',
  LIVE_AGENT_LEFT: 'M-6.15',
  LANGUAGE_CHANGED: 'M-6.16',
  SYSTEM_MESSAGE: 'M-6.17',
  SESSION_END: 'M-6.18',
  SESSION_IDLE_WARNING: 'M-6.19',
  SHOW_CSAT_REQUEST: 'M-6.21',
  CSAT_RESPONSE: 'M-6.21',
};
const ruleOf = ({ name }: EventCase): string =>
  name.endsWith('ED_MESSAGE') || name.endsWith('READ_MESSAGE') ? 'M-6.20' : (RULES[name] ?? 'no rule');

const ROWS = [...MESSAGES, ...HANDOFFS, ...SESSION_EVENTS].flatMap((row) =>
  DIALECTS.map(
    (dialect) => [ruleOf(row), typeInDialect(row.name, dialect), row.behaviour, dialect, row] as const,
  ),
);

/** Behaviour of the client that depends on the capabilities. */
interface ClientSettings {
  readonly maxFrameBytes: number;
  /** Seconds after the open at which heartbeats are sent, in the first 65. */
  readonly beatsAtS: readonly number[];
  /** Number of handshakes that may fail before the client gives up. */
  readonly attempts: number | 'unlimited';
}
const DEFAULT_SETTINGS: ClientSettings = { maxFrameBytes: 131_072, beatsAtS: [30, 60], attempts: 10 };
const CAPABILITIES: readonly (readonly [
  fact: string,
  capabilities: object,
  made: Partial<ClientSettings>,
])[] = [
  ['max_message_size_bytes', { max_message_size_bytes: 1_000 }, { maxFrameBytes: 1_000 }],
  ['max_message_size_bytes absent: 131072', {}, { maxFrameBytes: 131_072 }],
  ['max_reconnect_attempts', { max_reconnect_attempts: 2 }, { attempts: 2 }],
  ['max_reconnect_attempts 0: no limit', { max_reconnect_attempts: 0 }, { attempts: 'unlimited' }],
  ['max_reconnect_attempts absent: 10', {}, { attempts: 10 }],
  ['heartbeat_interval_seconds', { heartbeat_interval_seconds: 20 }, { beatsAtS: [20, 40, 60] }],
  ['heartbeat_interval_seconds 0: off', { heartbeat_interval_seconds: 0 }, { beatsAtS: [] }],
  ['heartbeat_interval_seconds absent: 30 s', {}, { beatsAtS: [30, 60] }],
];
const start = wireEvent('SESSION_START', 1);
const SPELLINGS = [
  ['payload', (capabilities: object) => ({ ...start, payload: { capabilities } })],
  [
    'session_start',
    (capabilities: object) => ({ ...start, payload: undefined, session_start: { capabilities } }),
  ],
] as const;

/** Number of silent handshakes after which the client counts as unlimited. */
const ATTEMPTS_MAX = 40;

async function clientSettings(history: object): Promise<ClientSettings> {
  const harness = createChatHarness();
  const socket = await harness.connect();
  socket.receiveBatch(history, wireEvent('SERVICE_AGENT_JOINED', 2));
  const maxFrameBytes = harness.chat.maxFrameBytes.value;

  const beatsAtS: number[] = [];
  for (let second = 1; second <= 65; second++) {
    const sent = socket.sent.length;
    await harness.advance(1_000);
    if (socket.sent.length > sent) beatsAtS.push(second);
    socket.receiveEvent({ type: 'EVENT_TYPE_HEARTBEAT', payload: {} });
  }

  harness.socket().drop();
  const isTrying = () =>
    harness.chat.connection.value === 'reconnecting' && harness.sockets.length <= ATTEMPTS_MAX;
  for (let i = 0; i < 10 * ATTEMPTS_MAX && isTrying(); i++) await harness.advance(10_000);
  const attempts = harness.chat.connection.value === 'failed' ? harness.sockets.length - 1 : 'unlimited';
  return { maxFrameBytes, beatsAtS, attempts };
}

describe('server events', () => {
  it.each(SPELLINGS.flatMap(([key, spell]) => CAPABILITIES.map((row) => [key, ...row, spell] as const)))(
    'M-6.1, M-6.28, M-6.29: EVENT_TYPE_SESSION_START (%s): %s',
    async (_, __, capabilities, expected, spell) => {
      expect(await clientSettings(spell({ streaming: true, ...capabilities }))).toEqual({
        ...DEFAULT_SETTINGS,
        ...expected,
      });
    },
  );

  it.each([
    ['capabilities', { ...start, payload: {} }],
    ['payload', { ...start, payload: undefined }],
  ])(
    'M-6.1: EVENT_TYPE_SESSION_START without %s has the defaults of absent capabilities',
    async (_, history) => {
      expect(await clientSettings(history)).toEqual(DEFAULT_SETTINGS);
    },
  );

  it.each([true, false])(
    'M-6.1: with streaming %s both complete messages and chunks are shown',
    async (streaming) => {
      const harness = createChatHarness();
      const socket = await harness.connect();
      socket.receiveBatch(sessionStart({ streaming }), wireEvent('SERVICE_AGENT_JOINED', 2));
      socket.receiveEvent(agentMessage(3, 'Whole'));
      socket.receiveEvent(chunk(4, 'm', 1, 'In '));
      socket.receiveEvent(chunk(5, 'm', 2, 'parts', true));
      expect(harness.lines()).toEqual(['agent: Whole', 'agent: In parts']);
    },
  );

  it.each(ROWS)('%s: EVENT_TYPE_%s: %s (%s)', async (_, __, ___, dialect, row) => {
    const forms = Object.keys(row.payload).length === 0 ? [...FORMS, WITHOUT_PAYLOAD] : FORMS;
    for (const [how, arrive] of forms) {
      expect({ how, seen: await viewAfter(row, dialect, arrive) }).toEqual({
        how,
        seen: { ...INITIAL_VIEW, ...row.expected },
      });
    }
  });

  it('M-6.18: EVENT_TYPE_SESSION_END closes the socket', async () => {
    const { harness, socket, platformSends } = await createConversationHarness('service');
    platformSends('SESSION_END', { reason: 'REASON_NATURAL_END' });
    await harness.advance(600_000);
    expect({
      isClosed: socket.isClosed,
      sockets: harness.sockets.length,
      stored: harness.stored.id,
      timers: harness.clock.waiting(),
    }).toEqual({ isClosed: true, sockets: 1, stored: null, timers: 0 });
  });

  it.each([
    [{ agent: { id: 'la-7', name: 'Noor' } }, { agent_name: 'Noor' }],
    [{ agent_name: 'Noor' }, { agent_id: 'la-7' }],
    [{}, { agent_id: 'la-7' }],
  ])('M-6.15, M-6.26: a live agent who joined as %j leaves as %j', async (joined, left) => {
    const { harness, platformSends } = await createConversationHarness('service');
    platformSends('LIVE_AGENT_JOINED', joined);
    platformSends('LIVE_AGENT_LEFT', left);
    expect(harness.chat.handoff.value).toBe('none');
  });

  it('M-6.15: another live agent stays when one leaves', async () => {
    const { harness, platformSends } = await createConversationHarness('service');
    platformSends('LIVE_AGENT_JOINED', { agent: { id: 'la-1', name: 'Noor' } });
    platformSends('LIVE_AGENT_JOINED', { agent: { id: 'la-2', name: 'Sam' } });
    platformSends('LIVE_AGENT_LEFT', { agent_id: 'la-1' });
    expect(harness.chat.handoff.value).toBe('live');
  });

  it.each([
    ['AGENT', 'RECEIVED', 'delivered'],
    ['AGENT', 'READ', 'read'],
    ['LIVE_AGENT', 'READ', 'read'],
  ])('M-6.20: EVENT_TYPE_%s_%s_MESSAGE refers to the message_id of the echo', async (by, what, mark) => {
    const { harness, visitorSends, platformSends } = await createConversationHarness('service');
    visitorSends('Hi');
    platformSends(`${by}_${what}_MESSAGE`, { message_id: 'user-4' });
    expect(harness.lines()).toEqual([`user: Hi [${mark}]`]);
  });

  it('M-6.23: a tap on a suggestion sends its message_text as a USER_MESSAGE', async () => {
    const { harness, socket, platformSends } = await createConversationHarness('service');
    platformSends('AGENT_MESSAGE', {
      message_id: 'm',
      text: '',
      response_suggestions: [{ message_text: 'Yes', payload: 'y' }],
    });
    harness.chat.send(harness.chat.suggestions.value[0]?.messageText ?? '');
    expect(socket.sent.at(-1)).toEqual({
      type: 'EVENT_TYPE_USER_MESSAGE',
      payload: { text: 'Yes' },
      metadata: { custom: { client_event_id: 'client-1', local_id: 'client-1' } },
    });
  });
});
