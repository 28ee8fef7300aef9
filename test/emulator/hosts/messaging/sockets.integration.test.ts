import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_LIFE_SECONDS } from '../../../../src/emulator/hosts/messaging/access-tokens.ts';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { handshake, NO_WAIT, newSession, newToken, openSocket, socketUrl } from '../../support/visitor.ts';

const clock = createFakeClock();
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ clock, pace: NO_WAIT });
});
afterAll(() => emulator.close());

const refused = (status: number, text: string) => ({ status, body: { error: text, message: text } });
const at = (query: Record<string, string>) => handshake(socketUrl(emulator, query));

describe('a handshake', () => {
  it.each([
    ['nothing', {}],
    ['no token', { session_id: 'here' }],
    ['no session', { access_token: 'here' }],
    ['an empty session', { session_id: '', access_token: 'here' }],
  ])('M-3.4: refuses a handshake with 400 when its query has %s', async (_, keep: Record<string, string>) => {
    const { id, token } = await newSession(emulator);
    const full: Record<string, string> = { session_id: id, access_token: token };
    const query = Object.fromEntries(
      Object.entries(keep).map(([name, value]) => [name, value === 'here' ? (full[name] ?? '') : value]),
    );
    expect(await at(query)).toEqual(refused(400, 'Invalid connection parameters'));
  });

  it('M-3.5: refuses a handshake with 401 when the platform did not issue the token', async () => {
    const { id } = await newSession(emulator);
    expect(await at({ session_id: id, access_token: 'x.y.z' })).toEqual(
      refused(401, 'Authentication failed'),
    );
  });

  it('M-2.3, S-19: refuses a handshake with 401 when another token created the session', async () => {
    const { id } = await newSession(emulator);
    const other = await newToken(emulator);
    expect(await at({ session_id: id, access_token: other })).toEqual(
      refused(401, "Authentication failed: the access token doesn't match the session"),
    );
  });

  it('M-3.5: refuses a handshake with 401 when the token has expired', async () => {
    const oldClock = createFakeClock();
    const old = await startEmulator({ clock: oldClock, sessionIdleMs: 10 * TOKEN_LIFE_SECONDS * 1000 });
    const { id, token } = await newSession(old);
    oldClock.advance(TOKEN_LIFE_SECONDS * 1000);
    const answer = await handshake(socketUrl(old, { session_id: id, access_token: token }));
    await old.close();
    expect(answer).toEqual(refused(401, 'Authentication failed'));
  });

  it.each(['5d0c9bd8-0000-4000-8000-000000000000', 'no-uuid', '__proto__'])(
    'M-3.6: refuses a handshake with 404 for the unknown session %s',
    async (session_id) => {
      const access_token = await newToken(emulator);
      expect(await at({ session_id, access_token })).toEqual(refused(404, 'Session not found or expired'));
    },
  );

  it('M-3.6: refuses a handshake with 404 when the session has expired', async () => {
    const { id, token } = await newSession(emulator);
    expect([emulator.expireSession(id), emulator.expireSession(id), emulator.expireSession('x')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await at({ session_id: id, access_token: token })).toEqual(
      refused(404, 'Session not found or expired'),
    );
  });

  it('M-3.7: refuses the eleventh connection with 429, and accepts it when one has closed', async () => {
    const session = await newSession(emulator);
    const query = { session_id: session.id, access_token: session.token };
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(emulator, session)));
    expect(await at(query)).toEqual(refused(429, 'Too many connections for this session'));
    await sockets[0]?.close();
    expect(await at(query)).toEqual({ status: 101 });
    emulator.terminateConnections(session.id);
  });

  it('refuses a handshake with 404 on another path', async () => {
    const { id, token } = await newSession(emulator);
    const url = socketUrl(emulator, { session_id: id, access_token: token }).replace('/ws?', '/wss?');
    expect(await handshake(url)).toEqual(refused(404, 'Not found'));
  });

  it('refuses one handshake as injected', async () => {
    const { id, token } = await newSession(emulator);
    const query = { session_id: id, access_token: token };
    emulator.refuseNext('handshake', { status: 429, text: 'Slow down', retryAfterSeconds: 3 });
    expect([await at(query), await at(query)]).toEqual([
      { ...refused(429, 'Slow down'), retryAfter: '3' },
      { status: 101 },
    ]);
  });
});

