import { readFileSync } from 'node:fs';
import type { Clock } from '../../src/base/clock.ts';
import { createPlatformClient } from '../../src/platform/index.ts';
import { createCollector } from '../../src/relay/admin/insights/collector.ts';
import { createLease } from '../../src/relay/admin/insights/lease.ts';
import { beginProgress, ENVIRONMENTS } from '../../src/relay/admin/insights/plan.ts';
import { createShared } from '../../src/relay/admin/insights/snapshot.ts';
import { createSources } from '../../src/relay/admin/insights/sources.ts';
import { DAY_MS } from '../../src/relay/admin/insights/thinning.ts';
import { createWindows } from '../../src/relay/admin/insights/windows.ts';
import { createLog } from '../../src/relay/node/log.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';

/** What the process tells at the end. */
export interface Rollup {
  readonly conversations: number;
  readonly seconds: number;
  readonly beforeMb: number;
  readonly peakMb: number;
}

// Reads the conversations of one day from a platform, like a relay but without waiting for its request budget.

const MIDNIGHT = Date.UTC(2026, 10, 2);

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

/** Resident memory in MB: now, and the most so far. */
function memoryMb(): { readonly now: number; readonly peak: number } {
  const now = process.memoryUsage.rss() / 2 ** 20;
  if (process.platform !== 'linux') return { now, peak: process.resourceUsage().maxRSS / 1_024 };
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_024;
  return { now, peak };
}

async function readDay(url: string) {
  const clock = impatientClock(MIDNIGHT + 60_000);
  const store = createMemoryStore(clock);
  const shared = createShared(store, clock.now, 'bench');
  const windows = createWindows({ store, now: clock.now, project: 'bench' });
  const target = MIDNIGHT - DAY_MS;
  const progress = { ...beginProgress(clock.now()), target };
  for (const it of ENVIRONMENTS) await shared.writeProgress(it, progress);
  const platform = createPlatformClient({ url, key: 'key-of-the-bench', accountId: 'a', projectId: 'p' });
  const collector = createCollector({
    clock,
    log: createLog({ level: 'silent', sink: { write() {} }, clock, secrets: [] }),
    lease: createLease({ store, now: clock.now, key: 'rollup-lease:bench', owner: 'bench' }),
    shared,
    windows,
    openSources: (permit, signal) =>
      createSources({ clients: { base: undefined, platform }, projectId: 'p', permit, signal }),
  });
  collector.start();
  while ((await shared.readProgress('live'))?.since !== target)
    await new Promise((next) => setTimeout(next, 5));
  await collector.stop();
  return (await windows.sum('live', { from: target, to: MIDNIGHT }, DAY_MS)).all.conversations;
}

process.on('message', async ({ warmUpUrl, url }: { readonly warmUpUrl: string; readonly url: string }) => {
  // Code is compiled and the heap has its size before anything is measured.
  await readDay(warmUpUrl);
  const before = memoryMb();
  const startedAt = performance.now();
  const conversations = await readDay(url);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { peak } = memoryMb();
  const peakMb = Math.max(peak, before.now);
  process.send?.({ conversations, seconds, beforeMb: before.now, peakMb } satisfies Rollup);
});
