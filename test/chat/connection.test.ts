import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  chunk,
  createChatHarness,
  sessionStart,
  thinking,
  wireEvent,
} from '../support/chat-harness.ts';

const JOIN = 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN';
const HEARTBEAT = 'EVENT_TYPE_HEARTBEAT';
const count = (sent: readonly { type: string }[], type: string) =>
  sent.filter((frame) => frame.type === type).length;

describe('the connection', () => {
  it('M-12.7: reconnects after a drop and shows the rest of a stream once', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(4, 'm', 1, 'Your code '));
    socket.receiveEvent(chunk(5, 'm', 2, 'is '));
    socket.drop();
    expect(harness.chat.connection.value).toBe('reconnecting');
    await harness.advance(1_000);
    harness.socket().accept();
    harness.socket().receiveBatch(chunk(5, 'm', 2, 'is '), chunk(6, 'm', 3, '4471.', true));
    expect({ lines: harness.lines(), status: harness.chat.connection.value, calls: harness.calls }).toEqual({
      lines: ['agent: Your code is 4471.'],
      status: 'online',
      calls: ['POST /chat/sessions'],
    });
  });

  it('M-4.4: shows a journal once that is replayed from its start', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(4, 'A'));
    socket.drop();
    await harness.advance(1_000);
    harness.socket().accept();
    harness
      .socket()
      .receiveBatch(
        sessionStart(),
        wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2),
        agentJoined(3),
        agentMessage(4, 'A'),
        agentMessage(5, 'B'),
      );
    await harness.advance(300);
    expect(harness.lines()).toEqual(['agent: A', 'agent: B']);
    expect(harness.socket().sent).toEqual([]);
  });

  it('M-12.2: counts only failed handshakes against the advertised attempts', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart({ max_reconnect_attempts: 2 }));
    await harness.advance(250);
    for (const waitMs of [1_000, 2_000, 4_000, 8_000]) {
      harness.socket().drop();
      await harness.advance(waitMs);
      harness.socket().accept();
      harness.socket().receiveBatch();
    }
    expect({ sockets: harness.sockets.length, status: harness.chat.connection.value }).toEqual({
      sockets: 5,
      status: 'online',
    });
  });

  it('M-14.3: retries once from the start without a history, then fails', async () => {
    const harness = createChatHarness();
    (await harness.connect()).accept();
    await harness.advance(5_000);
    expect(harness.socket().url.searchParams.get('cursor')).toBe(null);
    harness.socket().accept();
    await harness.advance(5_000);
    expect({
      status: harness.chat.connection.value,
      trouble: harness.chat.trouble.value,
      sockets: harness.sockets.length,
    }).toEqual({
      status: 'failed',
      trouble: { code: 'no_history', canRetry: true },
      sockets: 2,
    });
  });

  it.each([
    [1, 25],
    [600, 1],
  ])('M-11.1: limits a heartbeat interval of %i s to 5–120 s', async (seconds, expected) => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart({ heartbeat_interval_seconds: seconds }), agentJoined(2));
    for (let i = 0; i < 125; i++) {
      await harness.advance(1_000);
      socket.receiveEvent(wireEvent('HEARTBEAT', null));
    }
    expect(count(socket.sent, HEARTBEAT)).toBe(expected);
  });

  it('M-11.2: replaces a socket that is silent for two intervals and 5 s', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart({ heartbeat_interval_seconds: 10 }), agentJoined(2));
    await harness.advance(24_999);
    expect(harness.sockets.length).toBe(1);
    await harness.advance(1);
    expect({ closed: socket.isClosed, sockets: harness.sockets.length }).toEqual({
      closed: true,
      sockets: 2,
    });
  });

  it('M-11.3: probes the socket when the page becomes visible, and replaces it without an answer', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.becomeVisible();
    expect(count(socket.sent, HEARTBEAT)).toBe(1);
    await harness.advance(4_999);
    expect(harness.sockets.length).toBe(1);
    await harness.advance(1);
    expect(harness.sockets.length).toBe(2);
  });

  it('M-4.8: ignores invalid sequences in the cursor', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    for (const sequence of [-4, 5.5, 2 ** 60, '0x10', 'Infinity', {}]) {
      socket.receiveEvent({ ...thinking(), sequence });
    }
    socket.receiveText('{"id":"h","sequence":1e400,"type":"EVENT_TYPE_SERVICE_AGENT_THINKING","payload":{}}');
    socket.drop();
    await harness.advance(1_000);
    expect(harness.socket().url.searchParams.get('cursor')).toBe('3');
  });

  it('M-4.6, M-6.27: skips and counts unreadable frames and events, and keeps the socket', async () => {
    const harness = createChatHarness();
    const dropped: unknown[] = [];
    harness.chat.on('dropped', (event) => dropped.push(event));
    const socket = await harness.connectAndJoin();
    socket.receiveText('%% not json');
    socket.receiveText('');
    socket.receiveText('[1,2]');
    socket.receiveEvent(wireEvent('FROM_THE_FUTURE', 4));
    socket.receiveEvent(wireEvent('SERVICE_AGENT_MESSAGE', 5, { message_id: 'm', text: 7 }));
    socket.receiveEvent(agentMessage(6, 'Still here'));
    expect(harness.lines()).toEqual(['agent: Still here']);
    expect(dropped).toMatchObject([
      { what: 'frame', reason: 'not JSON' },
      { what: 'frame', reason: 'not JSON' },
      { what: 'frame', reason: 'not an event' },
      { what: 'event', reason: 'unknown type EVENT_TYPE_FROM_THE_FUTURE' },
      { what: 'event' },
    ]);
    socket.drop();
    await harness.advance(1_000);
    expect(harness.socket().url.searchParams.get('cursor')).toBe('6');
  });

  it('M-4.9: ignores binary frames, and replaces the socket once after three in a minute', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveBinary();
    socket.receiveBinary();
    expect(harness.sockets.length).toBe(1);
    socket.receiveBinary();
    expect(harness.sockets.length).toBe(2);
  });

  it('ignores late events of a replaced socket', async () => {
    const harness = createChatHarness();
    const first = await harness.connectAndJoin();
    first.drop();
    await harness.advance(1_000);
    first.receiveEvent(agentMessage(9, 'Ghost'));
    first.drop();
    harness.socket().accept();
    harness.socket().receiveBatch();
    first.receiveEvent(agentMessage(10, 'Ghost'));
    first.receiveEvent(thinking());
    first.drop();
    expect({
      lines: harness.lines(),
      typing: harness.chat.typing.value,
      status: harness.chat.connection.value,
      sockets: harness.sockets.length,
    }).toEqual({ lines: [], typing: null, status: 'online', sockets: 2 });
  });

  it.each([[0], [120], [undefined]])(
    'M-11.3: probes the socket after a clock jump of over a minute, with an advertised interval of %s s',
    async (heartbeat_interval_seconds) => {
      const harness = createChatHarness();
      const socket = await harness.connect();
      socket.receiveBatch(sessionStart({ heartbeat_interval_seconds }), agentJoined(2));
      await harness.advance(5_000);
      harness.clock.jump(60_500);
      await harness.settle();
      expect(count(socket.sent, HEARTBEAT)).toBe(1);
      await harness.advance(4_999);
      expect(socket.isClosed).toBe(false);
      await harness.advance(1);
      expect({ closed: socket.isClosed, sockets: harness.sockets.length }).toEqual({
        closed: true,
        sockets: 2,
      });
    },
  );

  it('M-11.3: keeps a socket that answers after a jump of the clock', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart({ heartbeat_interval_seconds: 0 }), agentJoined(2));
    await harness.advance(5_000);
    harness.clock.jump(3_600_000);
    await harness.settle();
    socket.receiveEvent(wireEvent('HEARTBEAT', null));
    await harness.advance(600_000);
    expect({ sent: count(socket.sent, HEARTBEAT), sockets: harness.sockets.length }).toEqual({
      sent: 1,
      sockets: 1,
    });
  });

  it('M-7.9: requests the agent although the history has no SESSION_START', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    harness.chat.send('Hello?');
    socket.receiveBatch();
    await harness.advance(250 + 4_999);
    expect(count(socket.sent, JOIN)).toBe(0);
    await harness.advance(2_501);
    expect(count(socket.sent, JOIN)).toBe(1);
    socket.echo(JOIN, 1);
    socket.receiveEvent(agentJoined(2));
    socket.echo('EVENT_TYPE_USER_MESSAGE', 3);
    expect(harness.lines()).toEqual(['user: Hello? [sent]']);
  });

  it('M-7.9: requests the agent when a late SESSION_START has completed the history', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch();
    await harness.advance(1_000);
    socket.receiveBatch(sessionStart());
    await harness.advance(250);
    expect(count(socket.sent, JOIN)).toBe(1);
  });

  it('M-7.4: requests the agent once more after 15 s, then offers a retry', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart({ heartbeat_interval_seconds: 0 }));
    await harness.advance(250 + 15_000);
    expect(count(socket.sent, JOIN)).toBe(2);
    await harness.advance(15_000);
    expect({ asked: count(socket.sent, JOIN), lines: harness.lines() }).toEqual({
      asked: 2,
      lines: ['(agent_unavailable)'],
    });
  });

  it('M-7.8: sends no second join request when the replay after a drop contains the first', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart());
    await harness.advance(250);
    socket.drop();
    await harness.advance(1_000);
    harness.socket().accept();
    harness.socket().receiveBatch(wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2));
    await harness.advance(5_000);
    expect(count(harness.socket().sent, JOIN)).toBe(0);
  });

  it('M-7.8: waits 2 s before it repeats a doubtful join request, and counts it', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart());
    await harness.advance(250);
    const asked = [count(socket.sent, JOIN)];
    for (let drop = 1; drop <= 4; drop++) {
      harness.socket().drop();
      await harness.advance(10_000);
      harness.socket().accept();
      harness.socket().receiveBatch();
      await harness.advance(2_249);
      asked.push(count(harness.socket().sent, JOIN));
      await harness.advance(1);
      asked.push(count(harness.socket().sent, JOIN));
    }
    expect({ asked, lines: harness.lines() }).toEqual({
      asked: [1, 0, 1, 0, 1, 0, 1, 0, 0],
      lines: ['(agent_unavailable)'],
    });
  });

  it('I19: leaves no timer, socket or listener after dispose()', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('x');
    harness.chat.dispose();
    harness.chat.dispose();
    expect({ timers: harness.clock.waiting(), closed: socket.isClosed }).toEqual({ timers: 0, closed: true });
    socket.receiveEvent(agentMessage(4, 'Too late'));
    expect(harness.lines()).toEqual(['user: x [sending]']);
  });
});
