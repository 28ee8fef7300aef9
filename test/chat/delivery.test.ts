import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  type ChatHarness,
  createChatHarness,
  sessionStart,
  systemMessage,
  wireEvent,
} from '../support/chat-harness.ts';

const USER = 'EVENT_TYPE_USER_MESSAGE';
const texts = (sent: readonly { type: string; payload: unknown }[]) =>
  sent.filter(({ type }) => type === USER).map(({ payload }) => (payload as { text: string }).text);

describe('delivery of messages', () => {
  it('M-9.1, M-9.5: sends a message once when the replay after a drop contains it', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Pay the bill');
    socket.drop();
    expect(harness.lines()).toEqual(['user: Pay the bill [sending]']);
    await harness.advance(1_000);
    harness.socket().accept();
    harness.socket().receiveBatch({
      ...wireEvent('USER_MESSAGE', 4, { text: 'Pay the bill', message_id: 'u4' }),
      metadata: { custom: { client_event_id: 'client-1' } },
    });
    await harness.advance(10_000);
    expect(texts(harness.socket().sent)).toEqual([]);
    expect(harness.lines()).toEqual(['user: Pay the bill [sent]']);
  });

  it.each([4711, null, undefined, {}, ['a']])('sends no text that is none: %j', async (text) => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    expect(harness.chat.send(text as string)).toBeUndefined();
    expect([texts(socket.sent), harness.lines()]).toEqual([[], []]);
  });

  it('M-9.3: a message has the platform’s time once it is confirmed', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Hello');
    socket.receiveEvent({
      ...wireEvent('USER_MESSAGE', 4, { text: 'Hello', message_id: 'u4' }),
      timestamp: '2026-03-01T09:00:00Z',
      metadata: { custom: { client_event_id: 'client-1' } },
    });
    expect(harness.chat.transcript.value).toMatchObject([
      { text: 'Hello', delivery: 'sent', at: Date.UTC(2026, 2, 1, 9) },
    ]);
  });

  it('M-9.2: sends a message with the page’s context at the time of writing', async () => {
    let pageContext = { order: '1' };
    const harness = createChatHarness({ pageContext: () => pageContext });
    harness.chat.send('First');
    pageContext = { order: '2' };
    const socket = await harness.connectAndJoin();
    harness.chat.send('Second');
    const customs = socket.sent.filter(({ type }) => type === USER).map(({ metadata }) => metadata?.custom);
    expect(customs).toEqual([
      { order: '1', client_event_id: 'client-1', local_id: 'client-1' },
      { order: '2', client_event_id: 'client-2', local_id: 'client-2' },
    ]);
  });

  it('M-14.4: the page’s context counts towards the size of a message', async () => {
    const pageContext = { order: 'x'.repeat(100) };
    const harness = createChatHarness({ pageContext: () => pageContext });
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart({ max_message_size_bytes: 300 }));
    harness.chat.send('x'.repeat(60));
    expect(harness.chat.transcript.value).toMatchObject([{ delivery: 'failed', failure: 'too_large' }]);
  });

  it('shows and sends a text as its mask makes it', async () => {
    const harness = createChatHarness({ mask: (text) => text.replace('1234', '●●●●') });
    const socket = await harness.connectAndJoin();
    harness.chat.send('PIN 1234');
    const shown = harness.lines();
    socket.echo(USER, 4);
    expect([shown, texts(socket.sent), harness.lines()]).toEqual([
      ['user: PIN ●●●● [sending]'],
      ['PIN ●●●●'],
      ['user: PIN ●●●● [sent]'],
    ]);
  });

  it('M-9.6, M-9.7: resends a message with the same id 2 s after a quiet replay without it', async () => {
    const harness = createChatHarness();
    const first = await harness.connectAndJoin();
    harness.chat.send('Lost on the way');
    const [original] = first.sent.slice(-1);
    first.drop();
    await harness.advance(1_000);
    const second = harness.socket();
    second.accept();
    second.receiveBatch();
    await harness.advance(250 + 1_999);
    expect(texts(second.sent)).toEqual([]);
    await harness.advance(1);
    expect(second.sent).toEqual([original]);
    second.echo(USER, 4);
    expect(harness.lines()).toEqual(['user: Lost on the way [sent]']);
  });

  it('M-9.5: replaces an open socket after 10 s without an echo, and waits for a slow echo', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Slow');
    await harness.advance(6_000);
    socket.echo(USER, 4);
    harness.chat.send('Never echoed');
    await harness.advance(9_999);
    expect(harness.sockets.length).toBe(1);
    await harness.advance(1);
    expect({ closed: socket.isClosed, sockets: harness.sockets.length }).toEqual({
      closed: true,
      sockets: 2,
    });
    expect(harness.socket().url.searchParams.get('cursor')).toBe('4');
  });

  it('M-9.7, M-9.8: marks a message as failed after three sends; a retry repeats them in the same bubble', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.chat.send('Try me');
    for (let i = 0; i < 3; i++) {
      await harness.advance(10_000);
      harness.socket().accept();
      harness.socket().receiveBatch();
      await harness.advance(2_250);
    }
    expect(harness.sockets.flatMap(({ sent }) => texts(sent))).toEqual(['Try me', 'Try me', 'Try me']);
    expect(harness.chat.transcript.value).toMatchObject([
      { id: 'client-1', delivery: 'failed', failure: 'unconfirmed', canRetry: true },
    ]);
    harness.chat.retry('client-1');
    await harness.advance(0);
    harness.socket().accept();
    harness.socket().receiveBatch();
    await harness.advance(2_250);
    harness.socket().echo(USER, 4);
    expect(harness.lines()).toEqual(['user: Try me [sent]']);
    const ids = harness.sockets.flatMap(({ sent }) =>
      sent.flatMap(({ metadata }) => metadata?.custom['client_event_id'] ?? []),
    );
    expect(ids).toEqual(['client-1', 'client-1', 'client-1', 'client-1']);
  });

  it('M-9.8: sends nothing on a retry when the history contains the message', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.chat.send('It did arrive');
    for (let i = 0; i < 3; i++) {
      await harness.advance(10_000);
      harness.socket().accept();
      harness.socket().receiveBatch();
      await harness.advance(2_250);
    }
    harness.chat.retry('client-1');
    harness.socket().accept();
    harness.socket().receiveBatch({
      ...wireEvent('USER_MESSAGE', 4, { text: 'It did arrive', message_id: 'u4' }),
      metadata: { custom: { local_id: 'client-1' } },
    });
    await harness.advance(15_000);
    expect(texts(harness.socket().sent)).toEqual([]);
    expect(harness.lines()).toEqual(['user: It did arrive [sent]']);
  });

  it('M-9.9: repairs a failed bubble by a late echo', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.chat.send('Late');
    for (let i = 0; i < 3; i++) {
      await harness.advance(10_000);
      harness.socket().accept();
      harness.socket().receiveBatch();
      await harness.advance(2_250);
    }
    expect(harness.lines()).toEqual(['user: Late [failed]']);
    harness.socket().receiveEvent({
      ...wireEvent('USER_MESSAGE', 4, { text: 'Late', message_id: 'u4' }),
      metadata: { custom: { client_event_id: 'client-1' } },
    });
    expect(harness.lines()).toEqual(['user: Late [sent]']);
  });

  it('M-9.9: shows one bubble for two echoes with one client id', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Once');
    socket.echo(USER, 4);
    socket.echo(USER, 4);
    socket.echo(USER, 5, { id: 'another-event' });
    expect(harness.lines()).toEqual(['user: Once [sent]']);
  });

  it('M-9.4: keeps at most five messages unconfirmed, and keeps the order', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    for (let i = 1; i <= 7; i++) harness.chat.send(`n${i}`);
    expect(texts(socket.sent)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5']);
    socket.receiveEvent({
      ...wireEvent('USER_MESSAGE', 4, { text: 'n1', message_id: 'u4' }),
      metadata: { custom: { client_event_id: 'client-1' } },
    });
    expect(texts(socket.sent)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5', 'n6']);
  });

  it('M-14.4: measures what was written before the limit was known', async () => {
    const harness = createChatHarness();
    harness.chat.send('x'.repeat(400));
    harness.chat.send('Short');
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart({ max_message_size_bytes: 400 }));
    expect(harness.chat.transcript.value).toMatchObject([
      { text: 'x'.repeat(400), delivery: 'failed', failure: 'too_large', canRetry: false },
      { text: 'Short', delivery: 'sending' },
    ]);
    await harness.advance(250);
    socket.echo('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', 2);
    socket.receiveEvent(agentJoined(3));
    expect(texts(socket.sent)).toEqual(['Short']);
  });

  it('M-9.9: counts a second echo of one message', async () => {
    const dropped: unknown[] = [];
    const harness = createChatHarness();
    harness.chat.on('dropped', (event) => dropped.push(event));
    const socket = await harness.connectAndJoin();
    harness.chat.send('Once');
    socket.echo(USER, 4);
    socket.echo(USER, 5);
    expect({ lines: harness.lines(), dropped }).toEqual({
      lines: ['user: Once [sent]'],
      dropped: [{ what: 'event', reason: 'second echo' }],
    });
  });

  it('sends the messages after one that is too large', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('x'.repeat(131_072));
    harness.chat.send('I still go');
    expect(texts(socket.sent)).toEqual(['I still go']);
  });

  it('M-9.10: keeps at most 100 messages waiting; the next one fails and can be retried', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.drop();
    harness.changeNetwork('offline');
    for (let i = 0; i < 101; i++) harness.chat.send(`q${i}`);
    const failed = harness.chat.transcript.value.filter(
      (entry) => entry.kind === 'message' && entry.delivery === 'failed',
    );
    expect(failed).toMatchObject([{ text: 'q100', failure: 'queue_full', canRetry: true }]);
  });

  it('M-11.11: marks unconfirmed messages as failed when the conversation ends', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Too late');
    socket.receiveEvent(wireEvent('SESSION_END', 4, { reason: 'REASON_NATURAL_END' }));
    expect(harness.chat.transcript.value).toMatchObject([
      { text: 'Too late', delivery: 'failed', failure: 'ended', canRetry: false },
      { notice: 'conversation_ended', reason: 'natural_end' },
    ]);
  });

  it('M-11.6, M-11.7: sends typing at most every 3 s, and its end once', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    const states = () =>
      socket.sent
        .filter(({ type }) => type === 'EVENT_TYPE_USER_TYPING')
        .map(({ payload }) => (payload as { state: string }).state);
    for (let i = 0; i < 7; i++) {
      harness.chat.setTyping(true);
      await harness.advance(500);
    }
    expect(states()).toEqual(['TYPING_STATE_STARTED', 'TYPING_STATE_STARTED']);
    await harness.advance(5_000);
    expect(states()).toEqual(['TYPING_STATE_STARTED', 'TYPING_STATE_STARTED', 'TYPING_STATE_STOPPED']);
    harness.chat.setTyping(true);
    harness.chat.send('Done');
    expect(socket.sent.slice(-2).map(({ type }) => type)).toEqual(['EVENT_TYPE_USER_TYPING', USER]);
    expect(states().slice(-1)).toEqual(['TYPING_STATE_STOPPED']);
  });

  it('keeps a failed message in its place', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('First');
    harness.chat.send('x'.repeat(200_000));
    harness.chat.send('Third');
    socket.receiveEvent({
      ...wireEvent('USER_MESSAGE', 4, { text: 'First', message_id: 'u4' }),
      metadata: { custom: { client_event_id: 'client-1' } },
    });
    socket.echo(USER, 5);
    socket.receiveEvent(agentMessage(6, 'Answer'));
    expect(harness.lines().map((line) => line.slice(0, 8))).toEqual([
      'user: Fi',
      'user: xx',
      'user: Th',
      'agent: A',
    ]);
  });

  it('keeps unconfirmed messages at the end while the agent continues', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Mine');
    socket.receiveEvent(agentMessage(4, 'Theirs'));
    expect(harness.lines()).toEqual(['agent: Theirs', 'user: Mine [sending]']);
    socket.echo(USER, 5);
    expect(harness.lines()).toEqual(['agent: Theirs', 'user: Mine [sent]']);
  });

  it('M-9.10: keeps messages typed while the relay is unreachable and sends them later', async () => {
    let isUp = false;
    const harness = createChatHarness({
      answers: (call) =>
        isUp && call === 'POST /chat/sessions'
          ? {
              status: 201,
              body: {
                session_id: 's',
                access_token: 't',
                expires_in: 9,
                websocket_url: 'wss://p.test/ws',
                dialect: 'service',
              },
            }
          : 'refuse',
    });
    harness.chat.send('Typed in vain?');
    for (let i = 0; i < 4; i++) await harness.advance(1_000);
    expect(harness.chat.connection.value).toBe('failed');
    expect(harness.chat.trouble.value).toEqual({ code: 'unreachable', canRetry: true });
    expect(harness.lines()).toEqual(['user: Typed in vain? [sending]']);
    isUp = true;
    harness.chat.reconnect();
    await harness.settle();
    harness.socket().accept();
    harness.socket().receiveBatch(sessionStart(), wireEvent('SERVICE_AGENT_JOINED', 2));
    await harness.advance(250);
    expect(texts(harness.socket().sent)).toEqual(['Typed in vain?']);
  });
});

