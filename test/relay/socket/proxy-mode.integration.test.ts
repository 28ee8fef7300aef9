import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { until } from '../support/bench.ts';
import { message, type ProxyBench, useProxy, type Visitor } from '../support/proxy.ts';

/** Records the frames that the platform receives from now on. */
function record(platformSocket: WebSocket): string[] {
  const received: string[] = [];
  platformSocket.on('message', (content) => received.push(content.toString()));
  return received;
}

const HEARTBEAT = { type: 'EVENT_TYPE_HEARTBEAT', payload: {} };
const asSent = (text: string, id: string) =>
  JSON.stringify(message(text, { client_event_id: id, local_id: id }));

describe('a socket in proxy mode', () => {
  const open = useProxy();

  async function begin(options?: Parameters<typeof open>[0]) {
    const proxy = await open(options);
    const { visitor, platformSocket } = await proxy.connect(await proxy.create());
    return { ...proxy, visitor, platformSocket, received: record(platformSocket) };
  }

  /** Sends a last message and waits for it. Everything sent before has arrived by then. */
  async function flushed({ visitor, received }: { visitor: Visitor; received: string[] }): Promise<string[]> {
    visitor.say('the end', 'end');
    await until(() => received.at(-1) === asSent('the end', 'end'));
    return received.slice(0, -1);
  }

  it('forwards frames of the platform unchanged and in order', async () => {
    const { visitor, platformSocket } = await begin();
    const frames = [
      ' { "type" :\t"EVENT_TYPE_FROM_THE_FUTURE", "payload": {"a": 1.0} }',
      '%% not json',
      '',
      '{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[null,{"type":7}]}}',
      '{"type":"EVENT_TYPE_SERVICE_AGENT_MESSAGE","payload":{"text":"Grüße 👋 \\ud83d"}}',
      `{"type":"EVENT_TYPE_USER_MESSAGE","big":"${'x'.repeat(300_000)}"}`,
    ];
    for (const frame of frames) platformSocket.send(frame);
    await until(() => visitor.frames.length === 1 + frames.length);
    expect(visitor.frames.slice(1)).toEqual(frames);
  });

  // M-1.3, M-5.1 to M-5.5
  it.each([
    ['service', 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN'],
    ['poly', 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN'],
  ])('forwards the five client events in the dialect %s', async (dialect, join) => {
    const all = await begin({ env: { FOYER_DIALECT: dialect } });
    const { visitor } = all;
    visitor.send({ type: 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', payload: {} });
    visitor.send(message('Hello', { client_event_id: 'one', local_id: 'one' }));
    visitor.send({ type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'TYPING_STATE_STARTED' } });
    visitor.send(HEARTBEAT);
    visitor.send({ type: 'EVENT_TYPE_USER_END_SESSION', payload: {} });
    const received = await flushed(all);
    // Typing events are not queued, so one may overtake a message.
    expect(
      received.map((message) => JSON.parse(message)).toSorted((a, b) => a.type.localeCompare(b.type)),
    ).toEqual(
      [
        HEARTBEAT,
        { type: join, payload: {} },
        { type: 'EVENT_TYPE_USER_END_SESSION', payload: {} },
        message('Hello', { client_event_id: 'one', local_id: 'one' }),
        ...received
          .filter((message) => message.includes('TYPING'))
          .map(() => ({ type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'TYPING_STATE_STARTED' } })),
      ].toSorted((a, b) => a.type.localeCompare(b.type)),
    );
  });

  // S-75, S-76
  it('forwards only known fields of a client frame, and the page’s fields within their bounds', async () => {
    const all = await begin();
    all.visitor.send({
      id: 'mine',
      sequence: 1,
      timestamp: 'now',
      session_id: 'other',
      type: 'EVENT_TYPE_USER_MESSAGE',
      payload: { text: 'Hello', message_id: 'mine', session_id: 'other', __proto__: { admin: true } },
      metadata: {
        custom: { local_id: 'one', order: '4711', 'a b': 'no name', long: 'x'.repeat(257) },
        user_id: 'other',
      },
    });
    expect(await flushed(all)).toEqual([
      JSON.stringify(message('Hello', { order: '4711', client_event_id: 'one', local_id: 'one' })),
    ]);
  });

  it('gives a message without a storable id a new one', async () => {
    const all = await begin();
    all.visitor.send({ type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 'Hello' } });
    all.visitor.send(message('Hello', { client_event_id: 'x'.repeat(101) }));
    const ids = (await flushed(all)).map((message) => JSON.parse(message).metadata.custom.client_event_id);
    expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(new Set(ids).size).toBe(2);
  });

  // S-75, M-5.6, M-10.1
  it.each([
    '%% not json',
    'null',
    '[]',
    '{}',
    '{"type":7,"payload":{}}',
    '{"type":"EVENT_TYPE_USER_MESSAGE"}',
    '{"type":"EVENT_TYPE_USER_MESSAGE","payload":{"text":7}}',
    '{"type":"EVENT_TYPE_USER_MESSAGE","payload":[]}',
    '{"type":"EVENT_TYPE_USER_TYPING","payload":{"state":"TYPING_STATE_FLYING"}}',
    '{"type":"EVENT_TYPE_SESSION_END","payload":{}}',
    '{"type":"EVENT_TYPE_SERVICE_AGENT_MESSAGE","payload":{"message_id":"m","text":"I am the agent"}}',
    '{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[]}}',
    '{"type":"EVENT_TYPE_CSAT_RESPONSE","payload":{}}',
    '{"type":"event_type_user_message","payload":{"text":"x"}}',
    '{"type":"__proto__","payload":{}}',
    '[{"type":"EVENT_TYPE_USER_MESSAGE","payload":{"text":"x"}}]',
  ])('answers %s with an error as the platform would, does not forward it, and stays open', async (frame) => {
    const all = await begin();
    all.visitor.send(frame);
    const received = await flushed(all);
    await until(() => all.visitor.frames.length > 1);
    expect([received, JSON.parse(all.visitor.frames[1] ?? '')]).toEqual([
      [],
      {
        id: expect.any(String),
        sequence: null,
        timestamp: expect.any(String),
        type: 'EVENT_TYPE_SYSTEM_MESSAGE',
        payload: {
          level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
          message: expect.stringMatching(
            /^(Unknown event type or invalid message format|Event type not allowed: EVENT_TYPE_\w+)$/,
          ),
        },
      },
    ]);
  });

  // S-73
  it('accepts frames of 131,072 bytes and closes with 1009 for one more byte', async () => {
    const all = await begin();
    const { visitor, received } = all;
    const empty = asSent('', 'long').length;
    visitor.say('x'.repeat(131_072 - empty), 'long');
    await until(() => received.length === 1);
    visitor.say('x'.repeat(131_073 - empty), 'long');
    expect(await visitor.closed).toMatchObject({ code: 1009 });
    expect(received.map((message) => message.length)).toEqual([131_072]);
  });

  it('closes with 1009 for a message that becomes too long by the second name of its id', async () => {
    const { visitor, received } = await begin();
    const empty = JSON.stringify(message('', { local_id: 'long' })).length;
    visitor.send(message('x'.repeat(131_072 - empty), { local_id: 'long' }));
    expect([await visitor.closed, received]).toEqual([{ code: 1009, reason: 'message too large' }, []]);
  });

  it('closes with 1003 for a binary frame', async () => {
    const { visitor, received } = await begin();
    visitor.socket.send(Buffer.from(asSent('Hello', 'one')));
    expect([await visitor.closed, received]).toEqual([{ code: 1003, reason: 'text only' }, []]);
  });

  it.each([
    [1000, 'session ended'],
    [1001, ''],
    [1011, 'error'],
    [1012, ''],
    [1013, 'busy'],
    [4000, 'replaced'],
    [4001, 'rejected'],
    [4999, 'own'],
  ])('closes with the code and reason of the platform: %i %s', async (code, reason) => {
    const { visitor, platformSocket } = await begin();
    platformSocket.close(code, reason);
    expect(await visitor.closed).toEqual({ code, reason });
  });

  it('closes without a code if the platform sent none, and terminates if the platform did', async () => {
    const { visitor, platformSocket, create, connect } = await begin();
    platformSocket.close();
    const other = await connect(await create());
    other.platformSocket.terminate();
    expect([await visitor.closed, await other.visitor.closed]).toEqual([
      { code: 1005, reason: '' },
      { code: 1006, reason: '' },
    ]);
  });

  it('closes with 1011 when a frame of the platform is too large', async () => {
    const { visitor, platformSocket } = await begin();
    platformSocket.send('x'.repeat(8 * 1024 * 1024 + 1));
    expect([await visitor.closed, visitor.frames]).toEqual([
      { code: 1011, reason: 'platform error' },
      ['{"type":"EVENT_TYPE_EVENT_BATCH"}'],
    ]);
  });

  it('closes with 1008 after many unreadable frames', async () => {
    const { visitor, received } = await begin();
    for (let nth = 0; nth < 30; nth++) visitor.send('%%');
    expect([await visitor.closed, visitor.frames.length, received]).toEqual([
      { code: 1008, reason: 'too many frames' },
      1 + 20,
      [],
    ]);
  });

  it('closes with 1008 for a flood after one burst has reached the platform', async () => {
    const { visitor, received, platformSocket } = await begin();
    for (let nth = 0; nth < 200; nth++) visitor.say('flood', `flood-${nth}`);
    const seen = await visitor.closed;
    await until(() => platformSocket.readyState === platformSocket.OPEN && received.length >= 20);
    expect([seen, received]).toEqual([
      { code: 1008, reason: 'too many frames' },
      Array.from({ length: 20 }, (_, nth) => asSent('flood', `flood-${nth}`)),
    ]);
  });

  it.each([
    [(socket: WebSocket) => socket.close(1000, 'bye'), 1000],
    [(socket: WebSocket) => socket.close(4003), 4003],
    [(socket: WebSocket) => socket.close(), 1005],
    // 1001 instead of a termination, because the last messages may still be in transit.
    [(socket: WebSocket) => socket.terminate(), 1001],
  ])('closes the platform socket in the same way as the browser closed, %#', async (leave, code) => {
    const { visitor, platformSocket } = await begin();
    const closed = new Promise((resolve) => platformSocket.on('close', resolve));
    leave(visitor.socket);
    expect(await closed).toBe(code);
  });

  it('keeps the platform socket open until the last message has its echo, at most ten seconds', async () => {
    const { visitor, platformSocket, received, clock, records } = await begin();
    const closed = new Promise((resolve) => platformSocket.on('close', resolve));
    visitor.say('Hello', 'one');
    await until(() => received.length === 1);
    visitor.socket.terminate();
    await until(() => records().some((record) => record.msg === 'socket closed'));
    clock.advance(9_999);
    expect(platformSocket.readyState).toBe(platformSocket.OPEN);
    clock.advance(1);
    expect(await closed).toBe(1001);
  });

  it('closes the platform socket as soon as the echo has arrived', async () => {
    const { visitor, platformSocket, received } = await begin();
    const closed = new Promise((resolve) => platformSocket.on('close', resolve));
    visitor.say('Hello', 'one');
    await until(() => received.length === 1);
    visitor.socket.close(1000);
    await visitor.closed;
    platformSocket.send(received[0] ?? '');
    expect(await closed).toBe(1000);
  });

  it('forwards the last message although the browser has disconnected', async () => {
    const { visitor, received } = await begin();
    visitor.say('And one more thing', 'last');
    visitor.socket.close(1000);
    await until(() => received.length === 1);
    expect(received).toEqual([asSent('And one more thing', 'last')]);
  });

  // S-74
  it('reads from the platform no faster than the browser reads, without loss', async () => {
    const { visitor, platformSocket } = await begin();
    const chunk = (nth: number) => `{"type":"EVENT_TYPE_X","nth":${nth},"payload":"${'x'.repeat(16_000)}"}`;
    visitor.socket.pause();
    for (let nth = 0; nth < 1_000; nth++) platformSocket.send(chunk(nth));
    // Wait until nothing moves any more.
    let left = -1;
    while (left !== platformSocket.bufferedAmount) {
      left = platformSocket.bufferedAmount;
      for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(left).toBeGreaterThan(1_000_000);
    visitor.socket.resume();
    await until(() => visitor.frames.length === 1_001);
    expect(visitor.frames.slice(1).every((frame, nth) => frame === chunk(nth))).toBe(true);
  });

  // S-74
  it('takes what arrived together with a history that the browser reads slowly', async () => {
    const { visitor, platformSocket } = await begin();
    const frames = [
      `{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[],"big":"${'x'.repeat(7_000_000)}"}}`,
      '{"type":"EVENT_TYPE_X"}',
      '{"type":"EVENT_TYPE_Y"}',
    ];
    visitor.socket.pause();
    for (const frame of frames) platformSocket.send(frame);
    // The relay has received everything.
    await until(() => platformSocket.bufferedAmount === 0);
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    visitor.socket.resume();
    await until(() => visitor.frames.length === 4);
    expect(visitor.frames.slice(1)).toEqual(frames);
  });

  // S-80
  it('closes with 1013 when too many long frames are on their way, and serves others', async () => {
    const { connect, create } = await begin();
    const pairs: Awaited<ReturnType<typeof connect>>[] = [];
    for (let nth = 0; nth < 7; nth++) pairs.push(await connect(await create()));
    // Five fit, also with the overhead of the small chunks that a busy machine reads; seven never do.
    for (const { platformSocket } of pairs) {
      platformSocket.send('x'.repeat(6_000_000), { fin: false });
      // A control frame between the fragments of a message does not hide what is held.
      for (let ping = 0; ping < 50; ping++) platformSocket.ping('x'.repeat(100));
    }
    const refused = await Promise.race(pairs.map(({ visitor }) => visitor.closed));
    expect(refused).toEqual({ code: 1013, reason: 'out of memory' });
    for (const { platformSocket } of pairs)
      if (platformSocket.readyState === WebSocket.OPEN) platformSocket.send('x');
    const served = () => pairs.filter(({ visitor }) => visitor.frames.at(-1)?.length === 6_000_001);
    await until(() => served().length >= 5);
    expect(served().every(({ visitor }) => visitor.socket.readyState === WebSocket.OPEN)).toBe(true);
  });

  // S-80
  it('closes with 1013 when the platform reads nothing', async () => {
    const { visitor, platformSocket, clock } = await begin();
    platformSocket.pause();
    const text = 'x'.repeat(120_000);
    let isClosed = false;
    void visitor.closed.then(() => {
      isClosed = true;
    });
    for (let nth = 0; !isClosed; nth++) {
      if (visitor.socket.readyState === WebSocket.OPEN) visitor.say(text, `nth-${nth}`);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(100);
    }
    expect(await visitor.closed).toEqual({ code: 1013, reason: 'platform too slow' });
  });

  it('terminates a socket when one of its sides has not answered a ping for 30 s', async () => {
    const { clock, visitor, create, connect, upstream } = await begin();
    const dead = await connect(await create());
    // A paused socket does not read pings.
    dead.platformSocket.pause();
    const pings: string[] = [];
    visitor.socket.on('ping', () => pings.push('ping'));
    const pong = new Promise((resolve) => upstream.accepted[0]?.on('ping', resolve));
    clock.advance(30_000);
    await until(() => pings.length === 1);
    await pong;
    expect(await answered(visitor)).toBe(true);
    clock.advance(30_000);
    expect(await dead.visitor.closed).toMatchObject({ code: 1006 });
    expect(visitor.socket.readyState).toBe(WebSocket.OPEN);
  });

  // 5,000 sockets that were pinged at once delayed every message by a third of a second.
  it('pings a socket 30 s after it was opened, not together with others', async () => {
    const { clock, visitor, create, connect } = await begin();
    clock.advance(10_000);
    const { visitor: later } = await connect(await create());
    const pinged: string[] = [];
    visitor.socket.on('ping', () => pinged.push('first'));
    later.socket.on('ping', () => pinged.push('later'));
    for (const inMs of [20_000, 10_000]) {
      clock.advance(inMs);
      await Promise.all([answered(visitor), answered(later)]);
      pinged.push('–');
    }
    expect(pinged).toEqual(['first', '–', 'later', '–']);
  });

  /** Sends a frame that the relay answers itself. The answer shows that all earlier frames were read. */
  async function answered({ frames, send }: Visitor): Promise<boolean> {
    const before = frames.length;
    send('?');
    await until(() => frames.length > before);
    return true;
  }

  it('closes with 1012 when the relay closes, and the relay waits for all sockets', async () => {
    const { visitor, relay, create, connect, upstream } = await begin();
    const other = await connect(await create());
    await relay.close();
    expect([await visitor.closed, await other.visitor.closed]).toEqual([
      { code: 1012, reason: 'restart' },
      { code: 1012, reason: 'restart' },
    ]);
    await until(() => upstream.sockets() === 0);
  });

  // M-12.8
  it('closes with 1012 at a random moment of draining, even when it was opened meanwhile', async () => {
    const moments = [0.9, 0.1, 0.5, 0.2];
    const proxy = await open({ ports: { random: () => moments.shift() ?? 0 } });
    const opened: { visitor: Visitor; isOpen: boolean }[] = [];
    async function connect(): Promise<void> {
      const { visitor } = await proxy.connect(await proxy.create());
      const socket = { visitor, isOpen: true };
      void visitor.closed.then(() => {
        socket.isOpen = false;
      });
      opened.push(socket);
    }
    /** The sockets that are open after so many seconds, and the close code of the one that has closed. */
    async function pass(inS: number, nth: number): Promise<[number, boolean[]]> {
      proxy.clock.advance(inS * 1_000 - 1);
      await Promise.all(opened.flatMap(({ visitor, isOpen }) => (isOpen ? [answered(visitor)] : [])));
      proxy.clock.advance(1);
      const closed = await opened[nth]?.visitor.closed;
      return [closed?.code ?? 0, opened.map(({ isOpen }) => isOpen)];
    }
    for (let nth = 0; nth < 3; nth++) await connect();
    const drained = proxy.relay.drain();
    const first = await pass(3, 1);
    await connect();
    // The fourth was opened with 27 s left and stays a fifth of them, of which its history has taken 250 ms.
    const others = [await pass(5.15, 3), await pass(6.6, 2), await pass(12, 0)];
    expect([first, ...others]).toEqual([
      [1012, [true, false, true]],
      [1012, [true, false, true, false]],
      [1012, [true, false, false, false]],
      [1012, [false, false, false, false]],
    ]);
    proxy.clock.advance(3_000);
    await drained;
  });

  it('closes the relay even when the platform does not answer', async () => {
    const { visitor, platformSocket, received, relay, clock } = await begin();
    visitor.say('Hello', 'one');
    await until(() => received.length === 1);
    const closing = relay.close();
    await visitor.closed;
    // The echo does not arrive.
    expect(platformSocket.readyState).toBe(platformSocket.OPEN);
    clock.advance(5_000);
    await closing;
    await until(() => platformSocket.readyState === platformSocket.CLOSED);
  });

  it('the metrics count a socket while it is open', async () => {
    const { visitor, call } = await begin({ env: ADMIN_ENV });
    const counted = async () => /^foyer_sockets (\d+)$/m.exec((await call('/metrics', as('read'))).text)?.[1];
    expect(await counted()).toBe('1');
    visitor.socket.close();
    await visitor.closed;
    let left: string | undefined;
    while (left !== '0') left = await counted();
  });

  const OVER = '{"type":"EVENT_TYPE_SESSION_END","payload":{"reason":"REASON_USER_END"}}';

  // S-17, S-77
  it.each<[string, (it: ProxyBench & { platformSocket: WebSocket }, path: string) => unknown]>([
    ['the visitor deletes it', ({ call }, path) => call(path, { method: 'DELETE' })],
    ['the platform ends it on one socket', ({ platformSocket }) => platformSocket.send(OVER)],
    ['the platform refuses another socket', ({ call }, path) => call(path)],
  ])('closes within 5 s together with all others of its session: %s', async (_, end) => {
    const proxy = await open();
    const grant = await proxy.create();
    const first = await proxy.connect(grant);
    const second = await proxy.connect(await proxy.resume(grant));
    const stranger = await proxy.connect(await proxy.create());
    proxy.upstream.replySocket(404);
    await end({ ...proxy, platformSocket: first.platformSocket }, `/chat/sessions/${grant.session_id}`);
    await until(() => proxy.clock.nextIn() === 2_000);
    proxy.clock.advance(4_999);
    expect([await first.visitor.closed, await second.visitor.closed]).toEqual([
      { code: 1000, reason: 'session over' },
      { code: 1000, reason: 'session over' },
    ]);
    expect(stranger.visitor.socket.readyState).toBe(WebSocket.OPEN);
    const again = await proxy.call(`/chat/sessions/${grant.session_id}/resume`, { method: 'POST' });
    expect([404, 410]).toContain(again.status);
  });

  it('S-18: closes at the age of the configuration, counted from the start of the session', async () => {
    const { clock, create, resume, connect } = await open({ env: { FOYER_SESSION_MAX_AGE: '300' } });
    const grant = await create();
    clock.advance(290_000);
    const { visitor } = await connect(await resume(grant));
    clock.advance(9_999);
    expect(visitor.socket.readyState).toBe(WebSocket.OPEN);
    clock.advance(1);
    expect(await visitor.closed).toEqual({ code: 1000, reason: 'session over' });
  });

  // S-17
  it('opens with a ticket of another relay, and closes when that relay deletes the session', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    const one = await open({ ports: { store, clock } });
    const two = await open({ ports: { store, clock }, env: { FOYER_MESSAGING_URL: one.upstream.url } });
    const grant = await one.create();
    const visitor = await two.handshake({
      ...grant,
      websocket_url: `${two.url.replace('http', 'ws')}/chat/ws`,
    });
    if (typeof visitor === 'number') throw new Error(`refused with ${visitor}`);
    await one.call(`/chat/sessions/${grant.session_id}`, { method: 'DELETE' });
    clock.advance(5_000);
    expect(await visitor.closed).toEqual({ code: 1000, reason: 'session over' });
  });
});
