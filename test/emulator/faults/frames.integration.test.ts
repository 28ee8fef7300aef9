import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import { newSession } from '../support/visitor.ts';
import { activeFaults, injectFaults, removeFaults, startWithFaults } from './control-client.ts';
import { openRawSocket } from './raw-socket.ts';

/** The chunk indices of an answer, as received and as stored. */
const chunkIndicesIn = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const { type, payload } = JSON.parse(text);
    return type === 'EVENT_TYPE_SERVICE_AGENT_MESSAGE_CHUNK' ? [payload.chunk_index as number] : [];
  });
const stored = (emulator: Emulator, id: string) =>
  emulator.journalOf(id).flatMap((event) => (event.kind === 'agentMessageChunk' ? [event.chunkIndex] : []));

const CHUNKS = { on: 'frames-down', kinds: ['AGENT_MESSAGE_CHUNK'] };

/** A greeted visitor, and a streamed answer of `count` chunks that faults apply to. */
async function streamed(count: number, ...faults: readonly object[]) {
  const { emulator, clock } = await startWithFaults();
  const session = await newSession(emulator, { streaming_enabled: true });
  const wire = await openRawSocket(emulator, session);
  wire.send('REQUEST_SERVICE_AGENT_JOIN');
  await wire.roundTrip();
  const greeted = wire.texts.length;
  const storedBefore = stored(emulator, session.id).length;
  await injectFaults(emulator, ...faults);
  wire.say(`long ${count}`);
  await wire.roundTrip();
  return {
    emulator,
    clock,
    session,
    wire,
    received: () => chunkIndicesIn(wire.texts.slice(greeted)),
    stored: () => stored(emulator, session.id).slice(storedBefore),
  };
}

