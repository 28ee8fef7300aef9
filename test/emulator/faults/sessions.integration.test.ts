import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Emulator } from '../../../src/emulator/index.ts';
import { until } from '../../relay/support/bench.ts';
import { handshake, newSession, type Session, socketUrl } from '../support/visitor.ts';
import { activeFaults, injectFaults, startWithFaults } from './control-client.ts';
import { openRawSocket } from './raw-socket.ts';

const at = (emulator: Emulator, { id, token }: Session) =>
  handshake(socketUrl(emulator, { session_id: id, access_token: token }));
const refused = (status: number, text: string) => ({ status, body: { error: text, message: text } });

describe('a handshake', () => {
  it.each([
    [400, 'Invalid connection parameters'],
    [401, 'Authentication failed'],
    [404, 'Session not found or expired'],
    [429, 'Too many connections for this session'],
    [503, 'Service Unavailable'],
  ])('refuses a handshake with %i and the text of the platform', async (status, text) => {
    const { emulator } = await startWithFaults();
    await injectFaults(emulator, { on: 'handshake', do: 'refuse', status, count: 1 });
    const session = await newSession(emulator);
    expect([await at(emulator, session), await at(emulator, session)]).toEqual([
      refused(status, text),
      { status: 101 },
    ]);
  });

  it('refuses a handshake of one session only, with the text and Retry-After of the fault', async () => {
    const { emulator } = await startWithFaults();
    const [affected, spared] = [await newSession(emulator), await newSession(emulator)];
    const more = { text: 'Come back later', retryAfterS: 7, sessionId: affected.id };
    await injectFaults(emulator, { on: 'handshake', do: 'refuse', status: 503, ...more });
    expect([await at(emulator, affected), await at(emulator, spared)]).toEqual([
      { ...refused(503, 'Come back later'), retryAfter: '7' },
      { status: 101 },
    ]);
  });

  it('refuses a handshake by one fault at a time, the oldest first', async () => {
    const { emulator } = await startWithFaults();
    const session = await newSession(emulator);
    emulator.refuseNext('handshake', { status: 401, text: 'First' });
    await injectFaults(emulator, { on: 'handshake', do: 'refuse', status: 503, text: 'Second', count: 1 });
    const answers = [await at(emulator, session), await at(emulator, session), await at(emulator, session)];
    expect(answers).toEqual([refused(401, 'First'), refused(503, 'Second'), { status: 101 }]);
  });
});

/** The outcome of a handshake: its status, or the code of its network error. */
const outcome = (emulator: Emulator, session: Session) =>
  at(emulator, session).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  );

describe('a handshake in transit', () => {
  it('resets handshakes as often as the fault says, without using up a refusal', async () => {
    const { emulator } = await startWithFaults();
    const session = await newSession(emulator);
    await injectFaults(
      emulator,
      { on: 'handshake', do: 'reset', count: 2 },
      { on: 'handshake', do: 'refuse', status: 503, count: 1 },
    );
    const outcomes = [];
    for (let time = 0; time < 4; time += 1) outcomes.push(await outcome(emulator, session));
    expect(outcomes).toEqual(['ECONNRESET', 'ECONNRESET', 503, 101]);
  });

  it('delays a handshake, and checks it when it arrives', async () => {
    const { emulator, clock } = await startWithFaults();
    const [affected, spared] = [await newSession(emulator), await newSession(emulator)];
    const before = clock.waiting();
    await injectFaults(emulator, { on: 'handshake', do: 'slow', inMs: 3_000, sessionId: affected.id });
    const slow = outcome(emulator, affected);
    expect(await outcome(emulator, spared)).toBe(101);
    await until(() => clock.waiting() === before + 1);
    emulator.refuseNext('handshake', { status: 429, text: 'Busy' });
    clock.advance(3_000);
    expect(await slow).toBe(429);
  });

  it('opens a normal socket after a delayed handshake', async () => {
    const { emulator, clock } = await startWithFaults();
    const session = await newSession(emulator);
    const before = clock.waiting();
    await injectFaults(emulator, { on: 'handshake', do: 'slow', inMs: 120_000, count: 1 });
    const opening = openRawSocket(emulator, session);
    await until(() => clock.waiting() === before + 1);
    clock.advance(120_000);
    const wire = await opening;
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH', 'HEARTBEAT']);
  });

  it('a delayed handshake leaves no timer when its client has left', async () => {
    const { emulator, clock } = await startWithFaults();
    const session = await newSession(emulator);
    const before = clock.waiting();
    await injectFaults(emulator, { on: 'handshake', do: 'slow', inMs: 60_000 });
    const impatient = new WebSocket(
      socketUrl(emulator, { session_id: session.id, access_token: session.token }),
    );
    impatient.on('error', () => {});
    await until(() => clock.waiting() === before + 1);
    impatient.terminate();
    await until(() => clock.waiting() === before);
    const waiting = outcome(emulator, session);
    await until(() => clock.waiting() === before + 1);
    await emulator.close();
    expect(await waiting).toBe('ECONNRESET');
    // The client may learn it before the emulator's own end of the socket.
    await until(() => clock.waiting() === 0);
  });
});

