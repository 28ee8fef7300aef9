import { describe, expect, it } from 'vitest';
import { agentMessage, createWorld, GRANT, sessionStart, wire } from '../support/chat-world.ts';

const HOURS_MS = 3_600_000;

describe('a conversation that nobody looks at', () => {
  it('lets go of its socket after a minute and no sooner', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.rest();
    await world.advance(59_999);
    expect({ isClosed: socket.isClosed, status: world.chat.connection.value }).toEqual({
      isClosed: false,
      status: 'online',
    });
    await world.advance(1);
    expect({
      isClosed: socket.isClosed,
      status: world.chat.connection.value,
      timers: world.clock.waiting(),
    }).toEqual({
      isClosed: true,
      status: 'idle',
      timers: 0,
    });
  });

  it('keeps the minute that has begun when it is told again', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.rest();
    await world.advance(40_000);
    world.chat.rest();
    await world.advance(20_000);
    expect(socket.isClosed).toBe(true);
  });

  it('keeps its socket when somebody looks again in time', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.rest();
    await world.advance(59_000);
    world.chat.start();
    socket.event(wire('HEARTBEAT', null));
    await world.advance(20_000);
    expect({ isClosed: socket.isClosed, sockets: world.sockets.length }).toEqual({
      isClosed: false,
      sockets: 1,
    });
  });

  it.each(['start', 'reconnect', 'send'] as const)('is taken up from its cursor by %s', async (how) => {
    const world = createWorld();
    await world.ready();
    world.chat.rest();
    await world.advance(60_000);
    if (how === 'send') world.chat.send('Still there?');
    else world.chat[how]();
    world.socket().accept();
    world.socket().batch(agentMessage(4, 'Missed'));
    await world.advance(250);
    expect({
      sockets: world.sockets.length,
      cursor: world.socket().url.searchParams.get('cursor'),
      status: world.chat.connection.value,
      lines: world.lines(),
    }).toEqual({
      sockets: 2,
      cursor: '3',
      status: 'online',
      lines: ['agent: Missed', ...(how === 'send' ? ['user: Still there? [sending]'] : [])],
    });
  });

  it('does not come back by itself: not when the network does, not when the page is looked at', async () => {
    const world = createWorld();
    await world.ready();
    world.chat.rest();
    await world.advance(60_000);
    for (const news of ['offline', 'online', 'visible', 'pagehide', 'pageshow'] as const) world.tell(news);
    await world.advance(2 * HOURS_MS);
    expect(world.sockets.length).toBe(1);
  });

  it('opens no socket for a session that is granted after the minute', async () => {
    let grant: (() => void) | undefined;
    const world = createWorld({ answers: () => (grant ? { status: 500 } : 'hang') });
    world.chat.start();
    world.chat.rest();
    await world.advance(120_000);
    expect({ sockets: world.sockets.length, status: world.chat.connection.value }).toEqual({
      sockets: 0,
      status: 'failed',
    });
  });
});

describe('a page in the back-forward cache', () => {
  it('has no socket there, and goes on from its cursor when it is back', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(agentMessage(4, 'A'));
    world.tell('pagehide');
    expect({ isClosed: socket.isClosed, timers: world.clock.waiting() }).toEqual({
      isClosed: true,
      timers: 0,
    });
    await world.advance(HOURS_MS);
    world.tell('pageshow');
    const next = world.socket();
    next.accept();
    next.batch(agentMessage(5, 'B'));
    expect({
      sockets: world.sockets.length,
      cursor: next.url.searchParams.get('cursor'),
      status: world.chat.connection.value,
      lines: world.lines(),
    }).toEqual({ sockets: 2, cursor: '4', status: 'online', lines: ['agent: A', 'agent: B'] });
  });

  it('finds out what another page did with the conversation meanwhile', async () => {
    const world = createWorld();
    await world.ready();
    world.tell('pagehide');
    world.stored.id = null;
    world.tell('pageshow');
    expect({ status: world.chat.connection.value, sockets: world.sockets.length }).toEqual({
      status: 'ended',
      sockets: 1,
    });
  });

  it('sends what was in doubt once, after it has looked for it in the replay', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Did it arrive?');
    world.tell('pagehide');
    world.tell('pageshow');
    world.socket().accept();
    const [{ metadata } = {}] = socket.sent.filter(({ type }) => type === 'EVENT_TYPE_USER_MESSAGE');
    world
      .socket()
      .batch({ ...wire('USER_MESSAGE', 4, { text: 'Did it arrive?', message_id: 'm' }), metadata });
    await world.advance(5_000);
    expect(world.lines()).toEqual(['user: Did it arrive? [sent]']);
    expect(world.socket().sent.filter(({ type }) => type === 'EVENT_TYPE_USER_MESSAGE')).toEqual([]);
  });
});

describe('a laptop that slept for two hours', () => {
  it('asks its old socket once, and replaces it when five seconds bring no answer', async () => {
    const world = createWorld();
    const socket = await world.ready();
    const before = socket.sent.length;
    world.clock.jump(2 * HOURS_MS);
    await world.settle();
    expect(socket.sent.slice(before).map(({ type }) => type)).toEqual(['EVENT_TYPE_HEARTBEAT']);
    await world.advance(5_000);
    expect({ isClosed: socket.isClosed, sockets: world.sockets.length }).toEqual({
      isClosed: true,
      sockets: 2,
    });
  });

  it('learns from the relay that the session has expired, and offers a new chat', async () => {
    const world = createWorld({
      answers: (call) =>
        call.startsWith('GET') ? { status: 200, body: { state: 'expired' } } : { status: 201, body: GRANT },
    });
    await world.ready();
    world.clock.jump(2 * HOURS_MS);
    await world.advance(5_000);
    world.socket().drop();
    await world.settle();
    expect({ status: world.chat.connection.value, lines: world.lines(), stored: world.stored.id }).toEqual({
      status: 'ended',
      lines: ['(session_expired)'],
      stored: null,
    });
  });
});

describe('an agent who never joins', () => {
  it('leaves no message sending: after two requests it has failed, and saying it again asks once more', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart());
    world.chat.send('Anybody?');
    await world.advance(250 + 30_000);
    expect(world.lines()).toEqual(['user: Anybody? [failed]', '(agent_unavailable)']);
    const [message] = world.chat.transcript.value;
    world.chat.retry(message?.id ?? '');
    world.socket().accept();
    world.socket().batch();
    await world.advance(2_250);
    expect(world.socket().sent.map(({ type }) => type)).toEqual(['EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN']);
  });
});

describe('what nobody told of while the page was not looked at', () => {
  it('is asked when it is looked at again: the network may be back', async () => {
    const world = createWorld();
    await world.ready();
    world.tell('offline');
    world.set(true);
    world.tell('visible');
    await world.advance(500);
    expect(world.sockets.length).toBe(2);
  });

  it('tells the relay of an end made offline as soon as that is possible', async () => {
    const world = createWorld();
    await world.ready();
    world.tell('offline');
    world.chat.end();
    const offline = [...world.calls];
    world.tell('online');
    expect({ status: world.chat.connection.value, offline, calls: world.calls }).toEqual({
      status: 'ended',
      offline: ['POST /chat/sessions'],
      calls: ['POST /chat/sessions', 'DELETE /chat/sessions/session-1'],
    });
  });
});