describe('frames of the platform', () => {
  it('every third frame can be dropped but stored, so that a reconnecting socket gets it', async () => {
    const it = await streamed(9, { ...CHUNKS, do: 'drop', every: 3 });
    const all = it.stored();
    expect(it.received()).toEqual(all.filter((_, at) => at % 3 !== 2));
    await removeFaults(it.emulator);
    const again = await openRawSocket(it.emulator, it.session);
    await again.roundTrip();
    const { payload } = JSON.parse(again.texts[0] ?? '');
    expect(payload.events).toHaveLength(it.emulator.journalOf(it.session.id).length);
  });

  it('frames are dropped at random, the same ones for the same seed', async () => {
    const fault = { ...CHUNKS, do: 'drop', probability: 0.5, seed: 7 };
    const [one, other] = [await streamed(40, fault), await streamed(40, fault)];
    expect(one.received()).toEqual(other.received());
    expect(one.received().length).toBeGreaterThan(8);
    expect(one.received().length).toBeLessThan(32);
  });

  it('delayed frames arrive late, and no frame overtakes them', async () => {
    const it = await streamed(4, { ...CHUNKS, do: 'delay', inMs: 2_000, count: 1 });
    expect(it.received()).toEqual([]);
    it.clock.advance(1_999);
    await it.wire.roundTrip();
    expect(it.received()).toEqual([]);
    it.clock.advance(1);
    await it.wire.roundTrip();
    expect(it.received()).toEqual(it.stored());
  });

  it('duplicated frames arrive twice', async () => {
    const it = await streamed(3, { ...CHUNKS, do: 'duplicate', count: 2 });
    const [first, second, ...others] = it.stored();
    expect(it.received()).toEqual([first, first, second, second, ...others]);
  });

  it('reordered frames change places with the next', async () => {
    const it = await streamed(4, { ...CHUNKS, do: 'reorder', count: 1 });
    const [first, second, ...others] = it.stored();
    expect(it.received()).toEqual([second, first, ...others]);
  });

  it('reordered frames arrive late when no frame overtakes them', async () => {
    const { emulator, clock } = await startWithFaults();
    const wire = await openRawSocket(emulator, await newSession(emulator));
    await injectFaults(emulator, { on: 'frames-down', do: 'reorder', inMs: 700 });
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH']);
    clock.advance(700);
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH', 'HEARTBEAT']);
  });

  it('corrupted frames cannot be read', async () => {
    const { emulator } = await startWithFaults();
    const wire = await openRawSocket(emulator, await newSession(emulator));
    await injectFaults(emulator, { on: 'frames-down', do: 'corrupt', count: 1 });
    wire.send('HEARTBEAT');
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH', '?', 'HEARTBEAT']);
  });

  it('frames of the platform are affected by several faults together: delayed, duplicated and corrupted', async () => {
    const { emulator, clock } = await startWithFaults();
    const wire = await openRawSocket(emulator, await newSession(emulator));
    await injectFaults(
      emulator,
      ...['delay', 'delay', 'duplicate', 'corrupt'].map((what) => ({
        on: 'frames-down',
        do: what,
        count: 1,
        ...(what === 'delay' && { inMs: 500 }),
      })),
    );
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    clock.advance(999);
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH']);
    clock.advance(1);
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH', '?', '?']);
  });

  it('frames arrive at the speed of the line, one after the other', async () => {
    const { emulator, clock } = await startWithFaults();
    const wire = await openRawSocket(emulator, await newSession(emulator));
    const beat = { on: 'frames-down', kinds: ['HEARTBEAT'] };
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    const bytes = Buffer.byteLength(wire.texts[1] ?? '');
    await injectFaults(emulator, { ...beat, do: 'trickle', bytesPerS: bytes });
    wire.send('HEARTBEAT');
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    const count = async (afterMs: number) => {
      clock.advance(afterMs);
      await wire.roundTrip();
      return wire.types().length;
    };
    expect([await count(999), await count(1), await count(999), await count(1)]).toEqual([2, 3, 3, 4]);
  });

  it.each([
    ['cut', {}, 1006],
    ['close', { code: 1012, reason: 'restarting' }, 1012],
    ['close', { code: 4001 }, 4001],
  ])(
    'a frame ends the connection at its delivery: %s %j; later frames go to the next connection',
    async (what, how, code) => {
      const it = await streamed(9, { ...CHUNKS, do: what, ...how, every: 4, count: 1 });
      expect(await it.wire.closed).toBe(code);
      expect(it.received()).toEqual(it.stored().slice(0, 3));
      expect(it.stored().length).toBeGreaterThan(8);
      expect(await activeFaults(it.emulator)).toEqual([]);
      const again = await openRawSocket(it.emulator, it.session);
      await again.roundTrip();
      const { payload } = JSON.parse(again.texts[0] ?? '');
      expect(payload.events).toHaveLength(it.emulator.journalOf(it.session.id).length);
    },
  );

  it('a frame ends the connection in the middle of a history', async () => {
    const it = await streamed(250, { ...CHUNKS, do: 'drop', count: 1 });
    await injectFaults(it.emulator, {
      on: 'frames-down',
      kinds: ['EVENT_BATCH'],
      do: 'cut',
      every: 2,
      count: 1,
    });
    const wire = await openRawSocket(it.emulator, it.session);
    expect([await wire.closed, wire.types()]).toEqual([1006, ['EVENT_BATCH']]);
  });

  it('a frame ends the connection after frames that were delayed before it, even if it is dropped', async () => {
    const { emulator, clock } = await startWithFaults();
    const wire = await openRawSocket(emulator, await newSession(emulator));
    await injectFaults(
      emulator,
      { on: 'frames-down', do: 'delay', inMs: 500, count: 1 },
      { on: 'frames-down', do: 'drop', every: 2, count: 1 },
      { on: 'frames-down', do: 'close', code: 1011, every: 2, count: 1 },
    );
    for (let beat = 0; beat < 3; beat += 1) wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH']);
    clock.advance(500);
    expect([await wire.closed, wire.types()]).toEqual([1011, ['EVENT_BATCH', 'HEARTBEAT']]);
  });

  it('frames of the platform are all delivered before the socket of an ended session closes', async () => {
    const { emulator, clock } = await startWithFaults();
    const { id, token } = await newSession(emulator);
    const wire = await openRawSocket(emulator, { id, token });
    await injectFaults(emulator, { on: 'frames-down', do: 'delay', inMs: 300 });
    wire.send('USER_END_SESSION');
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH']);
    clock.advance(300);
    expect(await wire.closed).toBe(1000);
    expect(wire.types()).toEqual(['EVENT_BATCH', 'USER_END_SESSION', 'SESSION_END']);
  });

  it('delayed frames of a terminated connection are lost and leave no timer', async () => {
    const { emulator, clock } = await startWithFaults();
    const { id, token } = await newSession(emulator);
    const wire = await openRawSocket(emulator, { id, token });
    const idle = clock.waiting();
    await injectFaults(
      emulator,
      { on: 'frames-down', do: 'delay', inMs: 300 },
      { on: 'frames-up', do: 'reorder' },
    );
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(clock.waiting()).toBe(idle + 1);
    emulator.terminateConnections(id);
    expect(clock.waiting()).toBe(idle);
    await wire.closed;
    expect(wire.types()).toEqual(['EVENT_BATCH']);
  });
});

