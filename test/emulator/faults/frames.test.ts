import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import { newSession } from '../visitor.ts';
import { active, allWell, faulty, order } from './order.ts';
import { openWire } from './wire.ts';

/** The words of the chunks of an answer, as they came and as they are stored. */
const wordsIn = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const { type, payload } = JSON.parse(text);
    return type === 'EVENT_TYPE_SERVICE_AGENT_MESSAGE_CHUNK' ? [payload.chunk_index as number] : [];
  });
const stored = (emulator: Emulator, id: string) =>
  emulator.journalOf(id).flatMap((it) => (it.kind === 'agentMessageChunk' ? [it.chunkIndex] : []));

const CHUNKS = { on: 'frames-down', kinds: ['AGENT_MESSAGE_CHUNK'] };

/** A visitor whom the agent has greeted, and a streamed answer of `count` chunks, of which some meet faults. */
async function streamed(count: number, ...faults: readonly object[]) {
  const { emulator, clock } = await faulty();
  const session = await newSession(emulator, { streaming_enabled: true });
  const wire = await openWire(emulator, session);
  wire.send('REQUEST_SERVICE_AGENT_JOIN');
  await wire.roundTrip();
  const greeted = wire.texts.length;
  const storedBefore = stored(emulator, session.id).length;
  await order(emulator, ...faults);
  wire.say(`long ${count}`);
  await wire.roundTrip();
  return {
    emulator,
    clock,
    session,
    wire,
    came: () => wordsIn(wire.texts.slice(greeted)),
    stored: () => stored(emulator, session.id).slice(storedBefore),
  };
}

