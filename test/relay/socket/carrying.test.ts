import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { until } from '../support/bench.ts';
import { message, type ProxyBench, useProxy, type Visitor } from '../support/proxy.ts';

/** What the platform gets from now on. */
function ear(far: WebSocket): string[] {
  const heard: string[] = [];
  far.on('message', (content) => heard.push(content.toString()));
  return heard;
}

const HEARTBEAT = { type: 'EVENT_TYPE_HEARTBEAT', payload: {} };
const asSent = (text: string, id: string) =>
  JSON.stringify(message(text, { client_event_id: id, local_id: id }));

describe('a socket that the relay carries', () => {
  const open = useProxy();

  async function begin(options?: Parameters<typeof open>[0]) {
    const proxy = await open(options);
    const { visitor, far } = await proxy.enter(await proxy.create());
    return { ...proxy, visitor, far, heard: ear(far) };
  }

  /** Everything that was sent before has arrived once this has. */
  async function flushed({ visitor, heard }: { visitor: Visitor; heard: string[] }): Promise<string[]> {
    visitor.say('the end', 'end');
    await until(() => heard.at(-1) === asSent('the end', 'end'));
    return heard.slice(0, -1);
  }

  it('brings what the platform says as it is, byte for byte and in order', async () => {
    const { visitor, far } = await begin();
    const frames = [
      ' { "type" :\t"EVENT_TYPE_FROM_THE_FUTURE", "payload": {"a": 1.0} }',
      '%% not json',
      '',
      '{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[null,{"type":7}]}}',
      '{"type":"EVENT_TYPE_SERVICE_AGENT_MESSAGE","payload":{"text":"Grüße 👋 \\ud83d"}}',
      `{"type":"EVENT_TYPE_USER_MESSAGE","big":"${'x'.repeat(300_000)}"}`,
    ];
    for (const frame of frames) far.send(frame);
    await until(() => visitor.frames.length === 1 + frames.length);
    expect(visitor.frames.slice(1)).toEqual(frames);
  });

  it.each([
    ['service', 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN'],
    ['poly', 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN'],
  ])('brings the five things that a client may say, in the dialect %s', async (dialect, join) => {
    const all = await begin({ env: { FOYER_DIALECT: dialect } });
    const { visitor } = all;
    visitor.send({ type: 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', payload: {} });
    visitor.send(message('Hello', { client_event_id: 'one', local_id: 'one' }));
    visitor.send({ type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'TYPING_STATE_STARTED' } });
    visitor.send(HEARTBEAT);
    visitor.send({ type: 'EVENT_TYPE_USER_END_SESSION', payload: {} });
    const heard = await flushed(all);
    // Typing is never queued: it may be ahead of a message that is being decided about.
    expect(heard.map((it) => JSON.parse(it)).toSorted((a, b) => a.type.localeCompare(b.type))).toEqual(
      [
        HEARTBEAT,
        { type: join, payload: {} },
        { type: 'EVENT_TYPE_USER_END_SESSION', payload: {} },
        message('Hello', { client_event_id: 'one', local_id: 'one' }),
        ...heard
          .filter((it) => it.includes('TYPING'))
          .map(() => ({ type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'TYPING_STATE_STARTED' } })),
      ].toSorted((a, b) => a.type.localeCompare(b.type)),
    );
  });

  // S-75, S-76
  it('brings nothing of a frame but what the specification names', async () => {
    const all = await begin();
    all.visitor.send({
      id: 'mine',
      sequence: 1,
      timestamp: 'now',
      session_id: 'other',
      type: 'EVENT_TYPE_USER_MESSAGE',
      payload: { text: 'Hello', message_id: 'mine', session_id: 'other', __proto__: { admin: true } },
      metadata: { custom: { local_id: 'one', role: 'admin' }, user_id: 'other' },
    });
    expect(await flushed(all)).toEqual([asSent('Hello', 'one')]);
  });

  it('gives a message without an id that can be kept one of its own', async () => {
    const all = await begin();
    all.visitor.send({ type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 'Hello' } });
    all.visitor.send(message('Hello', { client_event_id: 'x'.repeat(101) }));
    const ids = (await flushed(all)).map((it) => JSON.parse(it).metadata.custom.client_event_id);
    expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(new Set(ids).size).toBe(2);
  });

  // S-75
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
  ])('answers %s with an error as the platform would, brings it nowhere, and stays open', async (frame) => {
    const all = await begin();
    all.visitor.send(frame);
    const heard = await flushed(all);
    await until(() => all.visitor.frames.length > 1);
    expect([heard, JSON.parse(all.visitor.frames[1] ?? '')]).toEqual([
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
  it('takes frames of 131,072 bytes and closes with 1009 for one byte more', async () => {
    const all = await begin();
    const { visitor, heard } = all;
    const empty = asSent('', 'long').length;
    visitor.say('x'.repeat(131_072 - empty), 'long');
    await until(() => heard.length === 1);
    visitor.say('x'.repeat(131_073 - empty), 'long');
    expect(await visitor.closed).toMatchObject({ code: 1009 });
    expect(heard.map((it) => it.length)).toEqual([131_072]);
  });

  it('closes with 1009 for a message that only the second name of its id makes too long', async () => {
    const { visitor, heard } = await begin();
    const empty = JSON.stringify(message('', { local_id: 'long' })).length;
    visitor.send(message('x'.repeat(131_072 - empty), { local_id: 'long' }));
    expect([await visitor.closed, heard]).toEqual([{ code: 1009, reason: 'message too large' }, []]);
  });

  it('closes with 1003 for a binary frame', async () => {
    const { visitor, heard } = await begin();
    visitor.socket.send(Buffer.from(asSent('Hello', 'one')));
    expect([await visitor.closed, heard]).toEqual([{ code: 1003, reason: 'text only' }, []]);
  });

  it.each([
    [1000, 'session ended'],
    [1001, ''],
    [1011, 'fault'],
    [1012, ''],
    [1013, 'busy'],
    [4000, 'replaced'],
    [4001, 'rejected'],
    [4999, 'own'],
  ])('is closed as the platform closed it: %i %s', async (code, reason) => {
    const { visitor, far } = await begin();
    far.close(code, reason);
    expect(await visitor.closed).toEqual({ code, reason });
  });

  it('is closed without a code where the platform gave none, and broken off where that was cut', async () => {
    const { visitor, far, create, enter } = await begin();
    far.close();
    const other = await enter(await create());
    other.far.terminate();
    expect([await visitor.closed, await other.visitor.closed]).toEqual([
      { code: 1005, reason: '' },
      { code: 1006, reason: '' },
    ]);
  });

  it('is closed with 1011 when the platform says more than can be held, which is no fault of the browser', async () => {
    const { visitor, far } = await begin();
    far.send('x'.repeat(16 * 1024 * 1024 + 1));
    expect([await visitor.closed, visitor.frames]).toEqual([
      { code: 1011, reason: 'platform fault' },
      ['{"type":"EVENT_TYPE_EVENT_BATCH"}'],
    ]);
  });

  it('is closed with 1008 for what cannot be read, again and again', async () => {
    const { visitor, heard } = await begin();
    for (let nth = 0; nth < 30; nth++) visitor.send('%%');
    expect([await visitor.closed, visitor.frames.length, heard]).toEqual([
      { code: 1008, reason: 'too many frames' },
      1 + 20,
      [],
    ]);
  });

  it('is closed with 1008 for a flood, of which no more than a burst has reached the platform', async () => {
    const { visitor, heard, far } = await begin();
    for (let nth = 0; nth < 200; nth++) visitor.say('flood', `flood-${nth}`);
    const seen = await visitor.closed;
    await until(() => far.readyState === far.OPEN && heard.length >= 20);
    expect([seen, heard]).toEqual([
      { code: 1008, reason: 'too many frames' },
      Array.from({ length: 20 }, (_, nth) => asSent('flood', `flood-${nth}`)),
    ]);
  });

  it.each([
    [(it: WebSocket) => it.close(1000, 'bye'), 1000],
    [(it: WebSocket) => it.close(4003), 4003],
    [(it: WebSocket) => it.close(), 1005],
    // Going away: what was said last is still on its way, so the platform's side is not broken off.
    [(it: WebSocket) => it.terminate(), 1001],
  ])("closes the platform's as the browser closed it, %#", async (leave, code) => {
    const { visitor, far } = await begin();
    const closed = new Promise((resolve) => far.on('close', resolve));
    leave(visitor.socket);
    expect(await closed).toBe(code);
  });

  it("keeps the platform's open for the echo of what was said last, ten seconds at most", async () => {
    const { visitor, far, heard, clock, records } = await begin();
    const closed = new Promise((resolve) => far.on('close', resolve));
    visitor.say('Hello', 'one');
    await until(() => heard.length === 1);
    visitor.socket.terminate();
    await until(() => records().some((it) => it.msg === 'socket closed'));
    clock.advance(9_999);
    expect(far.readyState).toBe(far.OPEN);
    clock.advance(1);
    expect(await closed).toBe(1001);
  });

  it("closes the platform's as soon as the echo has come", async () => {
    const { visitor, far, heard } = await begin();
    const closed = new Promise((resolve) => far.on('close', resolve));
    visitor.say('Hello', 'one');
    await until(() => heard.length === 1);
    visitor.socket.close(1000);
    await visitor.closed;
    far.send(heard[0] ?? '');
    expect(await closed).toBe(1000);
  });

  it('brings what was typed last although the browser is gone', async () => {
    const { visitor, heard } = await begin();
    visitor.say('And one more thing', 'last');
    visitor.socket.close(1000);
    await until(() => heard.length === 1);
    expect(heard).toEqual([asSent('And one more thing', 'last')]);
  });

  // S-74
  it('reads the platform no faster than the browser reads, and loses nothing by it', async () => {
    const { visitor, far } = await begin();
    const chunk = (nth: number) => `{"type":"EVENT_TYPE_X","nth":${nth},"payload":"${'x'.repeat(16_000)}"}`;
    visitor.socket.pause();
    for (let nth = 0; nth < 1_000; nth++) far.send(chunk(nth));
    // Whatever can pass has passed once nothing moves any more.
    let left = -1;
    while (left !== far.bufferedAmount) {
      left = far.bufferedAmount;
      for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(left).toBeGreaterThan(1_000_000);
    visitor.socket.resume();
    await until(() => visitor.frames.length === 1_001);
    expect(visitor.frames.slice(1).every((it, nth) => it === chunk(nth))).toBe(true);
  });

  it('is ended with its other side when one of them has not answered for 30 s', async () => {
    const { clock, visitor, create, enter, upstream } = await begin();
    const dead = await enter(await create());
    // Nothing is read there any more, pings neither.
    dead.far.pause();
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

  /** A frame that the relay answers itself: what this side sent before has been read there. */
  async function answered({ frames, send }: Visitor): Promise<boolean> {
    const before = frames.length;
    send('?');
    await until(() => frames.length > before);
    return true;
  }

  it('is told 1012 when the relay closes, which waits for all of them', async () => {
    const { visitor, relay, create, enter, upstream } = await begin();
    const other = await enter(await create());
    await relay.close();
    expect([await visitor.closed, await other.visitor.closed]).toEqual([
      { code: 1012, reason: 'restart' },
      { code: 1012, reason: 'restart' },
    ]);
    await until(() => upstream.sockets() === 0);
  });

  it('cannot keep the relay from closing by not answering', async () => {
    const { visitor, far, heard, relay, clock } = await begin();
    visitor.say('Hello', 'one');
    await until(() => heard.length === 1);
    const closing = relay.close();
    await visitor.closed;
    // The echo does not come.
    expect(far.readyState).toBe(far.OPEN);
    clock.advance(5_000);
    await closing;
    await until(() => far.readyState === far.CLOSED);
  });

  it('is counted while it is open', async () => {
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
  it.each<[string, (it: ProxyBench & { far: WebSocket }, path: string) => unknown]>([
    ['the visitor has ended it', ({ call }, path) => call(path, { method: 'DELETE' })],
    ['the platform has said so on one socket', ({ far }) => far.send(OVER)],
    ['the platform refuses another socket', ({ call }, path) => call(path)],
  ])('is closed within 5 s with every other of its session: %s', async (_, end) => {
    const proxy = await open();
    const grant = await proxy.create();
    const first = await proxy.enter(grant);
    const second = await proxy.enter(await proxy.resume(grant));
    const stranger = await proxy.enter(await proxy.create());
    proxy.upstream.replySocket(404);
    await end({ ...proxy, far: first.far }, `/chat/sessions/${grant.session_id}`);
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

  // S-17
  it('is opened with a ticket of another relay of the store, and hears there that its session is over', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    const one = await open({ ports: { store, clock } });
    const two = await open({ ports: { store, clock }, env: { FOYER_MESSAGING_URL: one.upstream.url } });
    const grant = await one.create();
    const visitor = await two.knock({ ...grant, websocket_url: `${two.url.replace('http', 'ws')}/chat/ws` });
    if (typeof visitor === 'number') throw new Error(`refused with ${visitor}`);
    await one.call(`/chat/sessions/${grant.session_id}`, { method: 'DELETE' });
    clock.advance(5_000);
    expect(await visitor.closed).toEqual({ code: 1000, reason: 'session over' });
  });
});