describe('a fault that is applied at once', () => {
  it('a fault closes all connections, or one session’s, with a close frame', async () => {
    const { emulator } = await startWithFaults();
    const [one, other] = [await newSession(emulator), await newSession(emulator)];
    const wires = [await openRawSocket(emulator, one), await openRawSocket(emulator, other)];
    const close = { on: 'connection', do: 'close', code: 1012 };
    expect(await injectFaults(emulator, { ...close, sessionId: one.id })).toMatchObject([{ applied: 1 }]);
    expect(await wires[0]?.closed).toBe(1012);
    expect(await injectFaults(emulator, { ...close, code: 1000, reason: 'bye' })).toEqual([
      { ...close, code: 1000, reason: 'bye', id: 'fault-2', applied: 1 },
    ]);
    expect(await wires[1]?.closed).toBe(1000);
    expect([await injectFaults(emulator, close), await activeFaults(emulator)]).toMatchObject([
      [{ applied: 0 }],
      [],
    ]);
  });

  it('a fault terminates all connections, or one session’s, and does not stay in force', async () => {
    const { emulator } = await startWithFaults();
    const [one, other] = [await newSession(emulator), await newSession(emulator)];
    const wires = [
      await openRawSocket(emulator, one),
      await openRawSocket(emulator, one),
      await openRawSocket(emulator, other),
    ];
    const cut = { on: 'connection', do: 'cut' };
    expect(await injectFaults(emulator, { ...cut, sessionId: one.id })).toEqual([
      { ...cut, sessionId: one.id, id: 'fault-1', applied: 2 },
    ]);
    expect(await Promise.all(wires.slice(0, 2).map((wire) => wire.closed))).toEqual([1006, 1006]);
    expect(await injectFaults(emulator, cut)).toEqual([{ ...cut, id: 'fault-2', applied: 1 }]);
    expect(await wires[2]?.closed).toBe(1006);
    expect(await activeFaults(emulator)).toEqual([]);
    expect((await at(emulator, one)).status).toBe(101);
  });

  it('a fault expires all sessions, or the one it names', async () => {
    const { emulator } = await startWithFaults();
    const [one, other, third] = [
      await newSession(emulator),
      await newSession(emulator),
      await newSession(emulator),
    ];
    const wire = await openRawSocket(emulator, one);
    const expire = { on: 'session', do: 'expire' };
    expect(await injectFaults(emulator, { ...expire, sessionId: one.id })).toMatchObject([{ applied: 1 }]);
    expect([await wire.closed, wire.types().at(-1)]).toEqual([1000, 'SESSION_END']);
    expect([(await at(emulator, one)).status, (await at(emulator, other)).status]).toEqual([404, 101]);
    expect(await injectFaults(emulator, expire)).toMatchObject([{ applied: 2 }]);
    expect([(await at(emulator, other)).status, (await at(emulator, third)).status]).toEqual([404, 404]);
    expect(await injectFaults(emulator, { ...expire, sessionId: 'never' })).toMatchObject([{ applied: 0 }]);
  });
});
