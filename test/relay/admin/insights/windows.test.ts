import { describe, expect, it } from 'vitest';
import { sumOf } from '../../../../src/relay/admin/insights/merge.ts';
import { rollup } from '../../../../src/relay/admin/insights/rollup.ts';
import { DAY_MS, HOUR_MS, WINDOW_MS } from '../../../../src/relay/admin/insights/thinning.ts';
import { createWindows, type ReadWindow } from '../../../../src/relay/admin/insights/windows.ts';
import { createMemoryStore } from '../../../../src/relay/store/memory.ts';
import type { KeyValue } from '../../../../src/relay/store/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const NOW = Date.UTC(2026, 10, 2, 9, 2);
const DAY = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 2) };
const project = 'shop';

/** Windows of a range, each with so many conversations. */
const read = (from: number, to: number, count: number): ReadWindow[] =>
  Array.from({ length: (to - from) / WINDOW_MS }, (_, at) => ({
    environment: 'live',
    start: from + at * WINDOW_MS,
    rollup: sumOf(Array.from({ length: count }, () => rollup({ id: 'c' }))),
  }));

/** A store whose process is killed after so many commands that change it. */
function dyingStore(store: KeyValue, afterCommands: number): KeyValue {
  let left = afterCommands;
  const orNothing = <Args extends unknown[]>(command: (...args: Args) => Promise<void>) => {
    return async (...args: Args) => {
      left -= 1;
      if (left >= 0) return command(...args);
      return new Promise<void>(() => {});
    };
  };
  return { ...store, put: orNothing(store.put), delete: orNothing(store.delete) };
}

describe('windows that are written again', () => {
  const from = DAY.from + 2 * HOUR_MS;
  const to = from + HOUR_MS;

  async function open() {
    const clock = createFakeClock(NOW);
    const store = createMemoryStore(clock);
    const windows = createWindows({ store, now: clock.now, project });
    await windows.write(read(DAY.from, DAY.to, 1), DAY);
    const sums = () =>
      Promise.all(
        [WINDOW_MS, HOUR_MS, DAY_MS].map(
          async (sizeMs) => (await windows.sum('live', DAY, sizeMs)).all.conversations,
        ),
      );
    return { clock, store, windows, sums };
  }

  it('windows that are written again replace the old ones, in hours and days too', async () => {
    const { windows, sums } = await open();
    expect(await sums()).toEqual([288, 288, 288]);
    await windows.write(read(from, to, 3), DAY);
    expect(await sums()).toEqual([312, 312, 312]);
  });

  it('five minutes, hours and days give one sum, even when the relay is killed in between', async () => {
    for (let commands = 0; commands <= 16; commands += 1) {
      const { clock, store, sums } = await open();
      const dying = createWindows({ store: dyingStore(store, commands), now: clock.now, project });
      void dying.write(read(from, to, 3), DAY);
      for (let turn = 0; turn < 300; turn += 1) await Promise.resolve();
      const [ofWindows, ...larger] = await sums();
      expect([commands, ...larger]).toEqual([commands, ofWindows, ofWindows]);
      // Another relay reads the same again.
      await createWindows({ store, now: clock.now, project }).write(read(from, to, 3), DAY);
      expect(await sums()).toEqual([312, 312, 312]);
    }
  });
});
