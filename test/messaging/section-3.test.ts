import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import type { SessionGrant } from '../../src/protocol/relay.ts';
import { AT_ONCE, newSession, openSocket } from '../emulator/visitor.ts';
import { type Answer, accessToken, until, useBench } from '../relay/support/bench.ts';
import { agentMessage, createWorld, GRANT, wire } from '../support/chat-world.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createScene, QUIET } from './support/scene.ts';

const OVER = { status: 'ended', trouble: { code: 'expired', canRetry: false }, stored: null };
const NETWORK = { status: 'reconnecting', trouble: null, stored: 'session-1' };
const TOO_MANY = {
  status: 'failed',
  trouble: { code: 'too_many_windows', canRetry: true },
  stored: 'session-1',
};
const REFUSALS = [
  [400, 'invalid connection parameters', 'unreachable', NETWORK],
  [401, 'authentication failed', 'token_mismatch', OVER],
  [404, 'session not found or expired', 'expired', OVER],
  [429, 'more than 10 connections', 'too_many_connections', TOO_MANY],
] as const;

/** What a client that saw nothing but a close 1006 before the open makes of the relay's answer. */
async function clientOf(answer: Answer): Promise<object> {
  const world = createWorld({
    answers: (call) => (call.startsWith('GET') ? { status: answer.status, body: answer.text } : undefined),
  });
  (await world.ready()).drop();
  await world.advance(1_000);
  world.socket().drop(1006);
  await world.settle();
  return {
    status: world.chat.connection.value,
    trouble: world.chat.trouble.value,
    stored: world.stored.id,
  };
}

/** The bytes that a user message takes without its text. */
const ENVELOPE = JSON.stringify({
  type: 'EVENT_TYPE_USER_MESSAGE',
  payload: { text: '' },
  metadata: { custom: { client_event_id: 'client-1', local_id: 'client-1' } },
}).length;
const SIZES = [
  ['131072 bytes pass', {}, 'x'.repeat(131_072 - ENVELOPE), true],
  ['131073 bytes do not', {}, 'x'.repeat(131_073 - ENVELOPE), false],
  ['131072 bytes in characters of two pass', {}, `x${'é'.repeat((131_071 - ENVELOPE) / 2)}`, true],
  ['131073 bytes in characters of two do not', {}, 'é'.repeat((131_073 - ENVELOPE) / 2), false],
  ['max_message_size_bytes passes', { max_message_size_bytes: 1_000 }, 'x'.repeat(1_000 - ENVELOPE), true],
  [
    'one byte over max_message_size_bytes does not',
    { max_message_size_bytes: 1_000 },
    'x'.repeat(1_001 - ENVELOPE),
    false,
  ],
] as const;

