import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  chunk,
  createChatHarness,
  GRANT,
  sessionStart,
  wireEvent,
} from '../support/chat-harness.ts';

const userMessage = (sequence: number, text: string) =>
  wireEvent('USER_MESSAGE', sequence, { text, message_id: `u${sequence}` });

/** Events are a second apart: number N is of second N. */
const at = (sequence: number) => Date.UTC(2026, 0, 1, 9, 0, sequence);
const dated = (event: object, sequence: number) => ({
  ...event,
  timestamp: new Date(at(sequence)).toISOString(),
});

const HISTORY = [
  dated(sessionStart(), 1),
  dated(agentJoined(2), 2),
  dated(agentMessage(3, 'Hello'), 3),
  dated(userMessage(4, 'Are you open?'), 4),
  dated(agentMessage(5, 'Yes'), 5),
  dated(agentMessage(6, 'Until six'), 6),
];

/** Resumes in the background and receives `history`. Returns the texts of the `message` events. */
async function resume(newSince: number, history: readonly object[] = HISTORY, meanwhile?: 'start') {
  const harness = createChatHarness({ stored: 'session-1' });
  const messages: string[] = [];
  harness.chat.on('message', ({ author, text }) => messages.push(`${author}: ${text}`));
  harness.chat.resume(newSince);
  await harness.settle();
  harness.socket().accept();
  harness.socket().receiveBatch(...history);
  if (meanwhile) harness.chat[meanwhile]();
  await harness.advance(250);
  return { ...harness, messages };
}

describe('a page that loads in the middle of a conversation', () => {
  it.each([
    ['everything that was answered since the visitor wrote', 0, ['agent: Yes', 'agent: Until six']],
    ['what came since the page was left', at(6), ['agent: Until six']],
    ['nothing that is older', at(7), []],
  ])('M-3.15: finds new %s', async (_, since, expected) => {
    expect((await resume(since)).messages).toEqual(expected);
  });

  it('M-3.15: finds nothing new before the visitor has written', async () => {
    expect((await resume(0, HISTORY.slice(0, 3))).messages).toEqual([]);
  });

  it('M-3.15: finds what came since the page was left before the visitor has written', async () => {
    const history = [...HISTORY.slice(0, 3), dated(agentMessage(8, 'Still there?'), 8)];
    expect((await resume(at(6), history)).messages).toEqual(['agent: Still there?']);
  });

  it.each([-3_600_000, 40_000])(
    'M-3.15: measures what is new by the clock of the relay, %i ms ahead',
    async (ahead) => {
      const harness = createChatHarness({
        stored: 'session-1',
        answers: (call) =>
          call.endsWith('/resume')
            ? { status: 200, body: GRANT, headers: { Date: new Date(at(8)).toUTCString() } }
            : undefined,
      });
      const messages: string[] = [];
      harness.chat.on('message', ({ text }) => messages.push(text));
      // The clock of this computer says another time; the page was left two seconds ago.
      harness.clock.advance(at(8) - ahead - harness.clock.now());
      harness.chat.resume(harness.clock.now() - 2_000);
      await harness.settle();
      harness.socket().accept();
      harness.socket().receiveBatch(...HISTORY);
      await harness.advance(250);
      expect(messages).toEqual(['Until six']);
    },
  );

  it('M-3.24: uses the answer to a resume that was sent before it began, once', async () => {
    const { chat, calls, settle, socket, advance } = createChatHarness({
      stored: 'session-1',
      earlyResume: Promise.resolve({ ...GRANT, access_token: 'early' }),
    });
    chat.start();
    await settle();
    const before = [[...calls], new URL(socket().url).searchParams.get('access_token')];
    chat.restart();
    await advance(5_000);
    expect([before, calls]).toEqual([
      [[], 'early'],
      ['DELETE /chat/sessions/session-1', 'POST /chat/sessions'],
    ]);
  });

  it.each([
    ['is of another session', { ...GRANT, session_id: 'session-0' }],
    ['is a refusal', { code: 'unknown_session' }],
    ['never came', undefined],
  ])('M-3.24: asks again if that answer %s', async (_, answer) => {
    const { chat, calls, settle } = createChatHarness({
      stored: 'session-1',
      earlyResume: Promise.resolve(answer),
    });
    chat.start();
    await settle();
    expect([calls, chat.connection.value]).toEqual([['POST /chat/sessions/session-1/resume'], 'connecting']);
  });

  it('M-3.17: ends a conversation that is only stored, without a socket', async () => {
    const harness = createChatHarness({ stored: 'session-1' });
    const ends: unknown[] = [];
    harness.chat.on('sessionEnd', (detail) => ends.push(detail));
    harness.chat.end();
    await harness.settle();
    expect([harness.stored.id, harness.calls, harness.sockets.length, ends]).toEqual([
      null,
      ['DELETE /chat/sessions/session-1'],
      0,
      [{ sessionId: 'session-1', reason: 'user_end' }],
    ]);
  });

  it('M-3.15: finds nothing new when the visitor looks at it meanwhile', async () => {
    expect((await resume(0, HISTORY, 'start')).messages).toEqual([]);
  });

  it('emits the answer that is pending, once it is complete', async () => {
    const { messages, ...harness } = await resume(0, [
      ...HISTORY.slice(0, 4),
      dated(chunk(5, 'm', 0, 'Yes, '), 5),
    ]);
    expect(messages).toEqual([]);
    harness.socket().receiveEvent(chunk(6, 'm', 1, 'until six', true));
    expect(messages).toEqual(['agent: Yes, until six']);
  });

  it('M-3.14: rests after one minute when nothing is pending, and continues from its cursor', async () => {
    const harness = await resume(0);
    await harness.advance(59_749);
    expect(harness.chat.connection.value).toBe('online');
    await harness.advance(1);
    expect([harness.chat.connection.value, harness.clock.waiting()]).toEqual(['idle', 0]);
    harness.chat.start();
    expect(harness.socket().url.searchParams.get('cursor')).toBe('6');
  });

  it.each([
    ['an answer', dated(userMessage(7, 'Hello?'), 7)],
    ['a person', dated(wireEvent('LIVE_AGENT_JOINED', 7, { agent_name: 'Noor' }), 7)],
  ])('M-3.13: stays connected while %s is pending', async (_, event) => {
    const harness = await resume(0, [...HISTORY, event]);
    await harness.advance(61_000);
    expect(harness.chat.connection.value).not.toBe('idle');
  });

  it('does nothing when no conversation is stored', async () => {
    const harness = createChatHarness();
    harness.chat.resume(0);
    await harness.advance(1_000);
    expect([harness.calls, harness.clock.waiting()]).toEqual([[], 0]);
  });

  it.each([
    ['the relay does not know', (call: string) => (call.endsWith('/resume') ? { status: 404 } : undefined)],
    ['has expired at the relay', (call: string) => (call.endsWith('/resume') ? { status: 410 } : undefined)],
    [
      'has expired at the platform',
      (call: string) => (call.startsWith('GET') ? { status: 200, body: { state: 'expired' } } : undefined),
    ],
  ])(
    'M-3.14: forgets a session that %s, and creates none before the visitor starts one',
    async (_, answers) => {
      const harness = createChatHarness({ stored: 'session-1', answers });
      const troubles: unknown[] = [];
      harness.chat.trouble.subscribe((trouble) => trouble && troubles.push(trouble));
      harness.chat.resume(0);
      await harness.settle();
      if (harness.sockets.length > 0) harness.socket().drop();
      await harness.advance(5_000);
      expect({
        status: harness.chat.connection.value,
        lines: harness.lines(),
        stored: harness.stored.id,
        created: harness.calls.includes('POST /chat/sessions'),
        timers: harness.clock.waiting(),
        troubles,
      }).toEqual({ status: 'idle', lines: [], stored: null, created: false, timers: 0, troubles: [] });
      harness.chat.start();
      await harness.settle();
      expect([harness.calls.at(-1), harness.stored.id]).toEqual(['POST /chat/sessions', 'session-1']);
    },
  );

  it('creates a session for a visitor who opens the chat while a stale one is being resumed', async () => {
    const harness = createChatHarness({
      stored: 'session-1',
      answers: (call) => (call.endsWith('/resume') ? { status: 404 } : undefined),
    });
    harness.chat.resume(0);
    harness.chat.start();
    await harness.settle();
    expect(harness.calls).toEqual(['POST /chat/sessions/session-1/resume', 'POST /chat/sessions']);
  });
});