describe('words that cannot be sent because the chat is misconfigured', () => {
  const deliveries = ({ chat }: ChatHarness) =>
    chat.transcript.value.map(
      (entry) => entry.kind === 'message' && [entry.text, entry.failure, entry.canRetry],
    );

  it('M-9.12: messages fail and stay on the screen when the relay refuses the page', async () => {
    const harness = createChatHarness({ answers: () => ({ status: 403 }) });
    harness.chat.send('First');
    await harness.settle();
    harness.chat.send('Second');
    expect({ status: harness.chat.connection.value, deliveries: deliveries(harness) }).toEqual({
      status: 'failed',
      deliveries: [
        ['First', 'configuration', false],
        ['Second', 'configuration', false],
      ],
    });
  });

  it('M-9.12: messages fail when the platform does not find the connector', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Sent, not confirmed');
    socket.receiveEvent(systemMessage('Error: Connector not found'));
    expect({ status: harness.chat.connection.value, deliveries: deliveries(harness) }).toEqual({
      status: 'failed',
      deliveries: [['Sent, not confirmed', 'configuration', false]],
    });
  });
});

/** A message that was sent three times without an echo. */
async function unconfirmed(): Promise<ChatHarness> {
  const harness = createChatHarness();
  await harness.connectAndJoin();
  harness.chat.send('Late');
  for (let i = 0; i < 3; i++) {
    harness.socket().drop();
    await harness.advance(1_000);
    harness.socket().accept();
    harness.socket().receiveBatch();
    await harness.advance(10_000 - (i === 2 ? 7_750 : 0) + 250);
  }
  expect(harness.lines()).toEqual(['user: Late [failed]']);
  return harness;
}

