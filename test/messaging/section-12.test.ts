import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  createWorld,
  GRANT,
  type ScriptedAnswer,
  sessionStart,
  type World,
} from '../support/chat-world.ts';

/** How long it takes until the next socket is asked for, in milliseconds. */
async function untilNextSocket(world: World): Promise<number> {
  const from = world.clock.now();
  const sockets = world.sockets.length;
  for (let timers = 0; world.sockets.length === sockets; timers++) {
    if (timers === 100) expect.unreachable('no socket was asked for');
    await world.advance(world.clock.nextIn() ?? expect.unreachable('nothing is waited for'));
  }
  return Math.round(world.clock.now() - from);
}

/** The conversation goes on over the newest socket. */
function heal(world: World): void {
  world.socket().accept();
  world.socket().batch();
}

const stateOf = ({ chat, sockets, calls }: World) => ({
  status: chat.connection.value,
  trouble: chat.trouble.value,
  sockets: sockets.length,
  calls,
});
const CREATED = 'POST /chat/sessions';
const ASKED = 'GET /chat/sessions/session-1';
const UNREACHABLE = { code: 'unreachable', canRetry: true };

const AGAIN = [1000, 1001, 1005, 1006, 1011, 4002, 4003].map((code) => [code, 0.5, 1_000] as const);
const PATIENCE = [1012, 1013].flatMap(
  (code) =>
    [
      [code, 0, 5_000],
      [code, 0.5, 17_500],
      [code, 0.999, 29_975],
    ] as const,
);

/** How a handshake may fail; the browser sees nothing but this. */
const FAILURES: readonly (readonly [what: string, fail: (world: World) => Promise<void>])[] = [
  [
    'a refused handshake',
    async (world) => {
      world.socket().drop();
      await world.advance(1_000);
      world.socket().drop(1006);
    },
  ],
  [
    'a silent handshake',
    async (world) => {
      world.socket().drop();
      await world.advance(1_000);
      await world.advance(10_000);
    },
  ],
  ['close 4001', async (world) => world.socket().drop(4001)],
];

interface Outcome {
  readonly status: string;
  readonly trouble: unknown;
  readonly lines: readonly string[];
  readonly stored: string | null;
  /** Whether an attempt follows without anybody's doing. */
  readonly triesOn: boolean;
}
const NETWORK: Outcome = {
  status: 'reconnecting',
  trouble: null,
  lines: ['agent: On screen'],
  stored: 'session-1',
  triesOn: true,
};
const OVER: Outcome = {
  status: 'ended',
  trouble: { code: 'expired', canRetry: false },
  lines: ['agent: On screen', '(session_expired)'],
  stored: null,
  triesOn: false,
};
const TOO_MANY: Outcome = {
  status: 'failed',
  trouble: { code: 'too_many_windows', canRetry: true },
  lines: ['agent: On screen', '(too_many_windows)'],
  stored: 'session-1',
  triesOn: false,
};
const knows = (state: string): ScriptedAnswer => ({ status: 200, body: { state } });
/** What the relay says of the session, and what it means. */
const VERDICTS: readonly (readonly [says: string, answer: ScriptedAnswer | 'hang' | 'refuse', Outcome])[] = [
  ['expired: gone, the session is over', knows('expired'), OVER],
  ['404: gone, the session is over', { status: 404, body: { code: 'session_unknown' } }, OVER],
  ['410: gone, the session is over', { status: 410, body: { code: 'session_expired' } }, OVER],
  ['token_mismatch: the token does not fit, the session is over', knows('token_mismatch'), OVER],
  ['too_many_connections: open in too many windows', knows('too_many_connections'), TOO_MANY],
  ['alive: network', knows('alive'), NETWORK],
  ['unreachable: network', knows('unreachable'), NETWORK],
  ['a state that nobody knows: network', knows('asleep'), NETWORK],
  ['a page: network', { status: 200, body: '<html>login</html>' }, NETWORK],
  ['403: network', { status: 403, body: { code: 'origin_not_allowed' } }, NETWORK],
  ['429: network', { status: 429, headers: { 'Retry-After': '5' } }, NETWORK],
  ['500: network', { status: 500, body: {} }, NETWORK],
  ['503: network', { status: 503, headers: { 'Retry-After': '2' } }, NETWORK],
  ['nothing at all: network', 'hang', NETWORK],
  ['no, by refusing the connection: network', 'refuse', NETWORK],
];

