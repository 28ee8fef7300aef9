import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { systemAction } from '../../../src/protocol/system-messages.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { handshake, kindsOf, NO_WAIT, newSession, openSocket, socketUrl } from '../support/visitor.ts';

const clock = createFakeClock();
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ clock, pace: NO_WAIT });
});
afterAll(() => emulator.close());

const TIME = new Date(clock.now()).toISOString();
const UUID = expect.stringMatching(/^[\da-f-]{36}$/);
const NOT_READ = 'Unknown event type or invalid message format';
const systemError = (message: string) => ({
  id: UUID,
  sequence: null,
  timestamp: TIME,
  type: 'EVENT_TYPE_SYSTEM_MESSAGE',
  payload: { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message },
});

async function opened(fields: object = {}) {
  const session = await newSession(emulator, fields);
  return { session, socket: await openSocket(emulator, session) };
}

describe('M-4.10: an echo', () => {
  it('M-4.10: the echo of a message has an id, a sequence, a time, a message id and all metadata', async () => {
    const { session, socket } = await opened();
    socket.join();
    await socket.settled();
    const before = socket.frames.length;
    const metadata = { custom: { client_event_id: 'c-1', local_id: 'c-1', page: '/lamps' } };
    socket.send({ type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 'quiet' }, metadata });
    await socket.settled();
    expect(socket.frames[before]).toEqual({
      id: UUID,
      sequence: 5,
      timestamp: TIME,
      type: 'EVENT_TYPE_USER_MESSAGE',
      payload: { text: 'quiet', message_id: UUID },
      metadata,
    });
    expect(emulator.journalOf(session.id).at(-1)).toMatchObject({
      kind: 'userMessage',
      clientEventId: 'c-1',
      metadata,
    });
    await socket.close();
  });

  it('M-4.10: the echo of a heartbeat is transient and goes to its sender only', async () => {
    const { session, socket } = await opened();
    const other = await openSocket(emulator, session);
    socket.send({ type: 'EVENT_TYPE_HEARTBEAT', payload: {}, metadata: { custom: { n: '1' } } });
    await socket.until('heartbeat');
    expect(socket.frames[1]).toEqual({
      id: UUID,
      sequence: null,
      timestamp: TIME,
      type: 'EVENT_TYPE_HEARTBEAT',
      payload: {},
      metadata: { custom: { n: '1' } },
    });
    await other.settled();
    expect(other.frames).toHaveLength(2);
    expect(emulator.journalOf(session.id)).toHaveLength(1);
    await Promise.all([socket.close(), other.close()]);
  });

  it('M-4.10: sends no echo for typing', async () => {
    const { socket } = await opened();
    socket.send({ type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'TYPING_STATE_STARTED' } });
    await socket.settled();
    expect(kindsOf(socket)).toEqual(['sessionStart']);
    await socket.close();
  });

  it('M-9.1: a message that is sent twice gets two echoes, because nothing is deduplicated', async () => {
    const { session, socket } = await opened();
    socket.join();
    socket.say('quiet', 'same');
    socket.say('quiet', 'same');
    await socket.settled();
    const stored = emulator.journalOf(session.id).filter(({ kind }) => kind === 'userMessage');
    expect(stored.map(({ clientEventId }) => clientEventId)).toEqual(['same', 'same']);
    await socket.close();
  });

  it('M-4.10: an echo reaches every connection of the session, and no other session', async () => {
    const { session, socket } = await opened({ streaming_enabled: true });
    const second = await openSocket(emulator, session);
    const stranger = await opened();
    socket.join();
    socket.say('delivery');
    await Promise.all([socket.settled(), second.settled(), stranger.socket.settled()]);
    expect(second.events().filter(({ sequence }) => sequence !== null)).toEqual(
      socket.events().filter(({ sequence }) => sequence !== null),
    );
    expect(kindsOf(second)).toEqual(kindsOf(socket));
    expect(kindsOf(stranger.socket)).toEqual(['sessionStart']);
    await Promise.all([socket.close(), second.close(), stranger.socket.close()]);
  });
});

