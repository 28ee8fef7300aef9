import { describe, expect, it } from 'vitest';
import { sumOf } from '../../../../src/relay/admin/insights/merge.ts';
import { rollup } from '../../../../src/relay/admin/insights/rollup.ts';
import { DAY_MS, HOUR_MS, WINDOW_MS } from '../../../../src/relay/admin/insights/thinning.ts';
import { createWindows } from '../../../../src/relay/admin/insights/windows.ts';
import { summarize } from '../../../../src/relay/admin/operations/range-summary.ts';
import { createMemoryStore } from '../../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const NOW = Date.UTC(2026, 10, 2, 9);
const RANGE = { from: NOW - HOUR_MS, to: NOW };

describe('the handoff reasons of a range', () => {
  /** The reasons that are new after a day with so many others. */
  async function newReasons(others: number) {
    const clock = createFakeClock(NOW);
    const windows = createWindows({ store: createMemoryStore(clock), now: clock.now, project: 'shop' });
    const window = (start: number, reasons: readonly string[]) => ({
      environment: 'live' as const,
      start,
      rollup: sumOf(reasons.map((reason) => rollup({ id: reason, handoff: true, handoff_reason: reason }))),
    });
    const known = { from: NOW - 9 * DAY_MS, to: NOW };
    const before = Array.from({ length: others }, (_, nth) => `reason ${nth}`);
    await windows.write(
      [window(NOW - DAY_MS, before), window(NOW - WINDOW_MS, ['reason 0', 'delay'])],
      known,
    );
    const health = {
      start() {},
      sockets: async () => 0,
      read: async () => ({ sums: [], knownSince: undefined }),
    };
    const asked = { requested: RANGE, known, environment: 'live' } as const;
    const { reasons } = await summarize(
      { windows, health, now: clock.now, timeZone: 'UTC' },
      asked,
      () => WINDOW_MS,
    );
    return reasons.handoff_reasons.filter((it) => it.is_new).map(({ reason }) => reason);
  }

  it('a handoff reason is new if nobody gave it in the days before', async () => {
    expect(await newReasons(10)).toEqual(['delay']);
  });

  it('no handoff reason is called new if there were too many to keep all', async () => {
    expect(await newReasons(60)).toEqual([]);
  });
});
