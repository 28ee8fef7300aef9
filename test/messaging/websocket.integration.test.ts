import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import type { SessionGrant } from '../../src/protocol/relay.ts';
import { NO_WAIT, newSession, openSocket } from '../emulator/support/visitor.ts';
import { type Answer, accessToken, until, useBench } from '../relay/support/bench.ts';
import { agentMessage, createChatHarness, GRANT, wireEvent } from '../support/chat-harness.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createConversationHarness, INITIAL_VIEW } from './support/conversation-harness.ts';

const GONE = { status: 'ended', trouble: { code: 'expired', canRetry: false }, stored: null };
const NETWORK = { status: 'reconnecting', trouble: null, stored: 'session-1' };
const TOO_MANY = {
  status: 'failed',
  trouble: { code: 'too_many_windows', canRetry: true },
  stored: 'session-1',
};
const REFUSALS = [
  ['M-3.4', 400, 'invalid connection parameters', 'unreachable', NETWORK],
  ['M-3.5', 401, 'authentication failed', 'token_mismatch', GONE],
  ['M-3.6', 404, 'session not found or expired', 'expired', GONE],
  ['M-3.7', 429, 'more than 10 connections', 'too_many_connections', TOO_MANY],
] as const;

/** Behaviour of a client that only saw close 1006 before the open, after this answer of the relay. */
async function clientOf(answer: Answer): Promise<object> {
  const harness = createChatHarness({
    answers: (call) => (call.startsWith('GET') ? { status: answer.status, body: answer.text } : undefined),
  });
  (await harness.connectAndJoin()).drop();
  await harness.advance(1_000);
  harness.socket().drop(1006);
  await harness.settle();
  return {
    status: harness.chat.connection.value,
    trouble: harness.chat.trouble.value,
    stored: harness.stored.id,
  };
}

/** Bytes of a user message without its text. */
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

describe('the WebSocket', () => {
  const open = useBench();
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ clock: createFakeClock(), pace: NO_WAIT });
  });
  afterAll(() => emulator.close());

  it('M-3.1: the client adds session_id and access_token to the socket address that the relay names', async () => {
    const { call, upstream } = await open();
    const granted = (await call('/chat/sessions', { method: 'POST' })).json;
    const harness = createChatHarness();
    await harness.connect();
    expect([granted, harness.socket().url.href]).toEqual([
      expect.objectContaining({ websocket_url: `${upstream.url.replace('http', 'ws')}/ws` }),
      `${GRANT.websocket_url}?session_id=session-1&access_token=token-1`,
    ]);
  });

  it('M-3.1: the client resumes with &cursor=N, a non-negative integer', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(4, 'A'));
    socket.receiveEvent({ ...agentMessage(5, 'B'), sequence: '5' });
    socket.drop();
    await harness.advance(1_000);
    expect(harness.socket().url.search).toBe('?session_id=session-1&access_token=token-1&cursor=5');
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
  ])(
    'M-3.2: a cursor that is %s (%j) gets the history above %i, never a refusal',
    async (_, cursor, above) => {
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
    },
  );

  it.each(REFUSALS)(
    '%s: a handshake refused with %i (%s) has the state %s',
    async (_, status, __, state, client) => {
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
    },
  );

  it('M-3.8: a handshake that the relay completes means that the session is alive', async () => {
    const { call, upstream } = await open();
    const { session_id } = (await call('/chat/sessions', { method: 'POST' })).json as SessionGrant;
    const answer = await call(`/chat/sessions/${session_id}`);
    expect([answer.json, await clientOf(answer)]).toEqual([{ state: 'alive' }, NETWORK]);
    // The relay closes its socket immediately, because it counts as one of ten.
    await until(() => upstream.sockets() === 0);
  });

  it.each(SIZES)('M-3.9: %s', async (_, capabilities, text, passes) => {
    const { harness, socket, platformSends } = await createConversationHarness('service');
    platformSends('SESSION_START', { capabilities: { streaming: true, ...capabilities } });
    const before = socket.sent.length;
    harness.chat.send(text);
    const [entry] = harness.chat.transcript.value;
    expect({
      sent: socket.sent.slice(before).map(({ payload }) => payload),
      delivery: entry?.kind === 'message' && [entry.delivery, entry.failure, entry.canRetry],
    }).toEqual(
      passes
        ? { sent: [{ text }], delivery: ['sending', undefined, undefined] }
        : { sent: [], delivery: ['failed', 'too_large', false] },
    );
  });

  it('M-3.11, M-11.4: the platform ends a session after 10 idle minutes, never the client', async () => {
    const { harness, socket } = await createConversationHarness('service');
    for (let minute = 0; minute < 60; minute++) {
      await harness.advance(60_000);
      socket.receiveEvent(wireEvent('HEARTBEAT', null));
    }
    expect({
      status: harness.chat.connection.value,
      sockets: harness.sockets.length,
      lines: harness.lines(),
    }).toEqual({
      status: 'online',
      sockets: 1,
      lines: [],
    });
  });

  it('M-3.3, M-4.9: frames that are not text with JSON are dropped and the socket stays', async () => {
    const { harness, socket, view } = await createConversationHarness('service');
    socket.receiveText('%% not JSON');
    socket.receiveBinary();
    await harness.advance(1_000);
    expect({ view: view(), sockets: harness.sockets.length }).toEqual({
      view: {
        ...INITIAL_VIEW,
        events: [
          ['dropped', { what: 'frame', reason: 'not JSON' }],
          ['dropped', { what: 'frame', reason: 'binary' }],
        ],
      },
      sockets: 1,
    });
  });

  // M-12.7 to M-12.12 are about the other codes.
  it('M-3.12: close 1000 after SESSION_END is a clean end', async () => {
    const { harness, socket, platformSends } = await createConversationHarness('service');
    platformSends('SESSION_END', { reason: 'REASON_NATURAL_END' });
    socket.drop(1000);
    await harness.advance(600_000);
    expect({
      status: harness.chat.connection.value,
      sockets: harness.sockets.length,
      lines: harness.lines(),
    }).toEqual({
      status: 'ended',
      sockets: 1,
      lines: ['(conversation_ended)'],
    });
  });
});
