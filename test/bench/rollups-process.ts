import type { Clock } from '../../src/base/clock.ts';
import { createPlatformClient, type PlatformHostConfig } from '../../src/platform/index.ts';
import { createCollector } from '../../src/relay/admin/insights/collector.ts';
import { createLease } from '../../src/relay/admin/insights/lease.ts';
import { beginProgress, ENVIRONMENTS } from '../../src/relay/admin/insights/plan.ts';
import { createShared } from '../../src/relay/admin/insights/snapshot.ts';
import { createSources } from '../../src/relay/admin/insights/sources.ts';
import { DAY_MS } from '../../src/relay/admin/insights/thinning.ts';
import { createWindows } from '../../src/relay/admin/insights/windows.ts';
import { createLog } from '../../src/relay/node/log.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { answer } from './answer.ts';

// Reads the conversations of one day from a platform, like a relay but without waiting for its request budget.

/** Whoever waits is woken at once, and the time has passed. */
function impatientClock(startAt: number): Clock {
  let now = startAt;
  return {
    now: () => now,
    after(inMs, fn) {
      const immediate = setImmediate(() => {
        now += inMs;
        fn();
      });
      return () => clearImmediate(immediate);
    },
  };
}

export type Rollups = typeof actions;

const actions = {
  /** Reads the day before midnight. Resolves to the number of its conversations. */
  async readDay(at: PlatformHostConfig, midnight: number): Promise<number> {
    const clock = impatientClock(midnight + 60_000);
    const store = createMemoryStore(clock);
    const shared = createShared(store, clock.now, 'bench');
    const windows = createWindows({ store, now: clock.now, project: 'bench' });
    const target = midnight - DAY_MS;
    const progress = { ...beginProgress(clock.now()), target };
    for (const it of ENVIRONMENTS) await shared.writeProgress(it, progress);
    const platform = createPlatformClient(at);
    const collector = createCollector({
      clock,
      log: createLog({ level: 'silent', sink: { write() {} }, clock, secrets: [] }),
      lease: createLease({ store, now: clock.now, key: 'rollup-lease:bench', owner: 'bench' }),
      shared,
      windows,
      requestsPerMinute: 60,
      openSources: (permit, signal) =>
        createSources({ clients: { base: undefined, platform }, projectId: at.projectId, permit, signal }),
    });
    collector.start();
    while ((await shared.readProgress('live'))?.since !== target)
      await new Promise((next) => setTimeout(next, 5));
    await collector.stop();
    return (await windows.sum('live', { from: target, to: midnight }, DAY_MS)).all.conversations;
  },
};
answer(actions);
