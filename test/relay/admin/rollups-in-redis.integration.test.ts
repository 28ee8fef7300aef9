import { afterAll, describe, expect, it } from 'vitest';
import { createCollector } from '../../../src/relay/admin/insights/collector.ts';
import { createLease } from '../../../src/relay/admin/insights/lease.ts';
import { createShared } from '../../../src/relay/admin/insights/snapshot.ts';
import { DAY_MS, HOUR_MS, WINDOW_MS } from '../../../src/relay/admin/insights/thinning.ts';
import { createWindows } from '../../../src/relay/admin/insights/windows.ts';
import { createLog } from '../../../src/relay/node/log.ts';
import { createRedisStore } from '../../../src/relay/node/redis/redis.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { createScriptedPlatform, type Scripted } from './insights/support/scripted-sources.ts';

const NOW = Date.UTC(2026, 10, 2, 9, 2);
const TODAY = Date.UTC(2026, 10, 2);

const closings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

if (hasRedis) {
  describe('the rollups of two relays on one Redis', () => {
    it('two relays on one Redis read the rollups once, and show the same', async () => {
      const redis = await startRedis();
      closings.push(redis.stop);
      const platform = createScriptedPlatform(() => NOW);
      platform.all = Array.from({ length: 300 }, (_, at): Scripted => {
        // Before the last hour, which is read again.
        const startsAt = NOW - 2 * HOUR_MS - at * 37 * 60_000;
        return { id: `c-${at}`, environment: 'live', channel: 'CHAT', startsAt, endsAt: startsAt + 60_000 };
      });

      const relays = ['one', 'other'].map((owner) => {
        const clock = createFakeClock(NOW);
        // No command comes too late: its clock stands still.
        const store = createRedisStore(redis.url, {
          clock: createFakeClock(NOW),
          onFailure() {},
          onChange() {},
        });
        closings.push(store.close);
        const shared = createShared(store, clock.now, 'shop');
        const windows = createWindows({ store, now: clock.now, project: 'shop' });
        const collector = createCollector({
          clock,
          log: createLog({ level: 'silent', sink: { write() {} }, clock, secrets: [] }),
          lease: createLease({ store, now: clock.now, key: 'rollup-lease:shop', owner }),
          shared,
          windows,
          requestsPerMinute: 60,
          openSources: platform.open,
        });
        closings.push(collector.stop);
        collector.start();
        return { clock, shared, windows };
      });

      // Of the older week hours are kept.
      const range = { from: TODAY - 8 * DAY_MS, to: NOW - 120_000 };
      const [one, other] = relays;
      while ((await one?.shared.readProgress('live'))?.since !== TODAY - 15 * DAY_MS)
        for (const { clock } of relays) if (clock.waiting() > 0) clock.advance(1_000);

      expect(new Set(platform.reads.values())).toEqual(new Set([1]));
      const sums = await Promise.all(
        [WINDOW_MS, HOUR_MS, DAY_MS].flatMap((sizeMs) => [
          one?.windows.sum('live', range, sizeMs),
          other?.windows.sum('live', range, sizeMs),
        ]),
      );
      expect(sums.map((sum) => sum?.all.conversations)).toEqual(sums.map(() => 300));
    });
  });
}
