import { describe, expect, it } from 'vitest';
import {
  agentMessage,
  chunk,
  createChatHarness,
  GRANT,
  sessionStart,
  systemMessage,
  thinking,
  wireEvent,
} from '../support/chat-harness.ts';

const HOURS_MS = 3_600_000;

describe('a conversation that nobody looks at', () => {
  it('M-3.10: a conversation that nobody looks at closes its socket after one minute', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.rest();
    await harness.advance(59_999);
    expect({ isClosed: socket.isClosed, status: harness.chat.connection.value }).toEqual({
      isClosed: false,
      status: 'online',
    });
    await harness.advance(1);
    expect({
      isClosed: socket.isClosed,
      status: harness.chat.connection.value,
      timers: harness.clock.waiting(),
    }).toEqual({
      isClosed: true,
      status: 'idle',
      timers: 0,
    });
  });

  it('a second rest() does not restart the minute', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.rest();
    await harness.advance(40_000);
    harness.chat.rest();
    await harness.advance(20_000);
    expect(socket.isClosed).toBe(true);
  });

  it('keeps its socket when start() is called within the minute', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.rest();
    await harness.advance(59_000);
    harness.chat.start();
    socket.receiveEvent(wireEvent('HEARTBEAT', null));
    await harness.advance(20_000);
    expect({ isClosed: socket.isClosed, sockets: harness.sockets.length }).toEqual({
      isClosed: false,
      sockets: 1,
    });
  });

  it.each(['start', 'reconnect', 'send'] as const)('resumes from its cursor with %s()', async (how) => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.chat.rest();
    await harness.advance(60_000);
    if (how === 'send') harness.chat.send('Still there?');
    else harness.chat[how]();
    harness.socket().accept();
    harness.socket().receiveBatch(agentMessage(4, 'Missed'));
    await harness.advance(250);
    expect({
      sockets: harness.sockets.length,
      cursor: harness.socket().url.searchParams.get('cursor'),
      status: harness.chat.connection.value,
      lines: harness.lines(),
    }).toEqual({
      sockets: 2,
      cursor: '3',
      status: 'online',
      lines: ['agent: Missed', ...(how === 'send' ? ['user: Still there? [sending]'] : [])],
    });
  });

  it('a resting chat makes no connection by itself when the network or the page comes back', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.chat.rest();
    await harness.advance(60_000);
    for (const event of ['offline', 'online', 'visible', 'pagehide', 'pageshow'] as const)
      harness.emit(event);
    await harness.advance(2 * HOURS_MS);
    expect(harness.sockets.length).toBe(1);
  });

  it('opens no socket for a session that is created after the minute', async () => {
    let grant: (() => void) | undefined;
    const harness = createChatHarness({ answers: () => (grant ? { status: 500 } : 'hang') });
    harness.chat.start();
    harness.chat.rest();
    await harness.advance(120_000);
    expect({ sockets: harness.sockets.length, status: harness.chat.connection.value }).toEqual({
      sockets: 0,
      status: 'failed',
    });
  });
});

describe('a conversation that nobody looks at while something is pending', () => {
  it('M-3.13: sends what was written without a network, and then rests', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.changeNetwork('offline');
    harness.chat.send('Written in a tunnel');
    harness.chat.rest();
    await harness.advance(HOURS_MS);
    harness.changeNetwork('online');
    await harness.advance(500);
    const socket = harness.socket();
    socket.accept();
    socket.receiveBatch();
    await harness.advance(250);
    socket.echo('EVENT_TYPE_USER_MESSAGE', 4);
    socket.receiveEvent(agentMessage(5, 'Read in a tunnel'));
    const lines = harness.lines();
    await harness.advance(1);
    expect({ lines, status: harness.chat.connection.value, timers: harness.clock.waiting() }).toEqual({
      lines: ['user: Written in a tunnel [sent]', 'agent: Read in a tunnel'],
      status: 'idle',
      timers: 0,
    });
  });

  it('M-3.13: sends what was written before the session could be created', async () => {
    let isUp = false;
    const harness = createChatHarness({ answers: () => (isUp ? undefined : { status: 429 }) });
    harness.chat.send('Anybody?');
    await harness.settle();
    harness.chat.rest();
    harness.changeNetwork('offline');
    await harness.advance(120_000);
    isUp = true;
    harness.changeNetwork('online');
    await harness.advance(5_000);
    expect(harness.sockets.length).toBe(1);
  });

  it.each([
    ['thinks', () => [thinking()], 120_000],
    ['is in the middle of a message', () => [chunk(5, 'm', 1, 'Well')], 120_000],
    ['has answered', () => [agentMessage(5, 'Yes')], 60_000],
    ['has finished its message', () => [chunk(5, 'm', 1, 'Yes', true)], 60_000],
    ['cannot answer', () => [systemMessage("Sorry, I'm having trouble responding right now.")], 60_000],
    ['has left', () => [wireEvent('SERVICE_AGENT_LEFT', 5)], 60_000],
  ])('M-3.13: rests when the agent %s and then says nothing', async (_, events, afterMs) => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Hello?');
    socket.echo('EVENT_TYPE_USER_MESSAGE', 4);
    harness.chat.rest();
    for (const event of events()) socket.receiveEvent(event);
    for (let ms = 0; ms < afterMs - 10_000; ms += 10_000) {
      await harness.advance(10_000);
      socket.receiveEvent(wireEvent('HEARTBEAT', null));
    }
    await harness.advance(9_999);
    const before = harness.chat.connection.value;
    await harness.advance(1);
    expect({ before, after: harness.chat.connection.value }).toEqual({ before: 'online', after: 'idle' });
  });

  it.each([
    ['requested', [wireEvent('SERVICE_AGENT_TRIGGERED_HANDOFF', 4)]],
    ['queued', [wireEvent('HANDOFF_ACCEPTED', 4, { queue_name: 'Sales' })]],
    ['live', [wireEvent('LIVE_AGENT_JOINED', 4, { agent_name: 'Noor' })]],
  ] as const)('M-3.13: stays connected while a handoff is %s', async (state, events) => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    for (const event of events) socket.receiveEvent(event);
    harness.chat.rest();
    for (let i = 0; i < 360; i++) {
      await harness.advance(10_000);
      socket.receiveEvent(wireEvent('HEARTBEAT', null));
    }
    expect({ handoff: harness.chat.handoff.value, status: harness.chat.connection.value }).toEqual({
      handoff: state,
      status: 'online',
    });
    socket.receiveEvent(wireEvent('HANDOFF_FAILED', 5));
    socket.receiveEvent(wireEvent('LIVE_AGENT_LEFT', 6, { agent_name: 'Noor' }));
    await harness.advance(1);
    expect(harness.chat.connection.value).toBe('idle');
  });
});