describe('spec messaging §3', () => {
  const open = useBench();
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ clock: createFakeClock(), pace: AT_ONCE });
  });
  afterAll(() => emulator.close());

  it('§3 wss://{messaging host}/ws?session_id=…&access_token=…: the relay names the address, the client adds the rest', async () => {
    const { call, upstream } = await open();
    const granted = (await call('/chat/sessions', { method: 'POST' })).json;
    const world = createWorld();
    await world.begin();
    expect([granted, world.socket().url.href]).toEqual([
      expect.objectContaining({ websocket_url: `${upstream.url.replace('http', 'ws')}/ws` }),
      `${GRANT.websocket_url}?session_id=session-1&access_token=token-1`,
    ]);
  });

  it('§3 &cursor=N: a non-negative integer', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(agentMessage(4, 'A'));
    socket.event({ ...agentMessage(5, 'B'), sequence: '5' });
    socket.drop();
    await world.advance(1_000);
    expect(world.socket().url.search).toBe('?session_id=session-1&access_token=token-1&cursor=5');
  });

  it.each([
    ['absent', undefined, 0],
    ['a number', '3', 3],
    ['seq: and a number', 'seq:3', 3],
    ['zero', '0', 0],
    ['empty', '', 0],
    ['a word', 'latest', 0],
    ['negative', '-3', 0],
    ['a fraction', '3.5', 0],
    ['with a space', ' 3', 0],
    ['beyond what a number can hold', '9007199254740993', 0],
    ['rubbish behind seq:', 'seq:x', 0],
  ])('§3 a cursor that is %s (%j): the history above %i, never a refusal', async (_, cursor, above) => {
    const session = await newSession(emulator);
    const first = await openSocket(emulator, session);
    first.join();
    first.say('hello');
    await first.settled();
    await first.close();
    const socket = await openSocket(emulator, session, cursor === undefined ? {} : { cursor });
    const stored = emulator.journalOf(session.id).map(({ sequence }) => sequence);
    expect(socket.events().map(({ sequence }) => sequence)).toEqual(stored.slice(above));
    await socket.close();
  });

  it.each(REFUSALS)('§3 handshake %i %s: the relay says %s', async (status, _, state, client) => {
    const { call, upstream } = await open();
    const { session_id } = (await call('/chat/sessions', { method: 'POST' })).json as SessionGrant;
    upstream.replySocket(status);
    const answer = await call(`/chat/sessions/${session_id}`);
    expect({
      answer: [answer.status, answer.json],
      tried: upstream.received.slice(2).map(({ method, path }) => [method, path]),
      client: await clientOf(answer),
    }).toEqual({
      answer: [200, { state }],
      tried: [['UPGRADE', `/ws?session_id=${session_id}&access_token=${accessToken(1)}`]],
      client,
    });
  });

  it('§3 a handshake that the relay gets through: the session is alive', async () => {
    const { call, upstream } = await open();
    const { session_id } = (await call('/chat/sessions', { method: 'POST' })).json as SessionGrant;
    const answer = await call(`/chat/sessions/${session_id}`);
    expect([answer.json, await clientOf(answer)]).toEqual([{ state: 'alive' }, NETWORK]);
    // Given up at once: it takes one of the ten connections.
    await until(() => upstream.sockets() === 0);
  });

  it.each(SIZES)('§3 limit: %s', async (_, capabilities, text, passes) => {
    const { world, socket, says } = await createScene('service');
    says('SESSION_START', { capabilities: { streaming: true, ...capabilities } });
    const before = socket.sent.length;
    world.chat.send(text);
    const [entry] = world.chat.transcript.value;
    expect({
      sent: socket.sent.slice(before).map(({ payload }) => payload),
      delivery: entry?.kind === 'message' && [entry.delivery, entry.failure, entry.canRetry],
    }).toEqual(
      passes
        ? { sent: [{ text }], delivery: ['sending', undefined, undefined] }
        : { sent: [], delivery: ['failed', 'too_large', false] },
    );
  });

  it('§3 10 minutes idle: the platform ends the session, never the client', async () => {
    const { world, socket } = await createScene('service');
    for (let minute = 0; minute < 60; minute++) {
      await world.advance(60_000);
      socket.event(wire('HEARTBEAT', null));
    }
    expect({
      status: world.chat.connection.value,
      sockets: world.sockets.length,
      lines: world.lines(),
    }).toEqual({
      status: 'online',
      sockets: 1,
      lines: [],
    });
  });

  it('§3 frames are text JSON: anything else is left out and the socket stays', async () => {
    const { world, socket, view } = await createScene('service');
    socket.text('%% not JSON');
    socket.binary();
    await world.advance(1_000);
    expect({ view: view(), sockets: world.sockets.length }).toEqual({
      view: {
        ...QUIET,
        news: [
          ['dropped', { what: 'frame', reason: 'not JSON' }],
          ['dropped', { what: 'frame', reason: 'binary' }],
        ],
      },
      sockets: 1,
    });
  });

  // The other codes lead to what §12 says of them.
  it('§3 close 1000: a clean end', async () => {
    const { world, socket, says } = await createScene('service');
    says('SESSION_END', { reason: 'REASON_NATURAL_END' });
    socket.drop(1000);
    await world.advance(600_000);
    expect({
      status: world.chat.connection.value,
      sockets: world.sockets.length,
      lines: world.lines(),
    }).toEqual({
      status: 'ended',
      sockets: 1,
      lines: ['(conversation_ended)'],
    });
  });
});
