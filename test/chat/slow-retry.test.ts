import { describe, expect, it } from 'vitest';
import { type ChatHarness, createChatHarness, sessionStart } from '../support/chat-harness.ts';

const TRIES = 2;

/** A conversation whose handshakes have failed as often as the session allows, with a message that waits. */
async function failedHandshakes(): Promise<ChatHarness> {
  const harness = createChatHarness();
  const socket = await harness.connect();
  socket.receiveBatch(sessionStart({ max_reconnect_attempts: TRIES }));
  await harness.advance(250);
  harness.chat.send('Still there?');
  socket.drop();
  for (let i = 0; i < TRIES; i++) {
    await harness.advance(i === 0 ? 1_000 : 2_000);
    harness.socket().drop();
  }
  expect(harness.chat.connection.value).toBe('failed');
  return harness;
}

const summary = ({ chat, sockets }: ChatHarness) => ({
  status: chat.connection.value,
  sockets: sockets.length,
});

describe('a connection that has failed', () => {
  it.each([
    ['the page becomes visible', (harness: ChatHarness) => harness.becomeVisible()],
    ['the browser comes online', (harness: ChatHarness) => harness.changeNetwork('online')],
    ['the panel opens', (harness: ChatHarness) => harness.chat.start()],
    ['the visitor sends a message', (harness: ChatHarness) => harness.chat.send('Hello?')],
  ])('M-12.20: tries a failed connection again with all attempts when %s', async (_, act) => {
    const harness = await failedHandshakes();
    act(harness);
    await harness.advance(500);
    const first = summary(harness);
    harness.socket().drop();
    await harness.advance(1_000);
    expect([first, summary(harness)]).toEqual([
      { status: 'reconnecting', sockets: 4 },
      { status: 'reconnecting', sockets: 5 },
    ]);
  });

  it('M-12.20: tries a failed connection every 60 s, and shows it as failed until one succeeds', async () => {
    const harness = await failedHandshakes();
    const seen: unknown[] = [];
    const stop = harness.chat.connection.subscribe((value) => seen.push(value));
    harness.chat.trouble.subscribe((value) => seen.push(value?.code));
    for (const sockets of [4, 5, 6]) {
      await harness.advance(59_999);
      expect(harness.sockets.length).toBe(sockets - 1);
      await harness.advance(1);
      expect(harness.sockets.length).toBe(sockets);
      if (sockets < 6) harness.socket().drop();
    }
    stop();
    harness.socket().accept();
    expect(harness.chat.connection.value).toBe('failed');
    harness.socket().receiveBatch();
    expect(harness.chat.connection.value).toBe('online');
    expect(seen).toEqual(['failed', 'unreachable', undefined]);
  });

  it('M-12.20: a slow retry delivers the message that waited', async () => {
    const harness = await failedHandshakes();
    await harness.advance(60_000);
    const socket = harness.socket();
    socket.accept();
    socket.receiveBatch();
    await harness.advance(2_250);
    socket.echo('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', 2);
    socket.receiveEvent({
      id: 'joined',
      sequence: 3,
      timestamp: '2026-11-02T09:00:00Z',
      type: 'EVENT_TYPE_SERVICE_AGENT_JOINED',
      payload: { agent_name: 'Iris' },
    });
    socket.echo('EVENT_TYPE_USER_MESSAGE', 4);
    expect(harness.lines()).toEqual(['user: Still there? [sent]']);
  });

  it('M-12.20: a hidden page gets no slow retry', async () => {
    const harness = await failedHandshakes();
    harness.emit('hidden');
    await harness.advance(600_000);
    expect({ ...summary(harness), timers: harness.clock.waiting() }).toEqual({
      status: 'failed',
      sockets: 3,
      timers: 0,
    });
    harness.emit('visible');
    await harness.advance(500);
    expect(harness.sockets.length).toBe(4);
  });

  it('M-12.20: leaves a failed connection alone when the panel is closed and nothing is pending', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.drop(1008);
    await harness.advance(1_000);
    harness.socket().accept();
    harness.socket().drop(1008);
    harness.chat.rest();
    await harness.advance(3_600_000);
    for (const event of ['online', 'visible'] as const) harness.emit(event);
    await harness.advance(3_600_000);
    expect({ ...summary(harness), timers: harness.clock.waiting() }).toEqual({
      status: 'failed',
      sockets: 2,
      timers: 0,
    });
  });

  it('M-12.9: a client whose connection another one took over does not try again by itself', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.drop(4000);
    for (const event of ['online', 'hidden', 'visible'] as const) harness.emit(event);
    await harness.advance(600_000);
    expect(summary(harness)).toEqual({ status: 'failed', sockets: 1 });
    harness.chat.start();
    expect(summary(harness)).toEqual({ status: 'reconnecting', sockets: 2 });
  });

  it('M-12.14: tells only once that the chat is open in too many windows', async () => {
    const harness = createChatHarness({
      answers: (call) =>
        call.startsWith('GET') ? { status: 200, body: { state: 'too_many_connections' } } : undefined,
    });
    const socket = await harness.connectAndJoin();
    harness.chat.send('From the eleventh window');
    socket.drop();
    await harness.advance(1_000);
    harness.socket().drop();
    await harness.settle();
    const transcript = harness.chat.transcript.value;
    expect(harness.lines()).toEqual(['(too_many_windows)', 'user: From the eleventh window [sending]']);
    for (let i = 0; i < 3; i++) {
      await harness.advance(60_000);
      harness.socket().drop();
      await harness.settle();
    }
    expect({ ...summary(harness), transcript: harness.chat.transcript.value }).toEqual({
      status: 'failed',
      sockets: 5,
      transcript,
    });
  });
});

describe('a relay that does not answer', () => {
  it('M-12.20: calls a silent relay every 60 s after four calls, and sends the words that waited', async () => {
    let isUp = false;
    const harness = createChatHarness({ answers: () => (isUp ? undefined : { status: 500 }) });
    const seen: string[] = [];
    harness.chat.send('Hello?');
    for (let i = 0; i < 3; i++) await harness.advance(1_000);
    harness.chat.connection.subscribe((value) => seen.push(value));
    for (let i = 0; i < 2; i++) await harness.advance(60_000);
    expect({ calls: harness.calls.length, seen }).toEqual({ calls: 6, seen: ['failed'] });
    isUp = true;
    await harness.advance(60_000);
    expect({ ...summary(harness), lines: harness.lines() }).toEqual({
      status: 'connecting',
      sockets: 1,
      lines: ['user: Hello? [sending]'],
    });
  });
});