describe('a page in the back-forward cache', () => {
  it('a page in the back-forward cache has no socket, and resumes from its cursor when restored', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(4, 'A'));
    harness.emit('pagehide');
    expect({ isClosed: socket.isClosed, timers: harness.clock.waiting() }).toEqual({
      isClosed: true,
      timers: 0,
    });
    await harness.advance(HOURS_MS);
    harness.emit('pageshow');
    const next = harness.socket();
    next.accept();
    next.receiveBatch(agentMessage(5, 'B'));
    expect({
      sockets: harness.sockets.length,
      cursor: next.url.searchParams.get('cursor'),
      status: harness.chat.connection.value,
      lines: harness.lines(),
    }).toEqual({ sockets: 2, cursor: '4', status: 'online', lines: ['agent: A', 'agent: B'] });
  });

  it('a restored page follows what another page did with the conversation', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.emit('pagehide');
    harness.stored.id = null;
    harness.emit('pageshow');
    expect({ status: harness.chat.connection.value, sockets: harness.sockets.length }).toEqual({
      status: 'ended',
      sockets: 1,
    });
  });

  it('a restored page looks for a doubtful message in the replay before it resends it', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Did it arrive?');
    harness.emit('pagehide');
    harness.emit('pageshow');
    harness.socket().accept();
    const [{ metadata } = {}] = socket.sent.filter(({ type }) => type === 'EVENT_TYPE_USER_MESSAGE');
    harness.socket().receiveBatch({
      ...wireEvent('USER_MESSAGE', 4, { text: 'Did it arrive?', message_id: 'm' }),
      metadata,
    });
    await harness.advance(5_000);
    expect(harness.lines()).toEqual(['user: Did it arrive? [sent]']);
    expect(harness.socket().sent.filter(({ type }) => type === 'EVENT_TYPE_USER_MESSAGE')).toEqual([]);
  });
});

describe('a laptop that slept for two hours', () => {
  it('M-11.3: a laptop that slept probes its old socket once, and replaces it after 5 s without an answer', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    const before = socket.sent.length;
    harness.clock.jump(2 * HOURS_MS);
    await harness.settle();
    expect(socket.sent.slice(before).map(({ type }) => type)).toEqual(['EVENT_TYPE_HEARTBEAT']);
    await harness.advance(5_000);
    expect({ isClosed: socket.isClosed, sockets: harness.sockets.length }).toEqual({
      isClosed: true,
      sockets: 2,
    });
  });

  it('M-12.14: a laptop that slept offers a new chat when the relay reports an expired session', async () => {
    const harness = createChatHarness({
      answers: (call) =>
        call.startsWith('GET') ? { status: 200, body: { state: 'expired' } } : { status: 201, body: GRANT },
    });
    await harness.connectAndJoin();
    harness.clock.jump(2 * HOURS_MS);
    await harness.advance(5_000);
    harness.socket().drop();
    await harness.settle();
    expect({
      status: harness.chat.connection.value,
      lines: harness.lines(),
      stored: harness.stored.id,
    }).toEqual({
      status: 'ended',
      lines: ['(session_expired)'],
      stored: null,
    });
  });
});

describe('an agent who never joins', () => {
  it('M-7.5: messages fail after two requests for an agent who never joins; a retry requests it once more', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart());
    harness.chat.send('Anybody?');
    await harness.advance(250 + 30_000);
    expect(harness.lines()).toEqual(['user: Anybody? [failed]', '(agent_unavailable)']);
    const [message] = harness.chat.transcript.value;
    harness.chat.retry(message?.id ?? '');
    harness.socket().accept();
    harness.socket().receiveBatch();
    await harness.advance(2_250);
    expect(harness.socket().sent.map(({ type }) => type)).toEqual(['EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN']);
  });
});

describe('a page that missed events', () => {
  it('checks the network when it becomes visible', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.emit('offline');
    harness.setOnline(true);
    harness.emit('visible');
    await harness.advance(500);
    expect(harness.sockets.length).toBe(2);
  });

  it('M-11.11: tells the relay of an end at once, and again when the browser is online again', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.emit('offline');
    harness.chat.end();
    const offline = [...harness.calls];
    harness.emit('online');
    expect({ status: harness.chat.connection.value, offline, calls: harness.calls }).toEqual({
      status: 'ended',
      offline: ['POST /chat/sessions', 'DELETE /chat/sessions/session-1'],
      calls: ['POST /chat/sessions', 'DELETE /chat/sessions/session-1', 'DELETE /chat/sessions/session-1'],
    });
  });
});