describe('frames of the platform', () => {
  it('are dropped every third time, and stored all the same: a socket that comes back has them', async () => {
    const it = await streamed(9, { ...CHUNKS, do: 'drop', every: 3 });
    const all = it.stored();
    expect(it.came()).toEqual(all.filter((_, at) => at % 3 !== 2));
    await allWell(it.emulator);
    const again = await openWire(it.emulator, it.session);
    await again.roundTrip();
    const { payload } = JSON.parse(again.texts[0] ?? '');
    expect(payload.events).toHaveLength(it.emulator.journalOf(it.session.id).length);
  });

  it('are dropped as the dice fall, the same way for the same seed', async () => {
    const fault = { ...CHUNKS, do: 'drop', probability: 0.5, seed: 7 };
    const [one, other] = [await streamed(40, fault), await streamed(40, fault)];
    expect(one.came()).toEqual(other.came());
    expect(one.came().length).toBeGreaterThan(8);
    expect(one.came().length).toBeLessThan(32);
  });

  it('are late when they are delayed, and nothing overtakes them', async () => {
    const it = await streamed(4, { ...CHUNKS, do: 'delay', inMs: 2_000, count: 1 });
    expect(it.came()).toEqual([]);
    it.clock.advance(1_999);
    await it.wire.roundTrip();
    expect(it.came()).toEqual([]);
    it.clock.advance(1);
    await it.wire.roundTrip();
    expect(it.came()).toEqual(it.stored());
  });

  it('come twice when they are duplicated', async () => {
    const it = await streamed(3, { ...CHUNKS, do: 'duplicate', count: 2 });
    const [first, second, ...others] = it.stored();
    expect(it.came()).toEqual([first, first, second, second, ...others]);
  });

  it('change places with the next when they are reordered', async () => {
    const it = await streamed(4, { ...CHUNKS, do: 'reorder', count: 1 });
    const [first, second, ...others] = it.stored();
    expect(it.came()).toEqual([second, first, ...others]);
  });

  it('come late when nothing is there to overtake them', async () => {
    const { emulator, clock } = await faulty();
    const wire = await openWire(emulator, await newSession(emulator));
    await order(emulator, { on: 'frames-down', do: 'reorder', inMs: 700 });
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH']);
    clock.advance(700);
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH', 'HEARTBEAT']);
  });

  it('cannot be read when they are corrupted', async () => {
    const { emulator } = await faulty();
    const wire = await openWire(emulator, await newSession(emulator));
    await order(emulator, { on: 'frames-down', do: 'corrupt', count: 1 });
    wire.send('HEARTBEAT');
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH', '?', 'HEARTBEAT']);
  });

  it('meet all faults together: delayed, twice and broken', async () => {
    const { emulator, clock } = await faulty();
    const wire = await openWire(emulator, await newSession(emulator));
    await order(
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

  it('come as fast as the line lets them, each behind the one before', async () => {
    const { emulator, clock } = await faulty();
    const wire = await openWire(emulator, await newSession(emulator));
    const beat = { on: 'frames-down', kinds: ['HEARTBEAT'] };
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    const bytes = Buffer.byteLength(wire.texts[1] ?? '');
    await order(emulator, { ...beat, do: 'trickle', bytesPerS: bytes });
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
    'end the connection where they would have come: %s %j; what is behind them comes to the next one',
    async (what, how, code) => {
      const it = await streamed(9, { ...CHUNKS, do: what, ...how, every: 4, count: 1 });
      expect(await it.wire.closed).toBe(code);
      expect(it.came()).toEqual(it.stored().slice(0, 3));
      expect(it.stored().length).toBeGreaterThan(8);
      expect(await active(it.emulator)).toEqual([]);
      const again = await openWire(it.emulator, it.session);
      await again.roundTrip();
      const { payload } = JSON.parse(again.texts[0] ?? '');
      expect(payload.events).toHaveLength(it.emulator.journalOf(it.session.id).length);
    },
  );

  it('end the connection in the midst of a history', async () => {
    const it = await streamed(250, { ...CHUNKS, do: 'drop', count: 1 });
    await order(it.emulator, { on: 'frames-down', kinds: ['EVENT_BATCH'], do: 'cut', every: 2, count: 1 });
    const wire = await openWire(it.emulator, it.session);
    expect([await wire.closed, wire.types()]).toEqual([1006, ['EVENT_BATCH']]);
  });

  it('end the connection behind what was delayed before them, and even where they were dropped', async () => {
    const { emulator, clock } = await faulty();
    const wire = await openWire(emulator, await newSession(emulator));
    await order(
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

  it('are said to their end before the socket of an ended session closes', async () => {
    const { emulator, clock } = await faulty();
    const { id, token } = await newSession(emulator);
    const wire = await openWire(emulator, { id, token });
    await order(emulator, { on: 'frames-down', do: 'delay', inMs: 300 });
    wire.send('USER_END_SESSION');
    await wire.roundTrip();
    expect(wire.types()).toEqual(['EVENT_BATCH']);
    clock.advance(300);
    expect(await wire.closed).toBe(1000);
    expect(wire.types()).toEqual(['EVENT_BATCH', 'USER_END_SESSION', 'SESSION_END']);
  });

  it('that are on the way when the connection is cut are lost, and leave no timer', async () => {
    const { emulator, clock } = await faulty();
    const { id, token } = await newSession(emulator);
    const wire = await openWire(emulator, { id, token });
    const idle = clock.waiting();
    await order(emulator, { on: 'frames-down', do: 'delay', inMs: 300 }, { on: 'frames-up', do: 'reorder' });
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(clock.waiting()).toBe(idle + 1);
    emulator.cutConnections(id);
    expect(clock.waiting()).toBe(idle);
    await wire.closed;
    expect(wire.types()).toEqual(['EVENT_BATCH']);
  });
});

describe('frames of the visitor', () => {
  const said = (emulator: Emulator, id: string) =>
    emulator.journalOf(id).flatMap((it) => (it.kind === 'userMessage' ? [it.text] : []));

  async function told(...faults: readonly object[]) {
    const { emulator, clock } = await faulty();
    const session = await newSession(emulator);
    const wire = await openWire(emulator, session);
    await order(emulator, ...faults.map((it) => ({ on: 'frames-up', kinds: ['USER_MESSAGE'], ...it })));
    for (const text of ['one', 'two', 'three']) wire.say(text);
    await wire.roundTrip();
    return { emulator, clock, wire, said: () => said(emulator, session.id) };
  }

  it('never arrive when they are dropped', async () => {
    expect((await told({ do: 'drop', every: 2 })).said()).toEqual(['one', 'three']);
  });

  it('are stored twice when they are duplicated, as the platform drops no repeats (spec messaging §9)', async () => {
    expect((await told({ do: 'duplicate', count: 1 })).said()).toEqual(['one', 'one', 'two', 'three']);
  });

  it('change places when they are reordered', async () => {
    expect((await told({ do: 'reorder', count: 1 })).said()).toEqual(['two', 'one', 'three']);
  });

  it('are stored when they arrive, not when they were sent', async () => {
    const it = await told({ do: 'delay', inMs: 1_000, count: 1 });
    expect(it.said()).toEqual([]);
    it.clock.advance(1_000);
    expect(it.said()).toEqual(['one', 'two', 'three']);
  });

  it.each([
    ['cut', {}, 1006],
    ['close', { code: 1013 }, 1013],
  ])(
    'end the connection in their place, and neither they nor what is behind them arrives: %s',
    async (what, how, code) => {
      const it = await told({ do: what, ...how, every: 2 });
      expect([await it.wire.closed, it.said()]).toEqual([code, ['one']]);
    },
  );

  it('are complained about when they are corrupted', async () => {
    const it = await told({ do: 'corrupt', count: 1 });
    expect(it.said()).toEqual(['two', 'three']);
    expect(it.wire.types()[1]).toBe('SYSTEM_MESSAGE');
  });
});

describe('the scope of a fault', () => {
  it('is the session that it names', async () => {
    const { emulator } = await faulty();
    const [struck, spared] = [await newSession(emulator), await newSession(emulator)];
    const wires = [await openWire(emulator, struck), await openWire(emulator, spared)];
    await order(emulator, { on: 'frames-down', do: 'drop', sessionId: struck.id });
    for (const wire of wires) {
      wire.send('HEARTBEAT');
      await wire.roundTrip();
    }
    expect(wires.map((wire) => wire.types())).toEqual([['EVENT_BATCH'], ['EVENT_BATCH', 'HEARTBEAT']]);
  });

  it('ends with its count, and how often it has struck is shown until then', async () => {
    const { emulator } = await faulty();
    const wire = await openWire(emulator, await newSession(emulator));
    await order(emulator, { on: 'frames-down', do: 'drop', count: 2 });
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(await active(emulator)).toEqual([expect.objectContaining({ count: 2, struck: 1 })]);
    wire.send('HEARTBEAT');
    wire.send('HEARTBEAT');
    await wire.roundTrip();
    expect(await active(emulator)).toEqual([]);
    expect(wire.types()).toEqual(['EVENT_BATCH', 'HEARTBEAT']);
  });
});
