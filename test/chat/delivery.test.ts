import { describe, expect, it } from 'vitest';
import { agentMessage, createWorld, sessionStart, wire } from '../support/chat-world.ts';

const USER = 'EVENT_TYPE_USER_MESSAGE';
const texts = (sent: { type: string; payload: unknown }[]) =>
  sent.filter(({ type }) => type === USER).map(({ payload }) => (payload as { text: string }).text);

describe('delivery of what the visitor says', () => {
  it('does not send again what the replay after a drop holds', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Pay the bill');
    socket.drop();
    expect(world.lines()).toEqual(['user: Pay the bill [sending]']);
    await world.advance(1_000);
    world.socket().accept();
    world.socket().batch({
      ...wire('USER_MESSAGE', 4, { text: 'Pay the bill', message_id: 'u4' }),
      metadata: { custom: { client_event_id: 'client-1' } },
    });
    await world.advance(10_000);
    expect(texts(world.socket().sent)).toEqual([]);
    expect(world.lines()).toEqual(['user: Pay the bill [sent]']);
  });

  it('sends again, with the same id, what the replay does not hold two seconds after it fell silent', async () => {
    const world = createWorld();
    const first = await world.ready();
    world.chat.send('Lost on the way');
    const [original] = first.sent.slice(-1);
    first.drop();
    await world.advance(1_000);
    const second = world.socket();
    second.accept();
    second.batch();
    await world.advance(250 + 1_999);
    expect(texts(second.sent)).toEqual([]);
    await world.advance(1);
    expect(second.sent).toEqual([original]);
    second.echo(USER, 4);
    expect(world.lines()).toEqual(['user: Lost on the way [sent]']);
  });

  it('replaces an open socket that brings no echo for 10 s, and waits for one that is only slow', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Slow');
    await world.advance(6_000);
    socket.echo(USER, 4);
    world.chat.send('Never echoed');
    await world.advance(9_999);
    expect(world.sockets.length).toBe(1);
    await world.advance(1);
    expect({ closed: socket.isClosed, sockets: world.sockets.length }).toEqual({ closed: true, sockets: 2 });
    expect(world.socket().url.searchParams.get('cursor')).toBe('4');
  });

  it('calls a message failed after three sends, and a retry walks the same path in the same bubble', async () => {
    const world = createWorld();
    await world.ready();
    world.chat.send('Try me');
    for (let i = 0; i < 3; i++) {
      await world.advance(10_000);
      world.socket().accept();
      world.socket().batch();
      await world.advance(2_250);
    }
    expect(world.sockets.flatMap(({ sent }) => texts(sent))).toEqual(['Try me', 'Try me', 'Try me']);
    expect(world.chat.transcript.value).toMatchObject([
      { id: 'client-1', delivery: 'failed', failure: 'unconfirmed', canRetry: true },
    ]);
    world.chat.retry('client-1');
    await world.advance(0);
    world.socket().accept();
    world.socket().batch();
    await world.advance(2_250);
    world.socket().echo(USER, 4);
    expect(world.lines()).toEqual(['user: Try me [sent]']);
    const ids = world.sockets.flatMap(({ sent }) =>
      sent.flatMap(({ metadata }) => metadata?.custom['client_event_id'] ?? []),
    );
    expect(ids).toEqual(['client-1', 'client-1', 'client-1', 'client-1']);
  });

  it('sends nothing on a retry when the history holds the message by now', async () => {
    const world = createWorld();
    await world.ready();
    world.chat.send('It did arrive');
    for (let i = 0; i < 3; i++) {
      await world.advance(10_000);
      world.socket().accept();
      world.socket().batch();
      await world.advance(2_250);
    }
    world.chat.retry('client-1');
    world.socket().accept();
    world.socket().batch({
      ...wire('USER_MESSAGE', 4, { text: 'It did arrive', message_id: 'u4' }),
      metadata: { custom: { local_id: 'client-1' } },
    });
    await world.advance(15_000);
    expect(texts(world.socket().sent)).toEqual([]);
    expect(world.lines()).toEqual(['user: It did arrive [sent]']);
  });

  it('repairs a failed bubble by an echo that comes late', async () => {
    const world = createWorld();
    await world.ready();
    world.chat.send('Late');
    for (let i = 0; i < 3; i++) {
      await world.advance(10_000);
      world.socket().accept();
      world.socket().batch();
      await world.advance(2_250);
    }
    expect(world.lines()).toEqual(['user: Late [failed]']);
    world.socket().event({
      ...wire('USER_MESSAGE', 4, { text: 'Late', message_id: 'u4' }),
      metadata: { custom: { client_event_id: 'client-1' } },
    });
    expect(world.lines()).toEqual(['user: Late [sent]']);
  });

  it('shows one bubble for two echoes with one client id', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Once');
    socket.echo(USER, 4);
    socket.echo(USER, 4);
    socket.echo(USER, 5, { id: 'another-event' });
    expect(world.lines()).toEqual(['user: Once [sent]']);
  });

  it('has at most five unconfirmed at a time and keeps the order', async () => {
    const world = createWorld();
    const socket = await world.ready();
    for (let i = 1; i <= 7; i++) world.chat.send(`n${i}`);
    expect(texts(socket.sent)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5']);
    socket.event({
      ...wire('USER_MESSAGE', 4, { text: 'n1', message_id: 'u4' }),
      metadata: { custom: { client_event_id: 'client-1' } },
    });
    expect(texts(socket.sent)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5', 'n6']);
  });

  it('does not hold up what follows a message that is too large', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('x'.repeat(131_072));
    world.chat.send('I still go');
    expect(texts(socket.sent)).toEqual(['I still go']);
  });

  it('keeps at most 100 messages waiting and says so of the next, which a retry may send later', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.drop();
    world.network('offline');
    for (let i = 0; i < 101; i++) world.chat.send(`q${i}`);
    const failed = world.chat.transcript.value.filter(
      (it) => it.kind === 'message' && it.delivery === 'failed',
    );
    expect(failed).toMatchObject([{ text: 'q100', failure: 'queue_full', canRetry: true }]);
  });

  it('marks what was under way as not delivered when the conversation ends', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Too late');
    socket.event(wire('SESSION_END', 4, { reason: 'REASON_NATURAL_END' }));
    expect(world.chat.transcript.value).toMatchObject([
      { text: 'Too late', delivery: 'failed', failure: 'ended', canRetry: false },
      { notice: 'conversation_ended', reason: 'natural_end' },
    ]);
  });

  it('tells the platform of typing at most every 3 s, and once that it stopped', async () => {
    const world = createWorld();
    const socket = await world.ready();
    const states = () =>
      socket.sent
        .filter(({ type }) => type === 'EVENT_TYPE_USER_TYPING')
        .map(({ payload }) => (payload as { state: string }).state);
    for (let i = 0; i < 7; i++) {
      world.chat.setTyping(true);
      await world.advance(500);
    }
    expect(states()).toEqual(['TYPING_STATE_STARTED', 'TYPING_STATE_STARTED']);
    await world.advance(5_000);
    expect(states()).toEqual(['TYPING_STATE_STARTED', 'TYPING_STATE_STARTED', 'TYPING_STATE_STOPPED']);
    world.chat.setTyping(true);
    world.chat.send('Done');
    expect(socket.sent.slice(-2).map(({ type }) => type)).toEqual(['EVENT_TYPE_USER_TYPING', USER]);
    expect(states().slice(-1)).toEqual(['TYPING_STATE_STOPPED']);
  });

  it('leaves a failed message where it was said', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('First');
    world.chat.send('x'.repeat(200_000));
    world.chat.send('Third');
    socket.event({
      ...wire('USER_MESSAGE', 4, { text: 'First', message_id: 'u4' }),
      metadata: { custom: { client_event_id: 'client-1' } },
    });
    socket.echo(USER, 5);
    socket.event(agentMessage(6, 'Answer'));
    expect(world.lines().map((line) => line.slice(0, 8))).toEqual([
      'user: Fi',
      'user: xx',
      'user: Th',
      'agent: A',
    ]);
  });

  it('keeps unconfirmed words at the tail while the agent goes on', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Mine');
    socket.event(agentMessage(4, 'Theirs'));
    expect(world.lines()).toEqual(['agent: Theirs', 'user: Mine [sending]']);
    socket.echo(USER, 5);
    expect(world.lines()).toEqual(['agent: Theirs', 'user: Mine [sent]']);
  });

  it('keeps words typed while the relay cannot be reached and sends them when it can', async () => {
    let isUp = false;
    const world = createWorld({
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
    world.chat.send('Typed in vain?');
    for (let i = 0; i < 4; i++) await world.advance(1_000);
    expect(world.chat.connection.value).toBe('failed');
    expect(world.chat.trouble.value).toEqual({ code: 'unreachable', canRetry: true });
    expect(world.lines()).toEqual(['user: Typed in vain? [sending]']);
    isUp = true;
    world.chat.reconnect();
    await world.settle();
    world.socket().accept();
    world.socket().batch(sessionStart(), wire('SERVICE_AGENT_JOINED', 2));
    await world.advance(250);
    expect(texts(world.socket().sent)).toEqual(['Typed in vain?']);
  });
});