describe('frames of the visitor', () => {
  const said = (emulator: Emulator, id: string) =>
    emulator.journalOf(id).flatMap((event) => (event.kind === 'userMessage' ? [event.text] : []));

  async function sendThree(...faults: readonly object[]) {
    const { emulator, clock } = await startWithFaults();
    const session = await newSession(emulator);
    const wire = await openRawSocket(emulator, session);
    await injectFaults(
      emulator,
      ...faults.map((fault) => ({ on: 'frames-up', kinds: ['USER_MESSAGE'], ...fault })),
    );
    for (const text of ['one', 'two', 'three']) wire.say(text);
    await wire.roundTrip();
    return { emulator, clock, wire, said: () => said(emulator, session.id) };
  }

  it('dropped frames of the visitor never arrive', async () => {
    expect((await sendThree({ do: 'drop', every: 2 })).said()).toEqual(['one', 'three']);
  });

  it('M-9.1: duplicated frames of the visitor are stored twice, as the platform does not deduplicate', async () => {
    expect((await sendThree({ do: 'duplicate', count: 1 })).said()).toEqual(['one', 'one', 'two', 'three']);
  });

  it('reordered frames of the visitor change places', async () => {
    expect((await sendThree({ do: 'reorder', count: 1 })).said()).toEqual(['two', 'one', 'three']);
  });

  it('frames of the visitor are stored when they arrive, not when they were sent', async () => {
    const it = await sendThree({ do: 'delay', inMs: 1_000, count: 1 });
    expect(it.said()).toEqual([]);
    it.clock.advance(1_000);
    expect(it.said()).toEqual(['one', 'two', 'three']);
  });

  it.each([
    ['cut', {}, 1006],
    ['close', { code: 1013 }, 1013],
  ])(
    'a frame of the visitor ends the connection, and neither it nor later ones arrive: %s',
    async (what, how, code) => {
      const it = await sendThree({ do: what, ...how, every: 2 });
      expect([await it.wire.closed, it.said()]).toEqual([code, ['one']]);
    },
  );

  it('frames of the visitor are answered with an error when they are corrupted', async () => {
    const it = await sendThree({ do: 'corrupt', count: 1 });
    expect(it.said()).toEqual(['two', 'three']);
    expect(it.wire.types()[1]).toBe('SYSTEM_MESSAGE');
  });
});

describe('the scope of a fault', () => {
  it('a fault applies only to the session that it names', async () => {
    const { emulator } = await startWithFaults();
    const [affected, spared] = [await newSession(emulator), await newSession(emulator)];
    const wires = [await openRawSocket(emulator, affected), await openRawSocket(emulator, spared)];
    await injectFaults(emulator, { on: 'frames-down', do: 'drop', sessionId: affected.id });
    for (const wire of wires) {
      wire.send('HEARTBEAT');
      await wire.roundTrip();
    }
    expect(wires.map((wire) => wire.types())).toEqual([['EVENT_BATCH'], ['EVENT_BATCH', 'HEARTBEAT']]);
  });

  it('a fault ends when its count is reached, and its applications are listed until then', async () => {
    const { emulator } = await startWithFaults();
    const wire = await openRawSocket(emulator, await newSession(emulator));
    await injectFaults(emulator, { on: 'frames-down', do: 'drop', count: 2 });
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(await activeFaults(emulator)).toEqual([expect.objectContaining({ count: 2, applied: 1 })]);
    wire.send('HEARTBEAT');
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(await activeFaults(emulator)).toEqual([]);
    expect(wire.types()).toEqual(['EVENT_BATCH', 'HEARTBEAT']);
  });
});
