import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  chunk,
  createWorld,
  sessionStart,
  thinking,
  wire,
} from '../support/chat-world.ts';

const JOIN = 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN';
const HEARTBEAT = 'EVENT_TYPE_HEARTBEAT';
const count = (sent: { type: string }[], type: string) => sent.filter((it) => it.type === type).length;

describe('the connection', () => {
  it('comes back after a drop, and the rest of a stream arrives once', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(4, 'm', 1, 'Your code '));
    socket.event(chunk(5, 'm', 2, 'is '));
    socket.drop();
    expect(world.chat.connection.value).toBe('reconnecting');
    await world.advance(1_000);
    world.socket().accept();
    world.socket().batch(chunk(5, 'm', 2, 'is '), chunk(6, 'm', 3, '4471.', true));
    expect({ lines: world.lines(), status: world.chat.connection.value, calls: world.calls }).toEqual({
      lines: ['agent: Your code is 4471.'],
      status: 'online',
      calls: ['POST /chat/sessions'],
    });
  });

  it('shows a journal that is replayed from its start once', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(agentMessage(4, 'A'));
    socket.drop();
    await world.advance(1_000);
    world.socket().accept();
    world
      .socket()
      .batch(
        sessionStart(),
        wire('REQUEST_SERVICE_AGENT_JOIN', 2),
        agentJoined(3),
        agentMessage(4, 'A'),
        agentMessage(5, 'B'),
      );
    await world.advance(300);
    expect(world.lines()).toEqual(['agent: A', 'agent: B']);
    expect(world.socket().sent).toEqual([]);
  });

  it('counts only failed handshakes against the advertised attempts', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart({ max_reconnect_attempts: 2 }));
    await world.advance(250);
    for (const waitMs of [1_000, 2_000, 4_000, 8_000]) {
      world.socket().drop();
      await world.advance(waitMs);
      world.socket().accept();
      world.socket().batch();
    }
    expect({ sockets: world.sockets.length, status: world.chat.connection.value }).toEqual({
      sockets: 5,
      status: 'online',
    });
  });

  it('tries a socket without history once more from the start, then says so', async () => {
    const world = createWorld();
    (await world.begin()).accept();
    await world.advance(5_000);
    expect(world.socket().url.searchParams.get('cursor')).toBe(null);
    world.socket().accept();
    await world.advance(5_000);
    expect({
      status: world.chat.connection.value,
      trouble: world.chat.trouble.value,
      sockets: world.sockets.length,
    }).toEqual({
      status: 'failed',
      trouble: { code: 'no_history', canRetry: true },
      sockets: 2,
    });
  });

  it.each([
    [1, 25],
    [600, 1],
  ])('brings a heartbeat interval of %i s into 5–120 s', async (seconds, expected) => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart({ heartbeat_interval_seconds: seconds }), agentJoined(2));
    for (let i = 0; i < 125; i++) {
      await world.advance(1_000);
      socket.event(wire('HEARTBEAT', null));
    }
    expect(count(socket.sent, HEARTBEAT)).toBe(expected);
  });

  it('replaces a socket that is silent for two intervals and 5 s', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart({ heartbeat_interval_seconds: 10 }), agentJoined(2));
    await world.advance(24_999);
    expect(world.sockets.length).toBe(1);
    await world.advance(1);
    expect({ closed: socket.isClosed, sockets: world.sockets.length }).toEqual({ closed: true, sockets: 2 });
  });

  it('asks with a heartbeat after a long sleep before it gives a socket up', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.show();
    expect(count(socket.sent, HEARTBEAT)).toBe(1);
    await world.advance(4_999);
    expect(world.sockets.length).toBe(1);
    await world.advance(1);
    expect(world.sockets.length).toBe(2);
  });

  it('never lets a hostile sequence near the cursor', async () => {
    const world = createWorld();
    const socket = await world.ready();
    for (const sequence of [-4, 5.5, 2 ** 60, '0x10', 'Infinity', {}]) {
      socket.event({ ...thinking(), sequence });
    }
    socket.text('{"id":"h","sequence":1e400,"type":"EVENT_TYPE_SERVICE_AGENT_THINKING","payload":{}}');
    socket.drop();
    await world.advance(1_000);
    expect(world.socket().url.searchParams.get('cursor')).toBe('3');
  });

  it('skips what it cannot read, keeps the socket, and counts it', async () => {
    const world = createWorld();
    const dropped: unknown[] = [];
    world.chat.on('dropped', (it) => dropped.push(it));
    const socket = await world.ready();
    socket.text('%% not json');
    socket.text('');
    socket.text('[1,2]');
    socket.event(wire('FROM_THE_FUTURE', 4));
    socket.event(wire('SERVICE_AGENT_MESSAGE', 5, { message_id: 7 }));
    socket.event(agentMessage(6, 'Still here'));
    expect(world.lines()).toEqual(['agent: Still here']);
    expect(dropped).toMatchObject([
      { what: 'frame', reason: 'not JSON' },
      { what: 'frame', reason: 'not JSON' },
      { what: 'frame', reason: 'not an event' },
      { what: 'event', reason: 'unknown type EVENT_TYPE_FROM_THE_FUTURE' },
      { what: 'event' },
    ]);
    socket.drop();
    await world.advance(1_000);
    expect(world.socket().url.searchParams.get('cursor')).toBe('6');
  });

  it('ignores binary frames, and replaces the socket once after three in a minute', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.binary();
    socket.binary();
    expect(world.sockets.length).toBe(1);
    socket.binary();
    expect(world.sockets.length).toBe(2);
  });

  it('drops late news of a socket that was replaced', async () => {
    const world = createWorld();
    const first = await world.ready();
    first.drop();
    await world.advance(1_000);
    first.event(agentMessage(9, 'Ghost'));
    first.drop();
    world.socket().accept();
    world.socket().batch();
    first.event(agentMessage(10, 'Ghost'));
    first.event(thinking());
    first.drop();
    expect({
      lines: world.lines(),
      typing: world.chat.typing.value,
      status: world.chat.connection.value,
      sockets: world.sockets.length,
    }).toEqual({ lines: [], typing: null, status: 'online', sockets: 2 });
  });

  it('asks once more when nobody joins within 15 s, then offers a retry', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart({ heartbeat_interval_seconds: 0 }));
    await world.advance(250 + 15_000);
    expect(count(socket.sent, JOIN)).toBe(2);
    await world.advance(15_000);
    expect({ asked: count(socket.sent, JOIN), lines: world.lines() }).toEqual({
      asked: 2,
      lines: ['(agent_unavailable)'],
    });
  });

  it('does not ask twice when the replay after a drop holds the request', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart());
    await world.advance(250);
    socket.drop();
    await world.advance(1_000);
    world.socket().accept();
    world.socket().batch(wire('REQUEST_SERVICE_AGENT_JOIN', 2));
    await world.advance(5_000);
    expect(count(world.socket().sent, JOIN)).toBe(0);
  });

  it('gives the platform two seconds to store a request that a drop left in doubt, and counts it', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart());
    await world.advance(250);
    const asked = [count(socket.sent, JOIN)];
    for (let drop = 1; drop <= 4; drop++) {
      world.socket().drop();
      await world.advance(10_000);
      world.socket().accept();
      world.socket().batch();
      await world.advance(2_249);
      asked.push(count(world.socket().sent, JOIN));
      await world.advance(1);
      asked.push(count(world.socket().sent, JOIN));
    }
    expect({ asked, lines: world.lines() }).toEqual({
      asked: [1, 0, 1, 0, 1, 0, 1, 0, 0],
      lines: ['(agent_unavailable)'],
    });
  });

  it('leaves no timer, socket or listener after it is disposed of', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('x');
    world.chat.dispose();
    world.chat.dispose();
    expect({ timers: world.clock.waiting(), closed: socket.isClosed }).toEqual({ timers: 0, closed: true });
    socket.event(agentMessage(4, 'Too late'));
    expect(world.lines()).toEqual(['user: x [sending]']);
  });
});
