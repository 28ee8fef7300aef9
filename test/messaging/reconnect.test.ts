import { describe, expect, it } from 'vitest';
import type { Chat } from '../../src/chat/index.ts';
import type { RelayAnswer } from '../../src/testing/index.ts';
import {
  agentJoined,
  agentMessage,
  type ChatHarness,
  createChatHarness,
  GRANT,
  sessionStart,
} from '../support/chat-harness.ts';

/** Advances the time until the next socket is opened. Resolves to the milliseconds. */
async function untilNextSocket(harness: ChatHarness): Promise<number> {
  const from = harness.clock.now();
  const sockets = harness.sockets.length;
  for (let timers = 0; harness.sockets.length === sockets; timers++) {
    if (timers === 100) expect.unreachable('no socket was asked for');
    await harness.advance(harness.clock.nextIn() ?? expect.unreachable('nothing is waited for'));
  }
  return Math.round(harness.clock.now() - from);
}

/** Accepts the newest socket with an empty history. */
function restore(harness: ChatHarness): void {
  harness.socket().accept();
  harness.socket().receiveBatch();
}

const stateOf = ({ chat, sockets, calls }: ChatHarness) => ({
  status: chat.connection.value,
  trouble: chat.trouble.value,
  sockets: sockets.length,
  calls,
});
const CREATE_CALL = 'POST /chat/sessions';
const STATE_CALL = 'GET /chat/sessions/session-1';
const UNREACHABLE = { code: 'unreachable', canRetry: true };

const RECONNECT_CODES = [1000, 1001, 1005, 1006, 1011, 4002, 4003].map(
  (code) => ['M-12.7', code, 0.5, 1_000] as const,
);
const OVERLOAD_CODES = [1012, 1013].flatMap(
  (code) =>
    [
      ['M-12.8', code, 0, 5_000],
      ['M-12.8', code, 0.5, 17_500],
      ['M-12.8', code, 0.999, 29_975],
    ] as const,
);

/** Failures of a handshake as the browser sees them. */
const FAILURES: readonly (readonly [what: string, fail: (harness: ChatHarness) => Promise<void>])[] = [
  [
    'a refused handshake',
    async (harness) => {
      harness.socket().drop();
      await harness.advance(1_000);
      harness.socket().drop(1006);
    },
  ],
  [
    'a silent handshake',
    async (harness) => {
      harness.socket().drop();
      await harness.advance(1_000);
      await harness.advance(10_000);
    },
  ],
  ['close 4001', async (harness) => harness.socket().drop(4001)],
];