describe('a late echo', () => {
  const echo = (sequence: number, metadata?: object) => ({
    ...wireEvent('USER_MESSAGE', sequence, { text: 'Late', message_id: `u${sequence}` }),
    metadata,
  });

  it.each([
    ['with the id of the message', { custom: { client_event_id: 'client-1' } }],
    ['without metadata', undefined],
  ])(
    'M-9.9, M-9.11: a late echo repairs a failed message (%s), and a retry then sends nothing',
    async (_, metadata) => {
      const harness = await unconfirmed();
      const socket = harness.socket();
      const before = texts(socket.sent).length;
      socket.receiveEvent(echo(4, metadata));
      harness.chat.retry('client-1');
      await harness.advance(10_000);
      expect({
        lines: harness.lines(),
        sent: texts(socket.sent).length - before,
        sockets: harness.sockets.length,
      }).toEqual({
        lines: ['user: Late [sent]'],
        sent: 0,
        sockets: 4,
      });
    },
  );

  it('M-9.8: a late echo after a retry keeps the message from being sent again', async () => {
    const harness = await unconfirmed();
    harness.chat.retry('client-1');
    const socket = harness.socket();
    socket.accept();
    socket.receiveBatch(echo(4));
    await harness.advance(10_000);
    expect({ lines: harness.lines(), sent: texts(socket.sent) }).toEqual({
      lines: ['user: Late [sent]'],
      sent: [],
    });
  });

  it('M-9.11: a late echo of another page repairs no failed message with the same text', async () => {
    const harness = await unconfirmed();
    harness.socket().receiveEvent(echo(4, { custom: { client_event_id: 'other-1' } }));
    expect(harness.lines()).toEqual(['user: Late [failed]', 'user: Late [sent]']);
  });
});