describe('spec messaging §12', () => {
  it.each([
    ['start', 0, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
    ['middle', 0.5, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
    ['end', 0.999, [1_499, 2_998, 5_996, 11_992, 23_984, 30_000, 30_000]],
  ] as const)(
    '§12 1, 2, 4, 8, 16, 30 s, jitter of half before the 30 s cap: the %s of the spread',
    async (_, roll, expected) => {
      const world = createWorld({ roll });
      const socket = await world.begin();
      socket.batch(sessionStart(), agentJoined(2));
      const waits: number[] = [];
      for (const _wait of expected) {
        world.socket().drop();
        waits.push(await untilNextSocket(world));
      }
      expect(waits).toEqual(expected);
    },
  );

  it('§12 attempts as advertised, then one failed state with a retry', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart({ max_reconnect_attempts: 2 }), agentJoined(2));
    for (let i = 0; i < 3; i++) {
      world.socket().drop();
      await world.advance(30_000);
    }
    await world.advance(120_000);
    const failed = stateOf(world);
    world.chat.reconnect();
    heal(world);
    expect([failed, stateOf(world)]).toEqual([
      { status: 'failed', trouble: UNREACHABLE, sockets: 3, calls: [CREATED, ASKED, ASKED] },
      { status: 'online', trouble: null, sockets: 4, calls: [CREATED, ASKED, ASKED] },
    ]);
  });

  it.each([
    ['10 s of open link with at least one frame: resets', 10_000, 1_000],
    ['1 ms less: does not reset', 9_999, 2_000],
    ['a link that opens and dies: does not reset', 0, 2_000],
  ])('§12 the counter, %s', async (_, openMs, expected) => {
    const world = createWorld();
    (await world.ready()).drop();
    await untilNextSocket(world);
    heal(world);
    await world.advance(openMs);
    world.socket().drop();
    expect(await untilNextSocket(world)).toBe(expected);
  });

  it('§12 the counter, links that open and die: the waits go on growing', async () => {
    const world = createWorld();
    await world.ready();
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      world.socket().drop();
      waits.push(await untilNextSocket(world));
      heal(world);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  it('§12 offline: no attempts', async () => {
    const world = createWorld();
    await world.ready();
    world.network('offline');
    await world.advance(600_000);
    expect(stateOf(world)).toEqual({ status: 'offline', trouble: null, sockets: 1, calls: [CREATED] });
  });

  // Spread over half a second, since whole offices come back together.
  it.each([
    [0, 0],
    [0.5, 250],
    [0.999, 500],
  ])('§12 online again: one attempt at once (at %f of the spread)', async (roll, expected) => {
    const world = createWorld({ roll });
    await world.ready();
    world.network('offline');
    await world.advance(60_000);
    world.network('online');
    const wait = await untilNextSocket(world);
    await world.advance(5_000);
    expect({ wait, sockets: world.sockets.length }).toEqual({ wait: expected, sockets: 2 });
  });

  it('§12 visible again: one attempt at once', async () => {
    const world = createWorld();
    await world.ready();
    for (let i = 0; i < 4; i++) {
      world.socket().drop();
      await untilNextSocket(world);
    }
    world.socket().drop();
    world.show();
    const wait = await untilNextSocket(world);
    await world.advance(5_000);
    expect({ wait, sockets: world.sockets.length }).toEqual({ wait: 250, sockets: 6 });
  });

  it('§12 a handshake is given up after 10 s', async () => {
    const world = createWorld();
    world.chat.start();
    await world.advance(9_999);
    const before = world.socket().isClosed;
    await world.advance(1);
    const after = world.socket().isClosed;
    expect({ before, after, wait: await untilNextSocket(world) }).toEqual({
      before: false,
      after: true,
      wait: 1_000,
    });
  });

  it.each([...AGAIN, ...PATIENCE])(
    '§12 close %i, at %f of the spread: reconnect in %i ms',
    async (code, roll, expected) => {
      const world = createWorld({ roll });
      const socket = await world.ready();
      socket.event(agentMessage(4, 'On screen'));
      socket.drop(code);
      const during = stateOf(world);
      const wait = await untilNextSocket(world);
      heal(world);
      expect({ wait, during, after: stateOf(world), lines: world.lines() }).toEqual({
        wait: expected,
        during: { status: 'reconnecting', trouble: null, sockets: 1, calls: [CREATED] },
        after: { status: 'online', trouble: null, sockets: 2, calls: [CREATED] },
        lines: ['agent: On screen'],
      });
    },
  );

  it('§12 close 4000: ignored, no reconnection', async () => {
    const world = createWorld();
    (await world.ready()).drop(4000);
    await world.advance(600_000);
    expect({ sockets: world.sockets.length, calls: world.calls, stored: world.stored.id }).toEqual({
      sockets: 1,
      calls: [CREATED],
      stored: 'session-1',
    });
  });

  it('§12 close 4000 of a socket that was replaced: ignored', async () => {
    const world = createWorld();
    const first = await world.ready();
    for (let i = 0; i < 3; i++) first.binary();
    heal(world);
    first.drop(4000);
    expect(stateOf(world)).toEqual({ status: 'online', trouble: null, sockets: 2, calls: [CREATED] });
  });

  it.each([1002, 1003, 1007, 1008])('§12 close %i: once more, then failed', async (code) => {
    const world = createWorld();
    (await world.ready()).drop(code);
    const wait = await untilNextSocket(world);
    heal(world);
    const healed = stateOf(world);
    world.socket().drop(code);
    await world.advance(600_000);
    expect({ wait, healed, after: stateOf(world) }).toEqual({
      wait: 1_000,
      healed: { status: 'online', trouble: null, sockets: 2, calls: [CREATED] },
      after: { status: 'failed', trouble: UNREACHABLE, sockets: 2, calls: [CREATED] },
    });
  });

  it('§12 close 1009: the last message was too large and is not sent again, the one before is', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Small');
    world.chat.send('Big for this server');
    socket.drop(1009);
    const wait = await untilNextSocket(world);
    heal(world);
    await world.advance(250 + 2_000);
    const again = world.socket().sent.map(({ payload }) => payload);
    const failures = world.chat.transcript.value.map((it) =>
      it.kind === 'message' ? [it.text, it.delivery, it.failure, it.canRetry] : it.notice,
    );
    expect({ wait, again, failures }).toEqual({
      wait: 1_000,
      again: [{ text: 'Small' }],
      failures: [
        ['Small', 'sending', undefined, undefined],
        ['Big for this server', 'failed', 'too_large', false],
      ],
    });
  });

  it('§12 the same session_id, the same token, the cursor', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(agentMessage(4, 'A'));
    socket.drop();
    await untilNextSocket(world);
    expect({ url: world.socket().url.href, calls: world.calls }).toEqual({
      url: `${GRANT.websocket_url}?session_id=session-1&access_token=token-1&cursor=4`,
      calls: [CREATED],
    });
  });

  it.each(
    FAILURES.flatMap(([what, fail]) =>
      VERDICTS.map(([says, answer, outcome]) => [what, says, fail, answer, outcome] as const),
    ),
  )('§12 %s, the relay says %s', async (_, __, fail, answer, outcome) => {
    const world = createWorld({ answers: (call) => (call === ASKED ? answer : undefined) });
    (await world.ready()).event(agentMessage(4, 'On screen'));
    await fail(world);
    await world.settle();
    const sockets = world.sockets.length;
    const { status, trouble } = stateOf(world);
    const first = world.calls.slice(0, 2);
    await world.advance(2_000);
    expect({
      status,
      trouble,
      lines: world.lines(),
      stored: world.stored.id,
      triesOn: world.sockets.length > sockets,
      first,
      begun: world.calls.filter((call) => call === CREATED).length,
    }).toEqual({ ...outcome, first: [CREATED, ASKED], begun: 1 });
  });

  it('§12 a session that is gone: a new chat is offered', async () => {
    const world = createWorld({ answers: (call) => (call === ASKED ? knows('expired') : undefined) });
    (await world.ready()).drop(4001);
    await world.settle();
    world.chat.restart();
    await world.settle();
    heal(world);
    expect(stateOf(world)).toEqual({
      status: 'online',
      trouble: null,
      sockets: 2,
      calls: [CREATED, ASKED, 'DELETE /chat/sessions/session-1', CREATED],
    });
  });

  it.each([
    ['none while nothing was seen', [], null],
    ['the highest of those that came in order', [4, 5, 6], '6'],
    ['the highest of those that came in any order', [6, 4, 5], '6'],
    ['below what overtook another: 5 is not lost', [4, 6], '4'],
  ])('§12 cursor: %s', async (_, sequences, expected) => {
    const world = createWorld();
    const socket = sequences.length === 0 ? await world.begin() : await world.ready();
    for (const sequence of sequences) socket.event(agentMessage(sequence, `n${sequence}`));
    socket.drop();
    await untilNextSocket(world);
    expect(world.socket().url.searchParams.get('cursor')).toBe(expected);
  });

  it('§12 a hole is asked for once after 2 s by resuming, then accepted', async () => {
    const world = createWorld();
    const socket = await world.ready();
    const cursors = () => world.sockets.map(({ url }) => url.searchParams.get('cursor'));
    socket.event(agentMessage(5, 'Five'));
    await world.advance(1_999);
    const before = cursors();
    await world.advance(1);
    world.socket().accept();
    world.socket().batch(agentMessage(5, 'Five'));
    await world.advance(20_000);
    const asked = cursors();
    world.socket().drop();
    await untilNextSocket(world);
    expect({ before, asked, after: cursors() }).toEqual({
      before: [null],
      asked: [null, '3'],
      after: [null, '3', '5'],
    });
    world.socket().accept();
    world.socket().batch(agentMessage(4, 'Four after all'));
    expect(world.lines()).toEqual(['agent: Four after all', 'agent: Five']);
  });

  it('§12 the cursor lives in memory: a page reload replays from 0', async () => {
    const before = createWorld();
    (await before.ready()).event(agentMessage(4, 'A'));
    before.chat.dispose();
    const after = createWorld({ storage: before.stored });
    await after.begin();
    expect({ url: after.socket().url.href, stored: after.stored.id }).toEqual({
      url: `${GRANT.websocket_url}?session_id=session-1&access_token=token-1`,
      stored: 'session-1',
    });
  });
});