describe('M-3.18: seen messages', () => {
  const grantWith = (seen: number | undefined) => (call: string) =>
    /\/(resume|sessions)$/.test(call)
      ? { status: call.endsWith('resume') ? 200 : 201, body: { ...GRANT, seen } }
      : undefined;

  /** A page with the stored conversation; what it tells the relay, and its `message` events. */
  async function page(seen: number | undefined, history = HISTORY) {
    const told: unknown[] = [];
    const harness = createChatHarness({
      stored: 'session-1',
      answers: grantWith(seen),
      wrapPorts: (ports) => ({
        ...ports,
        fetch: async (input, init) => {
          if (String(input).endsWith('/seen')) told.push(JSON.parse(String(init?.body)).sequence);
          return (ports.fetch ?? fetch)(input, init);
        },
      }),
    });
    const messages: string[] = [];
    harness.chat.on('message', ({ text }) => messages.push(text));
    harness.chat.resume(0);
    await harness.settle();
    harness.socket().accept();
    harness.socket().receiveBatch(...history);
    await harness.advance(250);
    return { ...harness, messages, told };
  }

  it.each([
    ['nothing', 6, []],
    ['the last answer', 5, ['Until six']],
    ['everything since the visitor wrote', 0, ['Yes', 'Until six']],
  ])('M-3.18: finds %s new', async (_, seen, expected) => {
    expect((await page(seen)).messages).toEqual(expected);
  });

  it('M-3.18: an answer is new on each page until it is seen, even before the visitor has written', async () => {
    const history = HISTORY.slice(0, 3);
    expect([(await page(2, history)).messages, (await page(3, history)).messages]).toEqual([['Hello'], []]);
  });

  it('M-3.18: tells the highest sequence once, when the page is hidden or the chat is closed', async () => {
    const { chat, emit, socket, settle, told } = await page(3);
    chat.seen();
    await settle();
    const before = [...told];
    emit('hidden');
    emit('hidden');
    emit('visible');
    socket().receiveEvent(agentMessage(7, 'One more'));
    chat.seen();
    chat.rest();
    await settle();
    expect([before, told]).toEqual([[], [6, 7]]);
  });

  it('M-3.18: tells the highest sequence when the page disposes of the chat', async () => {
    const { chat, told } = await page(3);
    chat.seen();
    chat.dispose();
    expect(told).toEqual([6]);
  });

  it('M-3.18: an answer that is still being written does not count as seen', async () => {
    const { chat, emit, socket, settle, told } = await page(6);
    socket().receiveEvent(chunk(7, 'long', 1, 'A beginning'));
    chat.seen();
    emit('hidden');
    await settle();
    expect(told).toEqual([]);
  });

  it('M-3.18: tells an older relay nothing, and finds new messages by time', async () => {
    const { chat, emit, settle, messages, told } = await page(undefined);
    chat.seen();
    emit('hidden');
    await settle();
    expect([told, messages]).toEqual([[], ['Yes', 'Until six']]);
  });
});
