import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  chunk,
  createChatHarness,
  sessionStart,
  systemMessage,
  thinking,
  wireEvent,
} from '../support/chat-harness.ts';

const JOIN = 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN';
const USER = 'EVENT_TYPE_USER_MESSAGE';

describe('a conversation', () => {
  it('M-7.2: creates a conversation with one relay call, one socket and one join request', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart());
    await harness.advance(249);
    expect(socket.sent).toEqual([]);
    await harness.advance(1);
    expect(socket.sent).toEqual([{ type: JOIN, payload: {} }]);
    expect(harness.calls).toEqual(['POST /chat/sessions']);
    expect(socket.url.href).toBe('wss://platform.example.test/ws?session_id=session-1&access_token=token-1');
    expect(harness.stored.id).toBe('session-1');
    expect(harness.chat.connection.value).toBe('online');
  });

  it('stores and requests nothing before start()', async () => {
    const harness = createChatHarness();
    await harness.advance(60_000);
    expect({
      calls: harness.calls,
      stored: harness.stored.id,
      sockets: harness.sockets.length,
      timers: harness.clock.waiting(),
    }).toEqual({
      calls: [],
      stored: null,
      sockets: 0,
      timers: 0,
    });
    expect(harness.chat.connection.value).toBe('idle');
  });

  it('M-7.2, M-7.3: requests no agent when a later batch of the history shows that it has joined', async () => {
    const harness = createChatHarness({ stored: 'session-1' });
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart());
    await harness.advance(200);
    socket.receiveBatch(agentJoined(2), agentMessage(3, 'Hello'));
    await harness.advance(300);
    expect(socket.sent).toEqual([]);
    expect(harness.calls).toEqual(['POST /chat/sessions/session-1/resume']);
    expect(harness.lines()).toEqual(['agent: Hello']);
  });

  it('M-8.1, M-8.3, M-8.11: joins chunks as they are, in order, each index once', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(4, 'm', 1, 'alpha '));
    socket.receiveEvent(chunk(6, 'm', 3, 'gamma'));
    expect(harness.lines()).toEqual(['agent: alpha gamma …']);
    socket.receiveEvent(chunk(5, 'm', 2, 'beta '));
    socket.receiveEvent(chunk(7, 'm', 2, 'BETA '));
    socket.receiveEvent(chunk(8, 'm', 4, '', true));
    expect(harness.lines()).toEqual(['agent: alpha beta gamma']);
  });

  it('M-8.1: places a message at its earliest chunk, in any order of arrival', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(7, 'a', 2, 'A2', true));
    socket.receiveEvent(agentMessage(6, 'B'));
    socket.receiveEvent(chunk(5, 'a', 1, 'A1 '));
    expect(harness.lines()).toEqual(['agent: A1 A2', 'agent: B']);
  });

  it('M-8.9: fills a gap after the last chunk', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(4, 'm', 1, 'one '));
    socket.receiveEvent(chunk(6, 'm', 3, 'three', true));
    expect(harness.lines()).toEqual(['agent: one three']);
    socket.receiveEvent(chunk(5, 'm', 2, 'two '));
    expect(harness.lines()).toEqual(['agent: one two three']);
  });

  it('M-10.13: shows the same notice in a row once, with its number, in any order of arrival', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    const busy = systemMessage('We are busy', 'INFO');
    const notices = () =>
      harness.chat.transcript.value.map((entry) =>
        entry.kind === 'notice' ? [entry.notice, entry.count] : entry.text,
      );
    for (const sequence of [4, 5, 7]) socket.receiveEvent({ ...busy, id: `n${sequence}`, sequence });
    const [before] = harness.chat.transcript.value;
    expect(notices()).toEqual([['system', 3]]);
    socket.receiveEvent(agentMessage(8, 'Hello'));
    expect(harness.chat.transcript.value[0]).toBe(before);
    socket.receiveEvent(agentMessage(6, 'In between'));
    socket.receiveEvent({ ...systemMessage('Not so busy', 'INFO'), id: 'n9', sequence: 9 });
    expect(notices()).toEqual([
      ['system', 2],
      'In between',
      ['system', undefined],
      'Hello',
      ['system', undefined],
    ]);
  });

  it('M-8.13: ignores a chunk beyond the one that completed the message', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    for (const event of [
      chunk(4, 'm', 1, 'one '),
      chunk(5, 'm', 3, 'three', true),
      chunk(6, 'm', 4, ' beyond'),
      chunk(7, 'm', 2, 'two '),
      chunk(8, 'm', 5, ' far beyond'),
    ])
      socket.receiveEvent(event);
    expect(harness.lines()).toEqual(['agent: one two three']);
  });

  it('M-8.6, M-8.12: shows one bubble for chunks and the complete message with their id', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(4, 'agent-6', 1, 'Hel'));
    socket.receiveEvent(agentMessage(6, 'Hello there'));
    socket.receiveEvent(chunk(7, 'agent-6', 2, 'lo', true));
    expect(harness.lines()).toEqual(['agent: Hello there']);
  });

  it('M-8.4: keeps streams of two messages apart', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(4, 'a', 1, 'A1 '));
    socket.receiveEvent(chunk(5, 'b', 1, 'B1 '));
    socket.receiveEvent(chunk(6, 'a', 2, 'A2', true));
    expect(harness.lines()).toEqual(['agent: A1 A2', 'agent: B1  …']);
  });

  it('M-8.8: marks a stream as interrupted after 30 s of silence and keeps its text', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(4, 'm', 1, 'Let me check'));
    await harness.advance(31_000);
    const [entry] = harness.chat.transcript.value;
    expect(entry).toMatchObject({ text: 'Let me check', streaming: false, interrupted: true });
  });

  it('M-8.10: makes no bubble for a stream or a message without content', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(thinking());
    socket.receiveEvent(chunk(4, 'm', 1, '', true));
    socket.receiveEvent(agentMessage(5, ''));
    socket.receiveEvent(chunk(6, 'n', 1, '\n', true));
    socket.receiveEvent(agentMessage(7, ' \u200b\n'));
    expect({ lines: harness.lines(), typing: harness.chat.typing.value }).toEqual({
      lines: [],
      typing: null,
    });
  });

  it('M-11.5: shows that the agent is thinking until it answers, and a notice after 30 s', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(thinking());
    expect(harness.chat.typing.value).toEqual({ author: 'agent', name: 'Iris' });
    await harness.advance(30_000);
    expect({ typing: harness.chat.typing.value, lines: harness.lines() }).toEqual({
      typing: null,
      lines: ['(slow_reply)'],
    });
    socket.receiveEvent(chunk(4, 'm', 1, 'At last', true));
    expect(harness.lines()).toEqual(['agent: At last']);
  });

  it('offers the suggestions of the latest message until the visitor sends a message', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(
      agentMessage(4, 'How can I help?', { response_suggestions: [{ message_text: 'Opening hours' }] }),
    );
    expect(harness.chat.suggestions.value).toEqual([{ messageText: 'Opening hours', payload: undefined }]);
    harness.chat.send('Opening hours');
    expect(harness.chat.suggestions.value).toEqual([]);
  });

  it('M-9.3: shows a sent message immediately and confirms it by its echo', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Hi');
    expect(harness.lines()).toEqual(['user: Hi [sending]']);
    expect(socket.sent.at(-1)).toEqual({
      type: USER,
      payload: { text: 'Hi' },
      metadata: { custom: { client_event_id: 'client-1', local_id: 'client-1' } },
    });
    socket.echo(USER, 4);
    expect(harness.lines()).toEqual(['user: Hi [sent]']);
  });

  it('M-7.5: sends messages typed before the join after it, in order', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    harness.chat.send('First');
    harness.chat.send('Second');
    socket.receiveBatch(sessionStart());
    await harness.advance(250);
    expect(socket.sent.map(({ type }) => type)).toEqual([JOIN]);
    socket.receiveEvent(agentJoined(2));
    expect(socket.sent.slice(1).map(({ payload }) => payload)).toEqual([
      { text: 'First' },
      { text: 'Second' },
    ]);
  });

  it('M-9.11: confirms equal texts one by one when their echoes have no id', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    for (let i = 0; i < 3; i++) harness.chat.send('ok');
    for (const sequence of [6, 5, 4]) socket.echo(USER, sequence, { strip: true });
    expect(harness.lines()).toEqual(['user: ok [sent]', 'user: ok [sent]', 'user: ok [sent]']);
  });

  it('emits each complete message once, and none from the history of a resumed session', async () => {
    const harness = createChatHarness({ stored: 'session-1' });
    const received: string[] = [];
    harness.chat.on('message', ({ author, text }) => received.push(`${author}: ${text}`));
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart(), agentJoined(2), agentMessage(3, 'Old'));
    await harness.advance(250);
    socket.receiveEvent(chunk(4, 'm', 1, 'New '));
    socket.receiveEvent(chunk(5, 'm', 2, 'one', true));
    socket.receiveEvent(chunk(5, 'm', 2, 'one', true));
    harness.chat.send('Mine');
    socket.echo(USER, 6);
    expect(received).toEqual(['agent: New one', 'user: Mine']);
  });

  it('changes one entry and not the order when a chunk arrives', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(4, 'm', 1, 'a'));
    const order = harness.chat.order.value;
    socket.receiveEvent(chunk(5, 'm', 2, 'b'));
    expect(harness.chat.order.value).toBe(order);
    expect(harness.chat.entry('m').value).toMatchObject({ text: 'ab', streaming: true });
  });

  it('M-8.7: completes a stream when the session ends', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(4, 'm', 1, 'Let me'));
    socket.receiveEvent(wireEvent('SESSION_END', 5, { reason: 'REASON_NATURAL_END' }));
    expect(harness.chat.entry('m').value).toMatchObject({
      text: 'Let me',
      streaming: false,
      interrupted: false,
    });
  });

  it('M-14.1: keeps the first content of an event id', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(4, 'First'));
    socket.receiveEvent({ ...agentMessage(4, 'Second'), sequence: 5 });
    expect(harness.lines()).toEqual(['agent: First']);
  });

  it('M-14.2: shows events of a restarted sequence after the present ones', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(4, 'Before'));
    for (const sequence of [1, 2]) {
      const event = agentMessage(sequence, `After ${sequence}`, { message_id: `new-${sequence}` });
      socket.receiveEvent({ ...event, id: `new-${sequence}` });
    }
    expect(harness.lines()).toEqual(['agent: Before', 'agent: After 1', 'agent: After 2']);
  });

  it('M-4.5: shows an event without id and time once, with the time of arrival', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    const { id: _id, timestamp: _timestamp, ...event } = agentMessage(4, 'Hello');
    socket.receiveEvent(event);
    socket.receiveEvent(event);
    const [entry] = harness.chat.transcript.value;
    expect([harness.lines(), entry?.at]).toEqual([['agent: Hello'], harness.clock.now()]);
  });
});