describe('M-5.6, M-10.1: a refused frame', () => {
  it.each([
    ['text that is not JSON', 'hello', NOT_READ],
    ['an unknown type', '{"type":"EVENT_TYPE_DANCE","payload":{}}', NOT_READ],
    ['no payload', '{"type":"EVENT_TYPE_HEARTBEAT"}', NOT_READ],
    ['a message without text', '{"type":"EVENT_TYPE_USER_MESSAGE","payload":{}}', NOT_READ],
    ['a binary frame', new Uint8Array([123, 125]), NOT_READ],
    [
      'an event of the platform',
      '{"type":"EVENT_TYPE_SESSION_END","payload":{}}',
      'Event type not allowed: EVENT_TYPE_SESSION_END',
    ],
    ['an event of the other dialect', '{"type":"EVENT_TYPE_POLY_AGENT_MESSAGE","payload":{}}', NOT_READ],
    [
      'a join request of the other dialect (M-1.9)',
      '{"type":"EVENT_TYPE_REQUEST_POLY_AGENT_JOIN","payload":{}}',
      NOT_READ,
    ],
  ])(
    'M-5.6, M-10.1: a frame with %s gets a transient system message, and the socket stays open',
    async (_, content, message) => {
      const { session, socket } = await opened();
      const other = await openSocket(emulator, session);
      socket.sendRaw(content);
      await Promise.all([socket.settled(), other.settled()]);
      expect(socket.frames[1]).toEqual(systemError(message));
      expect(kindsOf(other)).toEqual(['sessionStart']);
      expect(emulator.journalOf(session.id)).toHaveLength(1);
      await Promise.all([socket.close(), other.close()]);
    },
  );
});

it('a socket survives any frames of a client', async () => {
  const { session, socket } = await opened({ streaming_enabled: true });
  socket.join();
  const type = fc.constantFrom(
    'EVENT_TYPE_USER_MESSAGE',
    'EVENT_TYPE_USER_TYPING',
    'EVENT_TYPE_HEARTBEAT',
    'toString',
  );
  const payload = fc.oneof(fc.jsonValue(), fc.record({ text: fc.string({ unit: 'binary' }) }));
  const frame = fc.record({ type, payload, metadata: fc.jsonValue() }).map((item) => JSON.stringify(item));
  for (const content of fc.sample(fc.oneof(frame, fc.json(), fc.string(), fc.uint8Array()), 500)) {
    socket.sendRaw(content);
  }
  await socket.settled();
  const sequences = emulator.journalOf(session.id).map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.map((_, at) => at + 1));
  await socket.close();
});

