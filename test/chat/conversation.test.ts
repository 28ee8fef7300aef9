import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  chunk,
  createWorld,
  sessionStart,
  thinking,
} from '../support/chat-world.ts';

const JOIN = 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN';
const USER = 'EVENT_TYPE_USER_MESSAGE';

describe('a conversation', () => {
  it('is created by one relay call, one socket without a cursor, and one join request after the history', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart());
    await world.advance(249);
    expect(socket.sent).toEqual([]);
    await world.advance(1);
    expect(socket.sent).toEqual([{ type: JOIN, payload: {} }]);
    expect(world.calls).toEqual(['POST /chat/sessions']);
    expect(socket.url.href).toBe('wss://platform.example.test/ws?session_id=session-1&access_token=token-1');
    expect(world.stored.id).toBe('session-1');
    expect(world.chat.connection.value).toBe('online');
  });

  it('stores and asks nothing before it is started', async () => {
    const world = createWorld();
    await world.advance(60_000);
    expect({
      calls: world.calls,
      stored: world.stored.id,
      sockets: world.sockets.length,
      timers: world.clock.waiting(),
    }).toEqual({
      calls: [],
      stored: null,
      sockets: 0,
      timers: 0,
    });
    expect(world.chat.connection.value).toBe('idle');
  });

  it('does not ask the agent to join when a later batch of the history shows that it has', async () => {
    const world = createWorld({ stored: 'session-1' });
    const socket = await world.begin();
    socket.batch(sessionStart());
    await world.advance(200);
    socket.batch(agentJoined(2), agentMessage(3, 'Hello'));
    await world.advance(300);
    expect(socket.sent).toEqual([]);
    expect(world.calls).toEqual(['POST /chat/sessions/session-1/resume']);
    expect(world.lines()).toEqual(['agent: Hello']);
  });

  it('puts chunks together as they are, in their order, each index once', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(4, 'm', 1, 'alpha '));
    socket.event(chunk(6, 'm', 3, 'gamma'));
    expect(world.lines()).toEqual(['agent: alpha gamma …']);
    socket.event(chunk(5, 'm', 2, 'beta '));
    socket.event(chunk(7, 'm', 2, 'BETA '));
    socket.event(chunk(8, 'm', 4, '', true));
    expect(world.lines()).toEqual(['agent: alpha beta gamma']);
  });

  it('stands a message where its earliest chunk belongs, whichever came first', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(7, 'a', 2, 'A2', true));
    socket.event(agentMessage(6, 'B'));
    socket.event(chunk(5, 'a', 1, 'A1 '));
    expect(world.lines()).toEqual(['agent: A1 A2', 'agent: B']);
  });

  it('fills a gap that is only noticed after the last chunk', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(4, 'm', 1, 'one '));
    socket.event(chunk(6, 'm', 3, 'three', true));
    expect(world.lines()).toEqual(['agent: one three']);
    socket.event(chunk(5, 'm', 2, 'two '));
    expect(world.lines()).toEqual(['agent: one two three']);
  });

  it('shows one bubble for chunks and the complete message with their id', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(4, 'agent-6', 1, 'Hel'));
    socket.event(agentMessage(6, 'Hello there'));
    socket.event(chunk(7, 'agent-6', 2, 'lo', true));
    expect(world.lines()).toEqual(['agent: Hello there']);
  });

  it('keeps streams of two messages apart', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(4, 'a', 1, 'A1 '));
    socket.event(chunk(5, 'b', 1, 'B1 '));
    socket.event(chunk(6, 'a', 2, 'A2', true));
    expect(world.lines()).toEqual(['agent: A1 A2', 'agent: B1  …']);
  });

  it('calls a stream interrupted after 30 s of silence and keeps its text', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(4, 'm', 1, 'Let me check'));
    await world.advance(31_000);
    const [entry] = world.chat.transcript.value;
    expect(entry).toMatchObject({ text: 'Let me check', streaming: false, interrupted: true });
  });

  it('makes no bubble of a stream or a message without any content', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(thinking());
    socket.event(chunk(4, 'm', 1, '', true));
    socket.event(agentMessage(5, ''));
    expect({ lines: world.lines(), typing: world.chat.typing.value }).toEqual({ lines: [], typing: null });
  });

  it('says that the agent is thinking until it answers, and that it is slow after 30 s', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(thinking());
    expect(world.chat.typing.value).toEqual({ author: 'agent', name: 'Iris' });
    await world.advance(30_000);
    expect({ typing: world.chat.typing.value, lines: world.lines() }).toEqual({
      typing: null,
      lines: ['(slow_reply)'],
    });
    socket.event(chunk(4, 'm', 1, 'At last', true));
    expect(world.lines()).toEqual(['agent: At last']);
  });

  it('offers the suggestions of the latest message until the visitor has spoken', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(
      agentMessage(4, 'How can I help?', { response_suggestions: [{ message_text: 'Opening hours' }] }),
    );
    expect(world.chat.suggestions.value).toEqual([{ messageText: 'Opening hours', payload: undefined }]);
    world.chat.send('Opening hours');
    expect(world.chat.suggestions.value).toEqual([]);
  });

  it('shows what the visitor said at once and confirms it by its echo', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Hi');
    expect(world.lines()).toEqual(['user: Hi [sending]']);
    expect(socket.sent.at(-1)).toEqual({
      type: USER,
      payload: { text: 'Hi' },
      metadata: { custom: { client_event_id: 'client-1', local_id: 'client-1' } },
    });
    socket.echo(USER, 4);
    expect(world.lines()).toEqual(['user: Hi [sent]']);
  });

  it('holds what was typed before the agent joined and sends it in order after', async () => {
    const world = createWorld();
    const socket = await world.begin();
    world.chat.send('First');
    world.chat.send('Second');
    socket.batch(sessionStart());
    await world.advance(250);
    expect(socket.sent.map(({ type }) => type)).toEqual([JOIN]);
    socket.event(agentJoined(2));
    expect(socket.sent.slice(1).map(({ payload }) => payload)).toEqual([
      { text: 'First' },
      { text: 'Second' },
    ]);
  });

  it('confirms equal texts whose echoes carry no id one by one', async () => {
    const world = createWorld();
    const socket = await world.ready();
    for (let i = 0; i < 3; i++) world.chat.send('ok');
    for (const sequence of [6, 5, 4]) socket.echo(USER, sequence, { strip: true });
    expect(world.lines()).toEqual(['user: ok [sent]', 'user: ok [sent]', 'user: ok [sent]']);
  });

  it('announces each complete message once, and nothing that a resumed session had before', async () => {
    const world = createWorld({ stored: 'session-1' });
    const heard: string[] = [];
    world.chat.on('message', ({ author, text }) => heard.push(`${author}: ${text}`));
    const socket = await world.begin();
    socket.batch(sessionStart(), agentJoined(2), agentMessage(3, 'Old'));
    await world.advance(250);
    socket.event(chunk(4, 'm', 1, 'New '));
    socket.event(chunk(5, 'm', 2, 'one', true));
    socket.event(chunk(5, 'm', 2, 'one', true));
    world.chat.send('Mine');
    socket.echo(USER, 6);
    expect(heard).toEqual(['agent: New one', 'user: Mine']);
  });

  it('changes one entry and not the order when a chunk comes', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(4, 'm', 1, 'a'));
    const order = world.chat.order.value;
    socket.event(chunk(5, 'm', 2, 'b'));
    expect(world.chat.order.value).toBe(order);
    expect(world.chat.entry('m').value).toMatchObject({ text: 'ab', streaming: true });
  });
});