interface Outcome {
  readonly status: string;
  readonly trouble: unknown;
  readonly lines: readonly string[];
  readonly stored: string | null;
  /** True when the client tries again by itself. */
  readonly triesOn: boolean;
}
const NETWORK: Outcome = {
  status: 'reconnecting',
  trouble: null,
  lines: ['agent: On screen'],
  stored: 'session-1',
  triesOn: true,
};
const GONE: Outcome = {
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
const stateAnswer = (state: string): RelayAnswer => ({ status: 200, body: { state } });
/** Answers of the relay and their outcomes. */
const ANSWERS: readonly (readonly [says: string, answer: RelayAnswer | 'hang' | 'refuse', Outcome])[] = [
  ['expired: gone, the session is over', stateAnswer('expired'), GONE],
  ['404: gone, the session is over', { status: 404, body: { code: 'session_unknown' } }, GONE],
  ['410: gone, the session is over', { status: 410, body: { code: 'session_expired' } }, GONE],
  ['token_mismatch: the token does not match, the session is over', stateAnswer('token_mismatch'), GONE],
  ['too_many_connections: open in too many windows', stateAnswer('too_many_connections'), TOO_MANY],
  ['alive: network', stateAnswer('alive'), NETWORK],
  ['unreachable: network', stateAnswer('unreachable'), NETWORK],
  ['an unknown state: network', stateAnswer('asleep'), NETWORK],
  ['a page: network', { status: 200, body: '<html>login</html>' }, NETWORK],
  ['403: network', { status: 403, body: { code: 'origin_not_allowed' } }, NETWORK],
  ['429: network', { status: 429, headers: { 'Retry-After': '5' } }, NETWORK],
  ['500: network', { status: 500, body: {} }, NETWORK],
  ['503: network', { status: 503, headers: { 'Retry-After': '2' } }, NETWORK],
  ['nothing at all: network', 'hang', NETWORK],
  ['no, by refusing the connection: network', 'refuse', NETWORK],
];

describe('reconnecting', () => {
  it.each([
    ['start', 0, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
    ['middle', 0.5, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
    ['end', 0.999, [1_499, 2_998, 5_996, 11_992, 23_984, 30_000, 30_000]],
  ] as const)(
    'M-12.1: waits 1, 2, 4, 8, 16, 30 s, scattered by half before the cap of 30 s: the %s of the spread',
    async (_, random, expected) => {
      const harness = createChatHarness({ random });
      const socket = await harness.connect();
      socket.receiveBatch(sessionStart(), agentJoined(2));
      const waits: number[] = [];
      for (const _wait of expected) {
        harness.socket().drop();
        waits.push(await untilNextSocket(harness));
      }
      expect(waits).toEqual(expected);
    },
  );

  it('M-12.2: tries as often as advertised, then fails with a retry', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart({ max_reconnect_attempts: 2 }), agentJoined(2));
    for (let i = 0; i < 3; i++) {
      harness.socket().drop();
      await harness.advance(3_000);
    }
    const failed = stateOf(harness);
    harness.chat.reconnect();
    restore(harness);
    expect([failed, stateOf(harness)]).toEqual([
      { status: 'failed', trouble: UNREACHABLE, sockets: 3, calls: [CREATE_CALL, STATE_CALL, STATE_CALL] },
      { status: 'online', trouble: null, sockets: 4, calls: [CREATE_CALL, STATE_CALL, STATE_CALL] },
    ]);
  });

  it.each([
    ['starts again after 10 s of an open connection with at least one frame', 10_000, 1_000],
    ['does not start again 1 ms earlier', 9_999, 2_000],
    ['does not start again for a connection that opens and dies', 0, 2_000],
  ])('M-12.3: the backoff %s', async (_, openMs, expected) => {
    const harness = createChatHarness();
    (await harness.connectAndJoin()).drop();
    await untilNextSocket(harness);
    restore(harness);
    await harness.advance(openMs);
    harness.socket().drop();
    expect(await untilNextSocket(harness)).toBe(expected);
  });

  it('M-12.3: the waits keep growing while connections open and die', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      harness.socket().drop();
      waits.push(await untilNextSocket(harness));
      restore(harness);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  it('M-12.4: makes one attempt a minute while the browser says that it is offline', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.changeNetwork('offline');
    await harness.advance(59_999);
    const before = harness.sockets.length;
    await harness.advance(1_200_000);
    expect({ before, ...stateOf(harness) }).toEqual({
      before: 1,
      status: 'offline',
      trouble: null,
      sockets: 21,
      calls: [CREATE_CALL, ...Array(20).fill(STATE_CALL)],
    });
  });

  it('M-12.4: a hidden offline page makes no attempt until it is visible', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    harness.changeNetwork('offline');
    harness.emit('hidden');
    await harness.advance(600_000);
    const hidden = harness.sockets.length;
    harness.emit('visible');
    expect([hidden, harness.sockets.length]).toEqual([1, 2]);
  });

  it('M-12.4: believes an attempt that gets through more than the browser, until one fails', async () => {
    const harness = createChatHarness({ answers: (call) => (call === STATE_CALL ? 'refuse' : undefined) });
    await harness.connectAndJoin();
    harness.changeNetwork('offline');
    await harness.advance(60_000);
    restore(harness);
    const seen = [harness.chat.connection.value];
    harness.emit('offline');
    harness.becomeVisible();
    seen.push(harness.chat.connection.value);
    harness.socket().drop();
    seen.push(harness.chat.connection.value);
    await harness.advance(1_000);
    harness.socket().drop();
    await harness.settle();
    seen.push(harness.chat.connection.value);
    await harness.advance(59_999);
    expect([seen, harness.sockets.length]).toEqual([['online', 'online', 'reconnecting', 'offline'], 3]);
    await harness.advance(1);
    expect(harness.sockets.length).toBe(4);
  });

  it.each([
    ['opens the chat', (chat: Chat) => chat.start()],
    ['sends a message', (chat: Chat) => void chat.send('Anybody?')],
    ['presses the button', (chat: Chat) => chat.reconnect()],
  ])(
    'M-12.4: tries at once when the visitor %s, although the browser says that it is offline',
    async (_, act) => {
      const harness = createChatHarness();
      await harness.connectAndJoin();
      harness.changeNetwork('offline');
      await harness.advance(1_000);
      act(harness.chat);
      const { length } = harness.sockets;
      restore(harness);
      expect([length, harness.chat.connection.value]).toEqual([2, 'online']);
    },
  );

  // Scattered over half a second, because many clients of one network come back together.
  it.each([
    [0, 0],
    [0.5, 250],
    [0.999, 500],
  ])('M-12.5: makes one attempt when online again (at %f of the spread)', async (random, expected) => {
    const harness = createChatHarness({ random });
    await harness.connectAndJoin();
    harness.changeNetwork('offline');
    await harness.advance(59_000);
    harness.changeNetwork('online');
    const wait = await untilNextSocket(harness);
    await harness.advance(5_000);
    expect({ wait, sockets: harness.sockets.length }).toEqual({ wait: expected, sockets: 2 });
  });

  it('M-12.5: makes one attempt when visible again', async () => {
    const harness = createChatHarness();
    await harness.connectAndJoin();
    for (let i = 0; i < 4; i++) {
      harness.socket().drop();
      await untilNextSocket(harness);
    }
    harness.socket().drop();
    harness.becomeVisible();
    const wait = await untilNextSocket(harness);
    await harness.advance(5_000);
    expect({ wait, sockets: harness.sockets.length }).toEqual({ wait: 250, sockets: 6 });
  });

  it('M-12.6: gives up a handshake after 10 s', async () => {
    const harness = createChatHarness();
    harness.chat.start();
    await harness.advance(9_999);
    const before = harness.socket().isClosed;
    await harness.advance(1);
    const after = harness.socket().isClosed;
    expect({ before, after, wait: await untilNextSocket(harness) }).toEqual({
      before: false,
      after: true,
      wait: 1_000,
    });
  });

  it.each([...RECONNECT_CODES, ...OVERLOAD_CODES])(
    '%s: after close %i, at %f of the spread, reconnects in %i ms',
    async (_, code, random, expected) => {
      const harness = createChatHarness({ random });
      const socket = await harness.connectAndJoin();
      socket.receiveEvent(agentMessage(4, 'On screen'));
      socket.drop(code);
      const during = stateOf(harness);
      const wait = await untilNextSocket(harness);
      restore(harness);
      expect({ wait, during, after: stateOf(harness), lines: harness.lines() }).toEqual({
        wait: expected,
        during: { status: 'reconnecting', trouble: null, sockets: 1, calls: [CREATE_CALL] },
        after: { status: 'online', trouble: null, sockets: 2, calls: [CREATE_CALL] },
        lines: ['agent: On screen'],
      });
    },
  );

  it('M-12.9: makes no attempt after close 4000', async () => {
    const harness = createChatHarness();
    (await harness.connectAndJoin()).drop(4000);
    await harness.advance(600_000);
    expect({ sockets: harness.sockets.length, calls: harness.calls, stored: harness.stored.id }).toEqual({
      sockets: 1,
      calls: [CREATE_CALL],
      stored: 'session-1',
    });
  });

  it('M-12.9: ignores close 4000 of a socket that was replaced', async () => {
    const harness = createChatHarness();
    const first = await harness.connectAndJoin();
    for (let i = 0; i < 3; i++) first.receiveBinary();
    restore(harness);
    first.drop(4000);
    expect(stateOf(harness)).toEqual({ status: 'online', trouble: null, sockets: 2, calls: [CREATE_CALL] });
  });

  it.each([1002, 1003, 1007, 1008])('M-12.11: reconnects once after close %i, then fails', async (code) => {
    const harness = createChatHarness();
    (await harness.connectAndJoin()).drop(code);
    const wait = await untilNextSocket(harness);
    restore(harness);
    const restored = stateOf(harness);
    harness.socket().drop(code);
    await harness.advance(59_999);
    expect({ wait, restored, after: stateOf(harness) }).toEqual({
      wait: 1_000,
      restored: { status: 'online', trouble: null, sockets: 2, calls: [CREATE_CALL] },
      after: { status: 'failed', trouble: UNREACHABLE, sockets: 2, calls: [CREATE_CALL] },
    });
  });

  it('M-12.12: after close 1009 the last message is too large and the one before is sent again', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Small');
    harness.chat.send('Big for this server');
    socket.drop(1009);
    const wait = await untilNextSocket(harness);
    restore(harness);
    await harness.advance(250 + 2_000);
    const again = harness.socket().sent.map(({ payload }) => payload);
    const failures = harness.chat.transcript.value.map((entry) =>
      entry.kind === 'message' ? [entry.text, entry.delivery, entry.failure, entry.canRetry] : entry.notice,
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

  it('M-12.15: reconnects with the same session_id, the same token and the cursor', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(4, 'A'));
    socket.drop();
    await untilNextSocket(harness);
    expect({ url: harness.socket().url.href, calls: harness.calls }).toEqual({
      url: `${GRANT.websocket_url}?session_id=session-1&access_token=token-1&cursor=4`,
      calls: [CREATE_CALL],
    });
  });

  it.each(
    FAILURES.flatMap(([what, fail]) =>
      ANSWERS.map(([says, answer, outcome]) => [what, says, fail, answer, outcome] as const),
    ),
  )(
    'M-12.10, M-12.13, M-12.14: asks the relay after %s, and follows its answer %s',
    async (_, __, fail, answer, outcome) => {
      const harness = createChatHarness({ answers: (call) => (call === STATE_CALL ? answer : undefined) });
      (await harness.connectAndJoin()).receiveEvent(agentMessage(4, 'On screen'));
      await fail(harness);
      await harness.settle();
      const sockets = harness.sockets.length;
      const { status, trouble } = stateOf(harness);
      const first = harness.calls.slice(0, 2);
      await harness.advance(2_000);
      expect({
        status,
        trouble,
        lines: harness.lines(),
        stored: harness.stored.id,
        triesOn: harness.sockets.length > sockets,
        first,
        begun: harness.calls.filter((call) => call === CREATE_CALL).length,
      }).toEqual({ ...outcome, first: [CREATE_CALL, STATE_CALL], begun: 1 });
    },
  );

  it('M-12.14: offers a new chat when the session is gone', async () => {
    const harness = createChatHarness({
      answers: (call) => (call === STATE_CALL ? stateAnswer('expired') : undefined),
    });
    (await harness.connectAndJoin()).drop(4001);
    await harness.settle();
    harness.chat.restart();
    await harness.settle();
    restore(harness);
    expect(stateOf(harness)).toEqual({
      status: 'online',
      trouble: null,
      sockets: 2,
      calls: [CREATE_CALL, STATE_CALL, 'DELETE /chat/sessions/session-1', CREATE_CALL],
    });
  });

  it.each([
    ['none while nothing was seen', [], null],
    ['the highest of those that came in order', [4, 5, 6], '6'],
    ['the highest of those that came in any order', [6, 4, 5], '6'],
    ['below what overtook another: 5 is not lost', [4, 6], '4'],
  ])('M-12.16: the cursor is %s', async (_, sequences, expected) => {
    const harness = createChatHarness();
    const socket = sequences.length === 0 ? await harness.connect() : await harness.connectAndJoin();
    for (const sequence of sequences) socket.receiveEvent(agentMessage(sequence, `n${sequence}`));
    socket.drop();
    await untilNextSocket(harness);
    expect(harness.socket().url.searchParams.get('cursor')).toBe(expected);
  });

  it('M-12.17: requests missing events once after 2 s by resuming, then accepts the gap', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    const cursors = () => harness.sockets.map(({ url }) => url.searchParams.get('cursor'));
    socket.receiveEvent(agentMessage(5, 'Five'));
    await harness.advance(1_999);
    const before = cursors();
    await harness.advance(1);
    harness.socket().accept();
    harness.socket().receiveBatch(agentMessage(5, 'Five'));
    await harness.advance(20_000);
    const asked = cursors();
    harness.socket().drop();
    await untilNextSocket(harness);
    expect({ before, asked, after: cursors() }).toEqual({
      before: [null],
      asked: [null, '3'],
      after: [null, '3', '5'],
    });
    harness.socket().accept();
    harness.socket().receiveBatch(agentMessage(4, 'Four after all'));
    expect(harness.lines()).toEqual(['agent: Four after all', 'agent: Five']);
  });

  it('M-12.17: accepts no gap before a connection has had time to bring the missing events', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(5, 'Five'));
    await harness.advance(2_000);
    harness.socket().drop();
    await untilNextSocket(harness);
    await harness.advance(3_000);
    harness.socket().accept();
    harness.socket().receiveBatch(agentMessage(5, 'Five'));
    await harness.advance(1_000);
    harness.socket().drop();
    await untilNextSocket(harness);
    expect(harness.sockets.map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, '3', '3', '3']);
    harness.socket().accept();
    harness.socket().receiveBatch(agentMessage(4, 'Four'), agentMessage(5, 'Five'));
    expect(harness.lines()).toEqual(['agent: Four', 'agent: Five']);
  });

  it('M-12.18: keeps the cursor in memory, so a page reload replays from 0', async () => {
    const before = createChatHarness();
    (await before.connectAndJoin()).receiveEvent(agentMessage(4, 'A'));
    before.chat.dispose();
    const after = createChatHarness({ storage: before.stored });
    await after.connect();
    expect({ url: after.socket().url.href, stored: after.stored.id }).toEqual({
      url: `${GRANT.websocket_url}?session_id=session-1&access_token=token-1`,
      stored: 'session-1',
    });
  });
});
