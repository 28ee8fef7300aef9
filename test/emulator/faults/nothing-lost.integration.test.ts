import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createConnectionRegistry } from '../../../src/emulator/faults/connection-registry.ts';
import { createFaults } from '../../../src/emulator/faults/faults.ts';
import { createFaultyConnections } from '../../../src/emulator/faults/faulty-connection.ts';
import type { FrameFault } from '../../../src/emulator/faults/injected-fault.ts';
import { decode } from '../../../src/protocol/codec.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { newSession } from '../support/visitor.ts';
import { injectFaults, removeFaults, startWithFaults } from './control-client.ts';
import { openRawSocket } from './raw-socket.ts';

type Act = FrameFault['do'];

const faultOf = (on: FrameFault['on'], acts: readonly Act[]) =>
  fc
    .record({
      act: fc.constantFrom(...acts),
      inMs: fc.integer({ min: 1, max: 5_000 }),
      bytesPerS: fc.integer({ min: 10, max: 5_000 }),
      every: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ act, inMs, bytesPerS, every }): FrameFault => {
      if (act === 'delay' || act === 'reorder') return { on, do: act, inMs, every };
      if (act === 'trickle') return { on, do: act, bytesPerS, every };
      if (act === 'close') return { on, do: act, code: 1011, every };
      return { on, do: act, every };
    });

/** The frames that a faulty connection delivers of `count` frames, sent `gapMs` apart. */
function through(faults: readonly FrameFault[], count: number, gapMs: number) {
  const clock = createFakeClock();
  const connections = createConnectionRegistry();
  const injected = createFaults({
    connections,
    expire: () => 0,
    now: clock.now,
    newSeed: () => 1,
    log: () => {},
  });
  injected.add(faults);
  const delivered: string[] = [];
  const send = (frame: string) => void delivered.push(frame);
  let ends = 0;
  const end = () => {
    ends += 1;
  };
  const socket = { isOpen: () => ends === 0, send, close: end, terminate: end };
  const { connection } = createFaultyConnections(injected, connections, clock)('a', socket, () => {});
  const sent = Array.from({ length: count }, (_, index) => `{"frame":${index}}`);
  for (const frame of sent) {
    connection.send(frame);
    clock.advance(gapMs);
  }
  clock.advance(1_000_000);
  return { sent, came: delivered, ends, waiting: clock.waiting() };
}

const counts = fc.nat(25);
const gaps = fc.constantFrom(0, 1, 400, 6_000);
const several = (...acts: readonly Act[]) => fc.array(faultOf('frames-down', acts), { maxLength: 4 });

describe('a connection with any faults', () => {
  it('a faulty connection loses no frame unless a fault drops it, and leaves no timer', () => {
    fc.assert(
      fc.property(
        several('delay', 'duplicate', 'reorder', 'trickle'),
        counts,
        gaps,
        (faults, count, gapMs) => {
          const { sent, came, waiting } = through(faults, count, gapMs);
          expect([new Set(came), waiting]).toEqual([new Set(sent), 0]);
        },
      ),
    );
  });

  it('a faulty connection keeps the order unless a fault changes it', () => {
    fc.assert(
      fc.property(
        several('drop', 'delay', 'duplicate', 'trickle', 'cut'),
        counts,
        gaps,
        (faults, count, gapMs) => {
          const { sent, came } = through(faults, count, gapMs);
          const seen = new Set(came);
          expect([...seen]).toEqual(sent.filter((frame) => seen.has(frame)));
        },
      ),
    );
  });

  it('a faulty connection ends once at the frame that a fault ends it at, and delivers nothing after it', () => {
    fc.assert(
      fc.property(
        several('duplicate', 'delay', 'trickle'),
        faultOf('frames-down', ['cut', 'close']),
        counts,
        (others, ending, count) => {
          const { sent, came, ends, waiting } = through([...others, ending], count, 0);
          const before = (ending.every ?? 1) - 1;
          expect([new Set(came), ends, waiting]).toEqual([
            new Set(sent.slice(0, before)),
            count > before ? 1 : 0,
            0,
          ]);
        },
      ),
    );
  });

  it('a faulty connection delivers no intact frame that was not sent', () => {
    fc.assert(
      fc.property(
        several('drop', 'delay', 'duplicate', 'reorder', 'corrupt', 'trickle', 'close'),
        counts,
        gaps,
        (faults, count, gapMs) => {
          const { sent, came } = through(faults, count, gapMs);
          const whole = came.filter((frame) => frame.endsWith('}'));
          expect(whole.filter((frame) => !sent.includes(frame))).toEqual([]);
        },
      ),
    );
  });
});

it('a client that deduplicates by id and resumes from its cursor gets the whole journal (M-12.16)', async () => {
  const { emulator, clock } = await startWithFaults();
  const acts = ['drop', 'delay', 'duplicate', 'reorder', 'corrupt', 'trickle', 'cut', 'close'] as const;
  const ids = (texts: readonly string[]) =>
    texts
      .flatMap((text) => decode(text).events)
      .flatMap(({ id, sequence }) => (sequence === null ? [] : [[sequence, id] as const]));

  await fc.assert(
    fc.asyncProperty(
      fc.array(faultOf('frames-down', acts), { minLength: 1, maxLength: 4 }),
      async (faults) => {
        const session = await newSession(emulator, { streaming_enabled: true });
        const kept = new Map<number, string | null>();
        /** M-12.16: the highest sequence below which nothing is missing. */
        const cursor = () => {
          let highest = 0;
          while (kept.has(highest + 1)) highest += 1;
          return highest;
        };
        const keep = (texts: readonly string[]) => {
          for (const [sequence, id] of ids(texts)) kept.set(sequence, id);
        };

        await injectFaults(emulator, ...faults.map((fault) => ({ ...fault, sessionId: session.id })));
        for (const text of ['long 12', 'suggest']) {
          const wire = await openRawSocket(emulator, session, cursor());
          wire.send('REQUEST_SERVICE_AGENT_JOIN');
          wire.say(text);
          await wire.roundTrip();
          clock.advance(7_000);
          await wire.roundTrip();
          emulator.terminateConnections(session.id);
          await wire.closed;
          keep(wire.texts);
        }
        await removeFaults(emulator);
        const healed = await openRawSocket(emulator, session, cursor());
        await healed.roundTrip();
        keep(healed.texts);

        const journal = emulator.journalOf(session.id).map(({ sequence, id }) => [sequence, id]);
        expect([...kept].sort(([one], [other]) => one - other)).toEqual(journal);
        // When every connection ended before the first message, only the start of the session is stored.
        const mayEnd = faults.some(({ do: what }) => what === 'cut' || what === 'close');
        expect(journal.length).toBeGreaterThan(mayEnd ? 0 : 14);
        emulator.expireSession(session.id);
      },
    ),
    { numRuns: 25 },
  );
});
