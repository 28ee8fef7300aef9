import { describe, expect, it } from 'vitest';
import { createWorld, GRANT, type ScriptedAnswer, sessionStart } from '../support/chat-world.ts';

const RESUME = 'POST /chat/sessions/session-1/resume';

/** A relay that carries the sockets: every grant has a ticket of its own. */
function ticketed(
  onResume: (nth: number) => ScriptedAnswer | 'hang' | 'refuse' | undefined = () => undefined,
) {
  let tickets = 0;
  let resumes = 0;
  const grant = () => ({
    ...GRANT,
    access_token: `ticket-${++tickets}`,
    expires_in: 30,
    websocket_url: 'wss://relay.example.test/chat/ws',
  });
  return createWorld({
    answers(call) {
      if (call === 'POST /chat/sessions') return { status: 201, body: grant() };
      if (call !== RESUME) return undefined;
      resumes += 1;
      return onResume(resumes) ?? { status: 200, body: grant() };
    },
  });
}

const urls = ({ sockets }: ReturnType<typeof createWorld>) => sockets.map(({ url }) => url.search);
const FIRST = '?session_id=session-1&access_token=ticket-1';
const SECOND = '?session_id=session-1&access_token=ticket-2&cursor=3';

describe('a client that is given tickets', () => {
  it('opens its first socket with the one that it was given, and asks for another before the next', async () => {
    const world = ticketed();
    const socket = await world.ready();
    socket.drop();
    expect(world.chat.connection.value).toBe('reconnecting');
    await world.advance(1_000);
    expect([urls(world), world.calls]).toEqual([
      [FIRST, SECOND],
      ['POST /chat/sessions', RESUME],
    ]);
    world.socket().accept();
    world.socket().batch(sessionStart());
    await world.advance(250);
    expect(world.chat.connection.value).toBe('online');
  });

  it('asks for another when it could not use its first at once', async () => {
    const world = ticketed();
    world.chat.start();
    world.network('offline');
    await world.settle();
    world.network('online');
    await world.advance(1_000);
    expect(urls(world)).toEqual([FIRST.replace('ticket-1', 'ticket-2')]);
  });

  it('takes a relay that gives none for a handshake that failed, and tries again', async () => {
    const world = ticketed((nth) => (nth === 1 ? 'refuse' : nth === 2 ? { status: 503 } : undefined));
    const socket = await world.ready();
    socket.drop();
    await world.advance(1_000);
    await world.advance(2_000);
    expect([world.chat.connection.value, urls(world)]).toEqual(['reconnecting', [FIRST]]);
    await world.advance(4_000);
    expect(urls(world)).toEqual([FIRST, SECOND]);
    expect(world.lines()).not.toContain('(session_expired)');
  });

  it('gives a ticket that does not come up after ten seconds, as a socket that does not open', async () => {
    const world = ticketed((nth) => (nth === 1 ? 'hang' : undefined));
    const socket = await world.ready();
    socket.drop();
    await world.advance(1_000);
    await world.advance(10_000);
    await world.advance(2_000);
    expect(urls(world)).toEqual([FIRST, SECOND]);
  });

  // spec messaging §12: only what the relay says of the session ends it.
  it.each([404, 410])(
    'ends the session when the relay says %i to it, and to the question',
    async (status) => {
      const world = createWorld({
        answers(call) {
          if (call === 'POST /chat/sessions') return { status: 201, body: { ...GRANT, expires_in: 30 } };
          if (call === RESUME) return { status };
          return call.startsWith('GET') ? { status: 200, body: { state: 'expired' } } : undefined;
        },
      });
      const socket = await world.ready();
      socket.drop();
      await world.advance(1_000);
      expect([world.chat.connection.value, world.lines().at(-1)]).toEqual(['ended', '(session_expired)']);
    },
  );

  it('opens nothing for a page that was left while it asked', async () => {
    const world = ticketed();
    const socket = await world.ready();
    socket.drop();
    world.clock.advance(1_000);
    world.tell('pagehide');
    await world.settle();
    expect([urls(world), world.calls.at(-1)]).toEqual([[FIRST], RESUME]);
    world.tell('pageshow');
    await world.settle();
    expect(urls(world)).toHaveLength(2);
  });

  it('leaves nothing behind when it is disposed of while it asks', async () => {
    const world = ticketed(() => 'hang');
    const socket = await world.ready();
    socket.drop();
    world.clock.advance(1_000);
    world.chat.dispose();
    await world.settle();
    expect([urls(world), world.clock.waiting()]).toEqual([[FIRST], 0]);
  });

  it('uses a token that lives longer for every socket', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.drop();
    await world.advance(1_000);
    expect([urls(world), world.calls]).toEqual([
      ['?session_id=session-1&access_token=token-1', '?session_id=session-1&access_token=token-1&cursor=3'],
      ['POST /chat/sessions'],
    ]);
  });
});
