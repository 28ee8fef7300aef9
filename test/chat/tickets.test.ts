import { describe, expect, it } from 'vitest';
import type { RelayAnswer } from '../../src/testing/index.ts';
import { createChatHarness, GRANT, sessionStart } from '../support/chat-harness.ts';

const RESUME = 'POST /chat/sessions/session-1/resume';

/** Relay in proxy mode: every grant has its own ticket. */
function ticketed(onResume: (nth: number) => RelayAnswer | 'hang' | 'refuse' | undefined = () => undefined) {
  let tickets = 0;
  let resumes = 0;
  const grant = () => ({
    ...GRANT,
    access_token: `ticket-${++tickets}`,
    expires_in: 30,
    websocket_url: 'wss://relay.example.test/chat/ws',
  });
  return createChatHarness({
    answers(call) {
      if (call === 'POST /chat/sessions') return { status: 201, body: grant() };
      if (call !== RESUME) return undefined;
      resumes += 1;
      return onResume(resumes) ?? { status: 200, body: grant() };
    },
  });
}

const urls = ({ sockets }: ReturnType<typeof createChatHarness>) => sockets.map(({ url }) => url.search);
const FIRST = '?session_id=session-1&access_token=ticket-1';
const SECOND = '?session_id=session-1&access_token=ticket-2&cursor=3';

describe('a client with tickets', () => {
  it('opens its first socket with the first ticket and gets another one for the next socket', async () => {
    const harness = ticketed();
    const socket = await harness.connectAndJoin();
    socket.drop();
    expect(harness.chat.connection.value).toBe('reconnecting');
    await harness.advance(1_000);
    expect([urls(harness), harness.calls]).toEqual([
      [FIRST, SECOND],
      ['POST /chat/sessions', RESUME],
    ]);
    harness.socket().accept();
    harness.socket().receiveBatch(sessionStart());
    await harness.advance(250);
    expect(harness.chat.connection.value).toBe('online');
  });

  it('gets another ticket when it could not use the first one immediately', async () => {
    const harness = ticketed();
    harness.chat.start();
    harness.changeNetwork('offline');
    await harness.settle();
    harness.changeNetwork('online');
    await harness.advance(1_000);
    expect(urls(harness)).toEqual([FIRST.replace('ticket-1', 'ticket-2')]);
  });

  it('treats a missing ticket as a failed handshake and tries again', async () => {
    const harness = ticketed((nth) => (nth === 1 ? 'refuse' : nth === 2 ? { status: 503 } : undefined));
    const socket = await harness.connectAndJoin();
    socket.drop();
    await harness.advance(1_000);
    await harness.advance(2_000);
    expect([harness.chat.connection.value, urls(harness)]).toEqual(['reconnecting', [FIRST]]);
    await harness.advance(4_000);
    expect(urls(harness)).toEqual([FIRST, SECOND]);
    expect(harness.lines()).not.toContain('(session_expired)');
  });

  it('M-12.6: stops waiting for a ticket after 10 s, as for a handshake', async () => {
    const harness = ticketed((nth) => (nth === 1 ? 'hang' : undefined));
    const socket = await harness.connectAndJoin();
    socket.drop();
    await harness.advance(1_000);
    await harness.advance(10_000);
    await harness.advance(2_000);
    expect(urls(harness)).toEqual([FIRST, SECOND]);
  });

  // M-12.14: only the relay's answer ends the session.
  it.each([404, 410])(
    'M-12.14: ends the session when the relay answers %i and reports it as expired',
    async (status) => {
      const harness = createChatHarness({
        answers(call) {
          if (call === 'POST /chat/sessions') return { status: 201, body: { ...GRANT, expires_in: 30 } };
          if (call === RESUME) return { status };
          return call.startsWith('GET') ? { status: 200, body: { state: 'expired' } } : undefined;
        },
      });
      const socket = await harness.connectAndJoin();
      socket.drop();
      await harness.advance(1_000);
      expect([harness.chat.connection.value, harness.lines().at(-1)]).toEqual(['ended', '(session_expired)']);
    },
  );

  it('opens no socket for a page that was left meanwhile', async () => {
    const harness = ticketed();
    const socket = await harness.connectAndJoin();
    socket.drop();
    harness.clock.advance(1_000);
    harness.emit('pagehide');
    await harness.settle();
    expect([urls(harness), harness.calls.at(-1)]).toEqual([[FIRST], RESUME]);
    harness.emit('pageshow');
    await harness.settle();
    expect(urls(harness)).toHaveLength(2);
  });

  it('leaves nothing behind when it is disposed of meanwhile', async () => {
    const harness = ticketed(() => 'hang');
    const socket = await harness.connectAndJoin();
    socket.drop();
    harness.clock.advance(1_000);
    harness.chat.dispose();
    await harness.settle();
    expect([urls(harness), harness.clock.waiting()]).toEqual([[FIRST], 0]);
  });

  it('uses a token with a longer lifetime for every socket', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.drop();
    await harness.advance(1_000);
    expect([urls(harness), harness.calls]).toEqual([
      ['?session_id=session-1&access_token=token-1', '?session_id=session-1&access_token=token-1&cursor=3'],
      ['POST /chat/sessions'],
    ]);
  });
});
