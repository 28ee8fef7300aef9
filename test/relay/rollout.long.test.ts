import { afterEach, describe, expect, it } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { isQuiet, openVisitors } from './support/visitors.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const VISITORS = 12;
/** Each visitor says something so often. */
const TALK_TURNS = 400;
/** A balancer that asks `/readyz` every two seconds notices with the second answer. */
const NOTICED_MS = 4_000;

async function openBalanced(socket: 'direct' | 'proxy') {
  const clock = createFakeClock();
  const emulator = await startEmulator({ clock, pace: { wordMs: 0, thinkingMs: 0 } });
  closings.push(emulator.close);
  const closes: number[] = [];
  const log = {
    write(line: string) {
      const { msg, code } = JSON.parse(line);
      if (msg === 'socket closed') closes.push(code);
    },
  };
  const bench = openVisitors({
    clock,
    emulator,
    env: { FOYER_SOCKET: socket },
    // The store stands for their Redis, which outlives relays, and whose answers would take real time.
    ports: { store: { ...createMemoryStore(clock), close: async () => {} }, log },
  });
  closings.push(bench.close);
  const { visitors, serving, pass, passTime, startRelay } = bench;
  serving.push(await startRelay(), await startRelay());
  for (let nth = 0; nth < VISITORS; nth++) bench.join();

  /** Everybody talks, and some load the page again. */
  function talk(nth: number): void {
    const visitor = visitors[nth % TALK_TURNS];
    if (!visitor) return;
    if (nth % 7 === 0 && isQuiet(visitor)) visitor.reload();
    visitor.say();
  }
  async function talkUntil(done: Promise<unknown>): Promise<void> {
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    await pass(() => isDone, talk);
  }
  return {
    ...bench,
    emulator,
    closes,
    allQuiet: () => pass(() => visitors.every(isQuiet)),
    talkFor: (ms: number) => passTime(ms, talk),
    /** Starts a relay, then drains and ends the oldest one. */
    async replace(): Promise<void> {
      const leaving = serving[0];
      if (!leaving) throw new Error('there is no relay');
      serving.push(await startRelay());
      const drained = leaving.drain();
      await passTime(NOTICED_MS, talk);
      serving.shift();
      await talkUntil(drained);
      await talkUntil(leaving.close());
    },
  };
}

describe('relays that are replaced one by one under load', () => {
  it.each([
    // Pages that load again close with 1000.
    ['direct', []],
    ['proxy', [1000, 1012]],
  ] as const)(
    'relays that are replaced one by one under load lose and double no message (sockets: %s)',
    async (socket, codes) => {
      const { emulator, closes, differences, allQuiet, talkFor, replace } = await openBalanced(socket);
      await allQuiet();
      await talkFor(4_000);
      await replace();
      await replace();
      await talkFor(4_000);
      await allQuiet();
      expect([differences(), emulator.sessions().length, [...new Set(closes)].sort()]).toEqual([
        [],
        VISITORS,
        codes,
      ]);
    },
  );
});