describe('M-7.1: joining', () => {
  it('M-7.1: joining is answered with the echo, the agent, the thinking event and a greeting', async () => {
    const { socket } = await opened();
    socket.join();
    await socket.settled();
    expect(socket.frames.slice(1, -1)).toEqual([
      { id: UUID, sequence: 2, timestamp: TIME, type: 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', payload: {} },
      {
        id: UUID,
        sequence: 3,
        timestamp: TIME,
        type: 'EVENT_TYPE_SERVICE_AGENT_JOINED',
        payload: { agent_name: 'Iris', agent_avatar_url: `${emulator.messagingUrl}/media/iris.svg` },
      },
      { id: UUID, sequence: null, timestamp: TIME, type: 'EVENT_TYPE_SERVICE_AGENT_THINKING', payload: {} },
      {
        id: UUID,
        sequence: 4,
        timestamp: TIME,
        type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
        payload: expect.objectContaining({ message_id: UUID, text: expect.stringContaining('Iris') }),
      },
    ]);
    await socket.close();
  });

  it('M-7.1: a second join is only echoed', async () => {
    const { socket } = await opened();
    socket.join();
    await socket.settled();
    const before = socket.frames.length;
    socket.join();
    await socket.settled();
    expect(socket.frames.slice(before, -1)).toMatchObject([
      { type: 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN' },
    ]);
    await socket.close();
  });

  it('M-7.1: joining comes before messages: until then the conversation does not exist', async () => {
    const { socket } = await opened();
    socket.say('hello');
    await socket.settled();
    expect(socket.frames.slice(1, -1)).toMatchObject([
      { type: 'EVENT_TYPE_USER_MESSAGE', sequence: 2 },
      systemError('Error: Conversation not found'),
    ]);
    expect(systemAction('Error: Conversation not found')).toBe('rejoin');
    await socket.close();
  });
});

describe('dialects (M-1.1)', () => {
  it('M-1.9: a platform speaks one dialect and refuses the other', async () => {
    const poly = await startEmulator({ clock, pace: NO_WAIT, dialect: 'poly' });
    const session = await newSession(poly);
    const socket = await openSocket(poly, session);
    socket.send({ type: 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', payload: {} });
    socket.send({ type: 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN', payload: {} });
    await socket.settled();
    expect(socket.frames.slice(1, -1).map((frame) => (frame as { type: string }).type)).toEqual([
      'EVENT_TYPE_SYSTEM_MESSAGE',
      'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN',
      'EVENT_TYPE_POLY_AGENT_JOINED',
      'EVENT_TYPE_POLY_AGENT_THINKING',
      'EVENT_TYPE_POLY_AGENT_MESSAGE',
    ]);
    await poly.close();
  });
});

describe('the end of a session', () => {
  it('M-11.8: the visitor’s end is echoed, confirmed, and closes every socket with 1000', async () => {
    const { session, socket } = await opened();
    const second = await openSocket(emulator, session);
    socket.send({ type: 'EVENT_TYPE_USER_END_SESSION', payload: {}, metadata: { custom: { k: 'v' } } });
    expect(await Promise.all([socket.closed, second.closed])).toEqual([1000, 1000]);
    expect(second.frames.slice(1)).toEqual([
      {
        id: UUID,
        sequence: 2,
        timestamp: TIME,
        type: 'EVENT_TYPE_USER_END_SESSION',
        payload: {},
        metadata: { custom: { k: 'v' } },
      },
      {
        id: UUID,
        sequence: 3,
        timestamp: TIME,
        type: 'EVENT_TYPE_SESSION_END',
        payload: { reason: 'REASON_USER_END' },
      },
    ]);
    const query = { session_id: session.id, access_token: session.token };
    expect(await handshake(socketUrl(emulator, query))).toMatchObject({ status: 404 });
    expect(emulator.sessions()).toContain(session.id);
  });

  it('an end by goodbye has a natural reason and is the last event', async () => {
    const { session, socket } = await opened();
    socket.join();
    socket.say('  BYE ');
    socket.say('delivery');
    expect(await socket.closed).toBe(1000);
    expect(kindsOf(socket)).toEqual([
      'sessionStart',
      'requestAgentJoin',
      'agentJoined',
      'agentThinking',
      'agentMessage',
      'userMessage',
      'agentThinking',
      'agentMessage',
      'sessionEnd',
    ]);
    expect(emulator.journalOf(session.id).at(-1)).toMatchObject({
      kind: 'sessionEnd',
      reason: 'natural_end',
    });
  });
});

describe('M-3.11, R-19.2: an idle session', () => {
  const IDLE_MS = 600_000;

  async function idling() {
    const ownClock = createFakeClock();
    const own = await startEmulator({ clock: ownClock, pace: NO_WAIT });
    const session = await newSession(own);
    return { own, ownClock, session };
  }

  it('M-3.11, R-19.2: a session expires ten minutes after its creation without a client frame', async () => {
    const { own, ownClock, session } = await idling();
    ownClock.advance(IDLE_MS - 1);
    expect(own.journalOf(session.id)).toHaveLength(1);
    ownClock.advance(1);
    expect(own.journalOf(session.id).at(-1)).toMatchObject({
      kind: 'sessionEnd',
      reason: 'user_abandoned',
      sequence: 2,
    });
    const query = { session_id: session.id, access_token: session.token };
    expect(await handshake(socketUrl(own, query))).toMatchObject({ status: 404 });
    await own.close();
  });

  it.each([
    ['heartbeat', '{"type":"EVENT_TYPE_HEARTBEAT","payload":{}}'],
    ['typing', '{"type":"EVENT_TYPE_USER_TYPING","payload":{"state":"TYPING_STATE_STARTED"}}'],
    ['rubbish', 'rubbish'],
  ])('M-3.11, R-19.2: any client frame keeps a session alive: %s', async (_, frame) => {
    const { own, ownClock, session } = await idling();
    const socket = await openSocket(own, session);
    ownClock.advance(IDLE_MS - 1);
    socket.sendRaw(frame);
    await socket.settled();
    ownClock.advance(IDLE_MS - 1);
    expect(own.journalOf(session.id)).toHaveLength(1);
    ownClock.advance(1);
    expect(await socket.closed).toBe(1000);
    expect(socket.events().at(-1)).toMatchObject({ kind: 'sessionEnd', reason: 'user_abandoned' });
    await own.close();
  });

  it('M-3.11, R-19.2: an open socket alone does not keep a session alive', async () => {
    const { own, ownClock, session } = await idling();
    ownClock.advance(IDLE_MS - 1);
    const socket = await openSocket(own, session);
    ownClock.advance(1);
    expect(await socket.closed).toBe(1000);
    await own.close();
  });
});