describe('the history', () => {
  const WORDS = 250;
  /** start, join, joined, 250 chunks of a message and its echo, and the greeting before it. */
  async function longSession() {
    const session = await newSession(emulator, { streaming_enabled: true });
    const socket = await openSocket(emulator, session);
    socket.join();
    socket.say(`long ${WORDS}`);
    await socket.settled();
    await socket.close();
    return session;
  }

  it('the history of a new session is one batch with its start', async () => {
    const session = await newSession(emulator, { streaming_enabled: true });
    const socket = await openSocket(emulator, session);
    expect(socket.frames).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        sequence: null,
        timestamp: new Date(clock.now()).toISOString(),
        type: 'EVENT_TYPE_EVENT_BATCH',
        payload: {
          events: [
            {
              id: expect.stringMatching(/^[\da-f-]{36}$/),
              sequence: 1,
              timestamp: new Date(clock.now()).toISOString(),
              type: 'EVENT_TYPE_SESSION_START',
              payload: {
                capabilities: {
                  streaming: true,
                  max_message_size_bytes: 131_072,
                  max_reconnect_attempts: 10,
                  heartbeat_interval_seconds: 30,
                },
              },
            },
          ],
        },
      },
    ]);
    await socket.close();
  });

  it('M-4.11: a history comes in batches of at most a hundred events with dense sequences', async () => {
    const session = await longSession();
    const socket = await openSocket(emulator, session);
    await socket.settled();
    const batches = socket.frames.slice(0, -1) as { type: string; payload: { events: unknown[] } }[];
    const stored = emulator.journalOf(session.id);
    expect(batches.map(({ type }) => type)).toEqual(Array(3).fill('EVENT_TYPE_EVENT_BATCH'));
    expect(batches.map(({ payload }) => payload.events.length)).toEqual([100, 100, stored.length - 200]);
    expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_, index) => index + 1));
    const events = socket.events().filter(({ kind }) => kind !== 'heartbeat');
    expect(events).toEqual(stored.map(({ metadata, ...event }) => event));
    expect(new Set(events.map(({ id }) => id)).size).toBe(stored.length);
    await socket.close();
  });

  it.each([1, 2, 9_007_199_254_740_991])(
    'a history above every sequence (cursor %i) is still one batch',
    async (cursor) => {
      const session = await newSession(emulator);
      const socket = await openSocket(emulator, session, { cursor: String(cursor) });
      await socket.settled();
      expect(socket.frames[0]).toMatchObject({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: [] } });
      expect(socket.frames).toHaveLength(2);
      await socket.close();
    },
  );

  it('a history of exactly a hundred events is not followed by an empty batch', async () => {
    const session = await longSession();
    const last = emulator.journalOf(session.id).length;
    const socket = await openSocket(emulator, session, { cursor: String(last - 100) });
    await socket.settled();
    expect(socket.frames).toHaveLength(2);
    expect(socket.events().at(0)?.sequence).toBe(last - 99);
    await socket.close();
  });
});

describe('connections', () => {
  it('connections can be terminated without a close frame, for one session or all', async () => {
    const [one, other] = [await newSession(emulator), await newSession(emulator)];
    const sockets = [
      await openSocket(emulator, one),
      await openSocket(emulator, one),
      await openSocket(emulator, other),
    ];
    expect(emulator.terminateConnections(one.id)).toBe(2);
    expect(await Promise.all(sockets.slice(0, 2).map(({ closed }) => closed))).toEqual([1006, 1006]);
    expect([
      emulator.terminateConnections(),
      emulator.terminateConnections(),
      emulator.terminateConnections('x'),
    ]).toEqual([1, 0, 0]);
    expect(await sockets[2]?.closed).toBe(1006);
    const again = await openSocket(emulator, one);
    expect(again.frames).toHaveLength(1);
    await again.close();
  });

  it.each([
    [131_072, 'answered'],
    [131_073, 1009],
  ])('connections receive a frame of %i bytes: %s', async (bytes, outcome) => {
    const session = await newSession(emulator);
    const socket = await openSocket(emulator, session);
    const [head, tail] = ['{"type":"EVENT_TYPE_HEARTBEAT","payload":{"x":"', '"}}'];
    socket.sendRaw(head + 'x'.repeat(bytes - head.length - tail.length) + tail);
    const event = socket.until('heartbeat').then(() => 'answered');
    event.catch(() => {});
    expect(await Promise.race([event, socket.closed])).toBe(outcome);
    await socket.close();
  });

  it('connections are closed when the platform stops', async () => {
    const stopping = await startEmulator({ clock, pace: NO_WAIT });
    const socket = await openSocket(stopping, await newSession(stopping));
    await Promise.all([stopping.close(), stopping.close()]);
    expect([1001, 1006]).toContain(await socket.closed);
    await expect(fetch(stopping.messagingUrl)).rejects.toThrow();
  });
});

describe('the platform', () => {
  it('leaves no timer when it stops', async () => {
    const ownClock = createFakeClock();
    const own = await startEmulator({ clock: ownClock });
    const socket = await openSocket(own, await newSession(own));
    socket.join();
    await socket.until('agentThinking');
    // The session's idle timer, the agent's next step, and the next evaluation of alert rules.
    expect(ownClock.waiting()).toBe(3);
    await own.close();
    expect(ownClock.waiting()).toBe(0);
  });

  it('refuses to start on a port that is taken', async () => {
    const port = Number(new URL(emulator.messagingUrl).port);
    await expect(startEmulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('listens on loopback and has one connector for this machine by default', () => {
    expect([emulator.messagingUrl, emulator.hostIdentifier, emulator.connectorToken]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      'localhost',
      expect.stringMatching(/^emulator-[\w-]{43}$/),
    ]);
  });
});
