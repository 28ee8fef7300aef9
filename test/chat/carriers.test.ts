import { describe, expect, it } from 'vitest';
// Loaded beforehand, so that no test waits for it.
import '../../src/chat/shell/polls.ts';
import type { SessionGrant } from '../../src/protocol/relay.ts';
import type { RelayReply } from '../../src/testing/index.ts';
import {
  agentMessage,
  type ChatHarness,
  createChatHarness,
  GRANT,
  sessionStart,
} from '../support/chat-harness.ts';

const ALL: SessionGrant = { ...GRANT, carriers: ['direct', 'relay', 'poll'] };
const OF_RELAY: SessionGrant = {
  ...ALL,
  access_token: 'ticket',
  expires_in: 30,
  websocket_url: 'wss://relay.example.test/chat/ws',
};
const POLL = 'GET /chat/sessions/session-1/frames';
const POST = 'POST /chat/sessions/session-1/frames';
const RESUME = 'POST /chat/sessions/session-1/resume';

const polled = (...frames: unknown[]): RelayReply => ({
  status: 200,
  body: { frames: frames.map((frame) => JSON.stringify(frame)) },
});
const batch = (...events: unknown[]) => ({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } });

/** A relay with all carriers. Its polls have these answers, and then none; its sessions are alive. */
function setup(polls: readonly RelayReply[] = [], grant = ALL, posted: RelayReply = { status: 204 }) {
  const left = [...polls];
  return createChatHarness({
    answers(call) {
      if (call === 'POST /chat/sessions') return { status: 201, body: grant };
      if (call === 'GET /chat/sessions/session-1') return { status: 200, body: { state: 'alive' } };
      if (call === RESUME) return { status: 200, body: OF_RELAY };
      if (call === POLL) return left.shift() ?? 'hang';
      return call === POST ? posted : undefined;
    },
  });
}

const hostsOf = ({ sockets }: ChatHarness) => sockets.map(({ url }) => url.host.split('.')[0]);
const pollsOf = ({ calls }: ChatHarness) => calls.filter((call) => call === POLL).length;

async function started(harness: ChatHarness): Promise<ChatHarness> {
  harness.chat.start();
  await harness.settle();
  return harness;
}

/** Refuses the present handshake and waits for the next connection. */
async function refuse(harness: ChatHarness): Promise<void> {
  harness.socket().drop();
  await harness.advance(2_000);
}

async function untilPolls(harness: ChatHarness): Promise<void> {
  for (let nth = 0; nth < 3; nth++) await refuse(harness);
}

describe('a network that blocks sockets', () => {
  it('M-12.24: leads to the relay’s socket after two failed handshakes, and to polls after one more', async () => {
    const harness = await started(
      setup([polled(batch(sessionStart())), polled(batch(agentMessage(2, 'Hi')))]),
    );
    await untilPolls(harness);
    await harness.advance(250);
    expect([hostsOf(harness), harness.chat.connection.value, harness.lines()]).toEqual([
      ['platform', 'platform', 'relay'],
      'online',
      ['agent: Hi'],
    ]);
  });

  it('M-12.24: a handshake waits 5 s where there is another carrier, and 10 s on the last one', async () => {
    const harness = await started(setup());
    const waits: number[] = [];
    for (let s = 0; s < 40; s++) {
      await harness.advance(1_000);
      if (harness.sockets.length + pollsOf(harness) > waits.length) waits.push(s);
    }
    expect([waits.slice(0, 4), hostsOf(harness)]).toEqual([
      [0, 5, 10, 15],
      ['platform', 'platform', 'relay'],
    ]);
  });

  it('M-12.24: leads on when sockets open and break soon, although none is refused', async () => {
    const harness = await started(setup());
    for (let nth = 0; nth < 3; nth++) {
      harness.socket().accept();
      harness.socket().receiveBatch(sessionStart());
      harness.socket().drop();
      await harness.advance(5_000);
    }
    expect(hostsOf(harness)).toEqual(['platform', 'platform', 'platform', 'relay']);
  });

  it('M-12.24: leads on when sockets open and bring no history', async () => {
    const harness = await started(setup());
    for (let nth = 0; nth < 2; nth++) {
      harness.socket().accept();
      await harness.advance(5_000);
    }
    expect(hostsOf(harness)).toEqual(['platform', 'platform', 'relay']);
  });

  it('M-12.24: sockets that break after ten seconds are no block', async () => {
    const harness = await started(setup());
    for (let nth = 0; nth < 4; nth++) {
      harness.socket().accept();
      harness.socket().receiveBatch(sessionStart());
      await harness.advance(10_000);
      harness.socket().drop();
      await harness.advance(2_000);
    }
    expect(hostsOf(harness)).toEqual(Array(5).fill('platform'));
  });

  it('stays with the only carrier of a relay that offers no other', async () => {
    const harness = await started(setup([], GRANT));
    await untilPolls(harness);
    expect([hostsOf(harness), harness.chat.trouble.value?.code]).toEqual([
      Array(3).fill('platform'),
      'socket_blocked',
    ]);
  });

  it('begins with polls where the relay offers nothing else', async () => {
    const harness = await started(
      setup([polled(batch(sessionStart()))], { ...OF_RELAY, carriers: ['poll'] }),
    );
    await harness.advance(250);
    expect([hostsOf(harness), harness.chat.connection.value]).toEqual([[], 'online']);
  });
});

