import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  chunk,
  createWorld,
  sessionStart,
  systemMessage,
  thinking,
  wire,
} from '../support/chat-world.ts';

const JOIN = 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN';
const HEARTBEAT = 'EVENT_TYPE_HEARTBEAT';
const count = (sent: { type: string }[], type: string) => sent.filter((it) => it.type === type).length;

describe('the connection', () => {
  it('comes back after a drop to the same session with the cursor, and the rest of a stream arrives once', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(4, 'm', 1, 'Your code '));
    socket.event(chunk(5, 'm', 2, 'is '));
    socket.drop();
    expect(world.chat.connection.value).toBe('reconnecting');
    await world.advance(1_000);
    world.socket().accept();
    world.socket().batch(chunk(5, 'm', 2, 'is '), chunk(6, 'm', 3, '4471.', true));
    expect(Object.fromEntries(world.socket().url.searchParams)).toEqual({
      session_id: 'session-1',
      access_token: 'token-1',
      cursor: '5',
    });
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

  it('waits 1, 2, 4, 8, 16, 30, 30 s spread by half before the cap of 30 s', async () => {
    for (const roll of [0, 0.5, 0.999]) {
      const world = createWorld({ roll });
      const socket = await world.begin();
      socket.batch(sessionStart());
      await world.advance(250);
      socket.drop();
      const waits: number[] = [];
      let from = world.clock.now();
      for (let i = 0; i < 7; i++) {
        const sockets = world.sockets.length;
        while (world.sockets.length === sockets) await world.advance(50);
        waits.push(world.clock.now() - from);
        world.socket().drop();
        from = world.clock.now();
      }
      const expected = [1, 2, 4, 8, 16, 30, 30].map((s) => Math.min(30_000, s * 1_000 * (0.5 + roll)));
      for (const [i, wait] of waits.entries()) expect(wait - (expected[i] ?? 0)).toBeLessThanOrEqual(50);
      for (const [i, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual((expected[i] ?? 0) - 1);
    }
  });

  it('does not reset its wait on a link that opens and dies', async () => {
    const world = createWorld();
    const socket = await world.ready();
    let from = world.clock.now();
    socket.drop();
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      const sockets = world.sockets.length;
      while (world.sockets.length === sockets) await world.advance(100);
      waits.push(Math.round((world.clock.now() - from) / 1_000));
      world.socket().accept();
      world.socket().batch();
      from = world.clock.now();
      world.socket().drop();
    }
    expect(waits).toEqual([1, 2, 4, 8]);
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

  it('resets its wait after 10 s of a link with at least one frame', async () => {
    const world = createWorld();
    (await world.ready()).drop();
    await world.advance(1_000);
    world.socket().accept();
    world.socket().batch();
    await world.advance(10_000);
    world.socket().drop();
    await world.advance(1_000);
    expect(world.sockets.length).toBe(3);
  });

  it('gives up after the advertised attempts with a retry, and the retry works', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart({ max_reconnect_attempts: 2 }));
    await world.advance(250);
    socket.drop();
    for (let i = 0; i < 2; i++) {
      await world.advance(30_000);
      world.socket().drop();
    }
    await world.advance(120_000);
    expect({
      status: world.chat.connection.value,
      trouble: world.chat.trouble.value,
      sockets: world.sockets.length,
    }).toEqual({
      status: 'failed',
      trouble: { code: 'unreachable', canRetry: true },
      sockets: 3,
    });
    world.chat.reconnect();
    world.socket().accept();
    world.socket().batch();
    expect(world.chat.connection.value).toBe('online');
  });

  it('makes no attempt while offline and one at once when online again', async () => {
    const world = createWorld();
    await world.ready();
    world.network('offline');
    expect(world.chat.connection.value).toBe('offline');
    await world.advance(120_000);
    expect(world.sockets.length).toBe(1);
    world.network('online');
    await world.advance(500);
    expect(world.sockets.length).toBe(2);
  });

  it('asks the relay why a handshake was refused, and only its answer ends the session', async () => {
    for (const [state, status] of [
      ['alive', 'reconnecting'],
      ['unreachable', 'reconnecting'],
      ['expired', 'ended'],
      ['token_mismatch', 'ended'],
      ['too_many_connections', 'failed'],
    ] as const) {
      const world = createWorld({
        answers: (call) =>
          call === 'POST /chat/sessions'
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
            : { status: 200, body: { state } },
      });
      const socket = await world.ready();
      socket.event(agentMessage(4, 'Still on screen'));
      socket.drop();
      await world.advance(1_000);
      world.socket().drop();
      await world.settle();
      expect({ state, status: world.chat.connection.value, asked: world.calls[1] }).toEqual({
        state,
        status,
        asked: 'GET /chat/sessions/s',
      });
      expect(world.lines()[0]).toBe('agent: Still on screen');
      expect(world.calls.filter((it) => it === 'POST /chat/sessions').length).toBe(1);
    }
  });

  it('gives a handshake up after 10 s', async () => {
    const world = createWorld();
    world.chat.start();
    await world.settle();
    await world.advance(10_000);
    expect(world.socket().isClosed).toBe(true);
    await world.advance(1_500);
    expect(world.sockets.length).toBe(2);
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

  it('sends heartbeats at the advertised interval, none for 0, and within 5–120 s', async () => {
    for (const [seconds, expected] of [
      [10, 3],
      [0, 0],
      [1, 7],
      [undefined, 1],
    ] as const) {
      const world = createWorld();
      const socket = await world.begin();
      socket.batch(sessionStart({ heartbeat_interval_seconds: seconds }), agentJoined(2));
      for (let i = 0; i < 35; i++) {
        await world.advance(1_000);
        socket.event(wire('HEARTBEAT', null));
      }
      expect({ seconds, beats: count(socket.sent, HEARTBEAT) }).toEqual({ seconds, beats: expected });
    }
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

  it.each([
    [1000, 1_000],
    [1001, 1_000],
    [1005, 1_000],
    [1006, 1_000],
    [1011, 1_000],
    [4002, 1_000],
    [4003, 1_000],
    [1012, 17_500],
    [1013, 17_500],
  ])('reconnects after close code %i in %i ms at the middle of the spread', async (code, inMs) => {
    const world = createWorld();
    (await world.ready()).drop(code);
    await world.advance(inMs - 1);
    expect(world.sockets.length).toBe(1);
    await world.advance(1);
    expect(world.sockets.length).toBe(2);
  });

  it.each([1002, 1003, 1007, 1008])('tries once more after close code %i, then fails', async (code) => {
    const world = createWorld();
    (await world.ready()).drop(code);
    await world.advance(1_000);
    world.socket().accept();
    world.socket().batch();
    world.socket().drop(code);
    await world.advance(60_000);
    expect({ sockets: world.sockets.length, status: world.chat.connection.value }).toEqual({
      sockets: 2,
      status: 'failed',
    });
  });

  it('does not reconnect when another connection of this client took over (4000)', async () => {
    const world = createWorld();
    (await world.ready()).drop(4000);
    await world.advance(60_000);
    expect(world.sockets.length).toBe(1);
  });

  it('resumes from the highest contiguous sequence, asks once for a hole, then goes on above it', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(agentMessage(5, 'Five'));
    await world.advance(2_000);
    expect(world.socket().url.searchParams.get('cursor')).toBe('3');
    world.socket().accept();
    world.socket().batch(agentMessage(5, 'Five'));
    await world.advance(3_000);
    world.socket().drop();
    await world.advance(2_000);
    expect({ sockets: world.sockets.length, cursor: world.socket().url.searchParams.get('cursor') }).toEqual({
      sockets: 3,
      cursor: '5',
    });
    world.socket().accept();
    world.socket().batch(agentMessage(4, 'Four after all'));
    expect(world.lines()).toEqual(['agent: Four after all', 'agent: Five']);
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
    expect({ lines: world.lines(), status: world.chat.connection.value }).toEqual({
      lines: [],
      status: 'online',
    });
  });

  it('asks the agent to join again after 2, 4, 8 s when the platform lost the conversation, then leaves it to the visitor', async () => {
    const world = createWorld();
    const socket = await world.ready();
    for (const seconds of [2, 4, 8]) {
      const asked = count(socket.sent, JOIN);
      socket.event(systemMessage('Error: Conversation not found'));
      await world.advance(seconds * 1_000 - 1);
      expect(count(socket.sent, JOIN)).toBe(asked);
      await world.advance(1);
      expect(count(socket.sent, JOIN)).toBe(asked + 1);
    }
    socket.event(systemMessage('Error: Conversation not found'));
    await world.advance(14_000);
    expect({ asked: count(socket.sent, JOIN), lines: world.lines() }).toEqual({
      asked: 4,
      lines: ['(agent_unavailable)'],
    });
    world.chat.reconnect();
    expect(count(socket.sent, JOIN)).toBe(5);
    socket.event(agentJoined(4));
    expect(world.lines()).toEqual([]);
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
