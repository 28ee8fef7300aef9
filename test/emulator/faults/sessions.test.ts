import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Emulator } from '../../../src/emulator/index.ts';
import { until } from '../../relay/support/bench.ts';
import { handshake, newSession, type Session, socketUrl } from '../visitor.ts';
import { active, faulty, order } from './order.ts';
import { openWire } from './wire.ts';

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
  ])('is refused with %i in the words of the platform', async (status, text) => {
    const { emulator } = await faulty();
    await order(emulator, { on: 'handshake', do: 'refuse', status, count: 1 });
    const session = await newSession(emulator);
    expect([await at(emulator, session), await at(emulator, session)]).toEqual([
      refused(status, text),
      { status: 101 },
    ]);
  });

  it('is refused for one session only, in words and with a time of the test’s', async () => {
    const { emulator } = await faulty();
    const [struck, spared] = [await newSession(emulator), await newSession(emulator)];
    const more = { text: 'Come back later', retryAfterS: 7, sessionId: struck.id };
    await order(emulator, { on: 'handshake', do: 'refuse', status: 503, ...more });
    expect([await at(emulator, struck), await at(emulator, spared)]).toEqual([
      { ...refused(503, 'Come back later'), retryAfter: '7' },
      { status: 101 },
    ]);
  });

  it('is refused by one fault at a time, the oldest first', async () => {
    const { emulator } = await faulty();
    const session = await newSession(emulator);
    emulator.refuseNext('handshake', { status: 401, text: 'First' });
    await order(emulator, { on: 'handshake', do: 'refuse', status: 503, text: 'Second', count: 1 });
    const answers = [await at(emulator, session), await at(emulator, session), await at(emulator, session)];
    expect(answers).toEqual([refused(401, 'First'), refused(503, 'Second'), { status: 101 }]);
  });
});

/** What becomes of a handshake: its status, or the code of what broke it. */
const outcome = (emulator: Emulator, session: Session) =>
  at(emulator, session).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  );

describe('on its way a handshake', () => {
  it('is reset, as often as it was told, and no answer is used up by it', async () => {
    const { emulator } = await faulty();
    const session = await newSession(emulator);
    await order(
      emulator,
      { on: 'handshake', do: 'reset', count: 2 },
      { on: 'handshake', do: 'refuse', status: 503, count: 1 },
    );
    const outcomes = [];
    for (let time = 0; time < 4; time += 1) outcomes.push(await outcome(emulator, session));
    expect(outcomes).toEqual(['ECONNRESET', 'ECONNRESET', 503, 101]);
  });

  it('waits, and is decided about when it has come through', async () => {
    const { emulator, clock } = await faulty();
    const [struck, spared] = [await newSession(emulator), await newSession(emulator)];
    const before = clock.waiting();
    await order(emulator, { on: 'handshake', do: 'slow', inMs: 3_000, sessionId: struck.id });
    const slow = outcome(emulator, struck);
    expect(await outcome(emulator, spared)).toBe(101);
    await until(() => clock.waiting() === before + 1);
    emulator.refuseNext('handshake', { status: 429, text: 'Busy' });
    clock.advance(3_000);
    expect(await slow).toBe(429);
  });

  it('that had to wait opens a socket as good as any', async () => {
    const { emulator, clock } = await faulty();
    const session = await newSession(emulator);
    const before = clock.waiting();
    await order(emulator, { on: 'handshake', do: 'slow', inMs: 120_000, count: 1 });
    const opening = openWire(emulator, session);
    await until(() => clock.waiting() === before + 1);
    clock.advance(120_000);
    const wire = await opening;
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH', 'HEARTBEAT']);
  });

  it('leaves no timer when nobody waits for it any more', async () => {
    const { emulator, clock } = await faulty();
    const session = await newSession(emulator);
    const before = clock.waiting();
    await order(emulator, { on: 'handshake', do: 'slow', inMs: 60_000 });
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
    expect([await waiting, clock.waiting()]).toEqual(['ECONNRESET', 0]);
  });
});

describe('what strikes at once', () => {
  it('closes every connection, or those of one session, as the platform would', async () => {
    const { emulator } = await faulty();
    const [one, other] = [await newSession(emulator), await newSession(emulator)];
    const wires = [await openWire(emulator, one), await openWire(emulator, other)];
    const close = { on: 'connection', do: 'close', code: 1012 };
    expect(await order(emulator, { ...close, sessionId: one.id })).toMatchObject([{ struck: 1 }]);
    expect(await wires[0]?.closed).toBe(1012);
    expect(await order(emulator, { ...close, code: 1000, reason: 'bye' })).toEqual([
      { ...close, code: 1000, reason: 'bye', id: 'fault-2', struck: 1 },
    ]);
    expect(await wires[1]?.closed).toBe(1000);
    expect([await order(emulator, close), await active(emulator)]).toMatchObject([[{ struck: 0 }], []]);
  });

  it('cuts every connection, or those of one session, and is over', async () => {
    const { emulator } = await faulty();
    const [one, other] = [await newSession(emulator), await newSession(emulator)];
    const wires = [
      await openWire(emulator, one),
      await openWire(emulator, one),
      await openWire(emulator, other),
    ];
    const cut = { on: 'connection', do: 'cut' };
    expect(await order(emulator, { ...cut, sessionId: one.id })).toEqual([
      { ...cut, sessionId: one.id, id: 'fault-1', struck: 2 },
    ]);
    expect(await Promise.all(wires.slice(0, 2).map((wire) => wire.closed))).toEqual([1006, 1006]);
    expect(await order(emulator, cut)).toEqual([{ ...cut, id: 'fault-2', struck: 1 }]);
    expect(await wires[2]?.closed).toBe(1006);
    expect(await active(emulator)).toEqual([]);
    expect((await at(emulator, one)).status).toBe(101);
  });

  it('expires every session, or the one it names', async () => {
    const { emulator } = await faulty();
    const [one, other, third] = [
      await newSession(emulator),
      await newSession(emulator),
      await newSession(emulator),
    ];
    const wire = await openWire(emulator, one);
    const expire = { on: 'session', do: 'expire' };
    expect(await order(emulator, { ...expire, sessionId: one.id })).toMatchObject([{ struck: 1 }]);
    expect([await wire.closed, wire.types().at(-1)]).toEqual([1000, 'SESSION_END']);
    expect([(await at(emulator, one)).status, (await at(emulator, other)).status]).toEqual([404, 101]);
    expect(await order(emulator, expire)).toMatchObject([{ struck: 2 }]);
    expect([(await at(emulator, other)).status, (await at(emulator, third)).status]).toEqual([404, 404]);
    expect(await order(emulator, { ...expire, sessionId: 'never' })).toMatchObject([{ struck: 0 }]);
  });
});
