import { afterEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/base/version.ts';
import { startEmulator } from '../../../src/emulator/index.ts';
import type { HealthReport } from '../../../src/protocol/visitor-health.ts';
import { createVisitorHistory } from '../../../src/relay/admin/insights/visitor-history.ts';
import { type RunningRelay, startRelay } from '../../../src/relay/index.ts';
import { createRedisStore } from '../../../src/relay/node/redis/redis.ts';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { bearer } from '../support/admin.ts';
import { SHOP } from '../support/bench.ts';
import { configFor } from '../support/emulator-config.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

const NOON = Date.UTC(2026, 10, 12, 12, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Two relays of one store, with a clock that stands until a test advances it. */
async function open(share = 1) {
  const clock = createFakeClock(NOON);
  const emulator = await startEmulator({ clock: createFakeClock(NOON) });
  closings.push(emulator.close);
  const config = configFor(emulator);
  const [site] = config.sites;
  // A relay that closes does not close it for the other one.
  const store = { ...createMemoryStore(clock), close: async () => {} };
  const relays: RunningRelay[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const relay = await startRelay(
      { ...config, sites: [{ ...site, visitorHealth: share }] },
      { clock, store },
    );
    closings.push(relay.close);
    relays.push(relay);
  }
  async function report(nth: number, body: HealthReport) {
    const answer = await fetch(`${relays[nth]?.url}/chat/health`, {
      method: 'POST',
      headers: { Origin: SHOP },
      body: JSON.stringify(body),
    });
    return answer.status;
  }
  async function visitors(nth: number, query = '') {
    const answer = await fetch(`${relays[nth]?.url}/admin/v1/overview${query}`, { headers: bearer('read') });
    return (await answer.json()).visitors;
  }
  return { clock, relays, report, visitors };
}

const within = (value: number, estimate: number) => Math.abs(estimate / value - 1) <= 0.025;

describe('what visitors saw, in the overview (M-14.18)', () => {
  it('M-14.18: the overview of either relay has the reports of both, as an independent count has them', async () => {
    const { clock, report, visitors } = await open();
    const waits = [400, 900, 1_100, 2_400, 30_000, 700, 650];
    for (const [nth, wait] of waits.entries())
      await report(nth % 2, {
        version: VERSION,
        opened: 'usable',
        usable_ms: wait / 2,
        first_word_ms: wait,
        failed: nth % 3,
      });
    await report(0, { version: '0.0.1', opened: 'failed', errors: { socket_blocked: 1, internal: 2 } });
    await report(1, { version: VERSION, reconnects: 4 });
    // The reports of the other relay come with its next window.
    const before = await visitors(0);
    expect([before.totals.pages, before.known_since]).toEqual([5, '2026-11-12T12:01:00.000Z']);
    clock.advance(5 * MINUTE_MS);
    await expect.poll(async () => (await visitors(0)).totals.pages).toBe(8);
    await expect.poll(async () => (await visitors(1)).totals.pages).toBe(8);
    clock.advance(5 * MINUTE_MS);
    for (const nth of [0, 1]) {
      const { totals, previous, share } = await visitors(nth);
      const { usable_p50_ms, usable_p95_ms, first_word_p50_ms, first_word_p95_ms, ...counts } = totals;
      expect([previous, share, counts]).toEqual([
        null,
        1,
        {
          pages: 8,
          failed_pages: 1,
          other_version_pages: 1,
          carriers: { direct: 8, relay: 0, poll: 0 },
          first_words: 7,
          failed_messages: waits.reduce((sum, _, at) => sum + (at % 3), 0),
          reconnects: 4,
          errors: {
            configuration: 0,
            unreachable: 0,
            socket_blocked: 1,
            too_many_windows: 0,
            expired: 0,
            no_history: 0,
            internal: 2,
          },
        },
      ]);
      const sorted = [...waits].sort((one, other) => one - other);
      const [median = 0, most = 0] = [sorted[3], sorted[6]];
      expect([
        within(median, first_word_p50_ms),
        within(most, first_word_p95_ms),
        within(median / 2, usable_p50_ms),
        within(most / 2, usable_p95_ms),
      ]).toEqual([true, true, true, true]);
    }
  });

  it('M-14.18: a relay that stops stores its reports first', async () => {
    const { relays, report, visitors } = await open();
    expect(await report(0, { version: VERSION, opened: 'usable' })).toBe(204);
    expect((await visitors(1)).totals.pages).toBe(0);
    await relays[0]?.close();
    expect((await visitors(1)).totals.pages).toBe(1);
  });

  it('M-14.18: says the share of pages that report, and counts only the range', async () => {
    const { clock, report, visitors } = await open(0.25);
    await report(0, { version: VERSION, opened: 'usable' });
    clock.advance(60 * MINUTE_MS);
    await report(0, { version: VERSION, opened: 'failed' });
    const from = new Date(NOON + 30 * MINUTE_MS).toISOString();
    const { share, totals } = await visitors(0, `?from=${from}`);
    expect([share, totals.pages, totals.failed_pages]).toEqual([0.25, 1, 1]);
    const past = `?from=${new Date(NOON - DAY_MS).toISOString()}&to=${new Date(NOON - 60 * MINUTE_MS).toISOString()}`;
    expect((await visitors(0, past)).totals).toBeNull();
  });

  if (hasRedis)
    it('M-14.18: two relays on one Redis have the same counts', async () => {
      const redis = await startRedis();
      closings.push(redis.stop);
      const clock = createFakeClock(Date.now());
      const relays = [1, 2].map(() => {
        const store = createRedisStore(redis.url, {
          clock: createFakeClock(NOON),
          onFailure() {},
          onChange() {},
        });
        closings.push(store.close);
        return createVisitorHistory({ clock, store, signal: new AbortController().signal });
      });
      for (const [nth, relay] of relays.entries())
        relay.add({ version: VERSION, carrier: 'direct', failed: nth + 1 });
      for (const relay of [...relays, ...relays]) await relay.flush();
      const start = Math.floor(clock.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
      const range = { from: start, to: start + 5 * MINUTE_MS };
      const counts = await Promise.all(
        relays.map(async (relay) => (await relay.read([range])).sums[0]?.counts),
      );
      expect(counts.map((of) => of?.failedMessages)).toEqual([3, 3]);
    });
});