describe('the try of a better carrier', () => {
  /** A conversation that polls. Its platform sends no heartbeats. */
  async function polling(): Promise<ChatHarness> {
    const silent = sessionStart({ heartbeat_interval_seconds: 0 });
    const harness = await started(setup([polled(batch(silent))]));
    await untilPolls(harness);
    await harness.advance(1_000);
    return harness;
  }

  /** Waits for the try. */
  async function tried(harness: ChatHarness): Promise<number> {
    let seconds = 0;
    for (; harness.sockets.length < 4; seconds++) await harness.advance(1_000);
    return seconds;
  }

  it('M-12.25: comes after 10 minutes, and ends after one refused handshake', async () => {
    const harness = await polling();
    const seconds = await tried(harness);
    const polls = pollsOf(harness);
    harness.socket().drop();
    await harness.advance(0);
    expect([seconds, hostsOf(harness).slice(3), pollsOf(harness) - polls]).toEqual([597, ['platform'], 1]);
  });

  it('M-12.25: ends after 3 s without an answer', async () => {
    const harness = await polling();
    await tried(harness);
    const polls = pollsOf(harness);
    await harness.advance(1_999);
    const before = pollsOf(harness) - polls;
    await harness.advance(1_001);
    expect([before, pollsOf(harness) - polls]).toEqual([0, 1]);
  });

  it('M-12.25: keeps the better carrier when it works', async () => {
    const harness = await polling();
    await tried(harness);
    harness.socket().accept();
    harness.socket().receiveBatch(sessionStart());
    await harness.advance(10_000);
    harness.socket().drop();
    await harness.advance(2_000);
    expect(hostsOf(harness).slice(3)).toEqual(['platform', 'platform']);
  });

  it('M-12.25: comes with the next network, at once', async () => {
    const harness = await polling();
    harness.changeNetwork('offline');
    harness.changeNetwork('online');
    await harness.advance(500);
    expect(hostsOf(harness).slice(3)).toEqual(['platform']);
  });
});

describe('a polled connection', () => {
  const BEGIN = polled(batch(sessionStart()));
  const CARRIED: SessionGrant = { ...OF_RELAY, carriers: ['poll'] };

  it('M-12.26: repeats a failed poll once', async () => {
    const harness = await started(setup([BEGIN, 'refuse', polled(batch(agentMessage(2, 'Hi')))], CARRIED));
    await harness.advance(250);
    expect([harness.chat.connection.value, harness.lines()]).toEqual(['online', ['agent: Hi']]);
  });

  it('M-12.26: two failed polls of one number lose the connection, and another one begins', async () => {
    const harness = await started(setup([BEGIN, 'refuse', { status: 502 }], CARRIED));
    await harness.settle();
    const lost = pollsOf(harness);
    await harness.advance(2_000);
    expect([lost, pollsOf(harness)]).toEqual([3, 4]);
  });

  it('M-12.26: frames that cannot be posted lose the connection', async () => {
    const harness = await started(setup([BEGIN], CARRIED, { status: 409 }));
    await harness.advance(250);
    harness.chat.setTyping(true);
    await harness.advance(250);
    expect(harness.chat.connection.value).toBe('reconnecting');
  });

  it('ends with the close code of the relay', async () => {
    const closed: RelayReply = { status: 200, body: { frames: [], closed: 4000 } };
    const harness = await started(setup([BEGIN, closed], CARRIED));
    await harness.settle();
    expect(harness.chat.connection.value).toBe('failed');
  });

  it('leaves no call after the chat is disposed', async () => {
    const harness = await started(setup([BEGIN], CARRIED));
    harness.chat.dispose();
    const { length } = harness.calls;
    await harness.advance(60_000);
    expect(harness.calls.length).toBe(length);
  });
});
