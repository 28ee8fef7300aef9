import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCollector } from '../../../../src/relay/admin/insights/collector.ts';
import { createLease } from '../../../../src/relay/admin/insights/lease.ts';
import { createMetricSteps } from '../../../../src/relay/admin/insights/metric-steps.ts';
import { createShared, isStale } from '../../../../src/relay/admin/insights/snapshot.ts';
import { DAY_MS, floorTo, HOUR_MS, WINDOW_MS } from '../../../../src/relay/admin/insights/thinning.ts';
import { createWindows } from '../../../../src/relay/admin/insights/windows.ts';
import { createLog } from '../../../../src/relay/node/log.ts';
import { createMemoryStore } from '../../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { shareOf } from '../../../support/sizes.ts';
import { createScriptedPlatform, type Scripted } from './support/scripted-sources.ts';

const NOW = Date.UTC(2026, 10, 2, 9, 2);
const TODAY = floorTo(NOW, DAY_MS);

function open({ requestsPerMinute = 60 } = {}) {
  const clock = createFakeClock(NOW);
  const store = createMemoryStore(clock);
  const platform = createScriptedPlatform(clock.now);
  const lines: string[] = [];
  const windows = createWindows({ store, now: clock.now, project: 'shop' });
  const shared = createShared(store, clock.now, 'shop');
  let relays = 0;
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  return {
    clock,
    store,
    platform,
    windows,
    shared,
    lines,
    /** A relay whose clock is ahead by so many milliseconds, now and later. */
    startRelay(aheadMs: () => number = () => 0) {
      relays += 1;
      const own = { ...clock, now: () => clock.now() + aheadMs() };
      const collector = createCollector({
        clock: own,
        log: createLog({ level: 'info', sink: { write: (line) => lines.push(line) }, clock, secrets: [] }),
        lease: createLease({ store, now: own.now, key: 'rollup-lease:shop', owner: `relay ${relays}` }),
        shared: createShared(store, own.now, 'shop'),
        windows: createWindows({ store, now: own.now, project: 'shop' }),
        requestsPerMinute,
        openSources: platform.open,
      });
      collector.start();
      return collector;
    },
    /** Lets time pass, in steps of at least a second, with all that is done meanwhile. */
    async pass(ms: number) {
      for (let left = ms; left > 0; ) {
        const step = Math.min(left, Math.max(1_000, clock.nextIn() ?? left));
        left -= step;
        clock.advance(step);
        await new Promise((resolve) => setImmediate(resolve));
        await settle();
      }
    },
    totals: (from = TODAY - 15 * DAY_MS, to = TODAY + 2 * DAY_MS) =>
      windows.sum('live', { from, to }, DAY_MS),
  };
}

const ALERT = {
  alert_rule_id: 'r-1',
  name: 'Slow turns',
  metric: 'turn_latency_p95',
  operator: '>',
  threshold_value: 900,
  window_duration: '5m',
  since: '2026-11-02T09:00:00Z',
  current_value: 1_200,
} as const;

let nth = 0;
const conversation = (startsAt: number, more: Partial<Scripted> = {}): Scripted => {
  nth += 1;
  return {
    id: `c-${nth}`,
    environment: 'live',
    startsAt,
    endsAt: startsAt + 60_000,
    channel: 'WEBCHAT',
    ...more,
  };
};

describe('a collector', () => {
  it('reads 15 days back to the beginning of a day, the newest first, and each conversation once', async () => {
    const { platform, startRelay, pass, shared, totals } = open();
    platform.all = Array.from({ length: 360 }, (_, at) => conversation(NOW - 600_000 - at * HOUR_MS));
    const relay = startRelay();
    await pass(5_000);
    const { since, until } = (await shared.readProgress('live')) ?? { since: 0, until: 0 };
    expect([since > TODAY - 15 * DAY_MS && since <= TODAY, until]).toEqual([true, NOW - 120_000]);
    await pass(120_000);
    expect((await shared.readProgress('live'))?.since).toBe(TODAY - 15 * DAY_MS);
    expect((await totals()).all.conversations).toBe(360);
    expect(new Set(platform.reads.values())).toEqual(new Set([1]));
    // A page for each of the 16 days that have begun.
    expect(platform.requests.filter((request) => request === 'conversations live').length).toBeLessThan(20);
    await relay.stop();
  });

  it('reads a window once it has closed, and again until its conversations have ended', async () => {
    const { clock, platform, startRelay, pass, totals } = open();
    const relay = startRelay();
    await pass(180_000);
    const [short, long] = [
      conversation(clock.now(), { endsAt: clock.now() + 60_000 }),
      conversation(clock.now(), { endsAt: clock.now() + 20 * 60_000 }),
    ];
    platform.all = [short, long];
    await pass(2 * WINDOW_MS);
    const soon = (await totals()).all;
    await pass(HOUR_MS);
    const later = (await totals()).all;
    expect([soon.conversations, soon.inProgress, soon.seconds]).toEqual([2, 1, 60]);
    expect([later.conversations, later.inProgress, later.seconds]).toEqual([2, 0, 60 + 1_200]);
    // Every ten minutes as one of the last hour, and as one in progress.
    expect(platform.reads.get(long.id)).toBeLessThanOrEqual(6 + 4);
    await relay.stop();
  });

  it('gives up on conversations that do not end', async () => {
    const { clock, platform, startRelay, pass, shared, totals } = open();
    platform.all = [{ ...conversation(NOW - 600_000), endsAt: Number.POSITIVE_INFINITY }];
    const relay = startRelay();
    await pass(180_000);
    for (let hour = 0; hour < 8; hour += 1) {
      clock.advance(HOUR_MS);
      await pass(30_000);
    }
    expect((await shared.readProgress('live'))?.open).toEqual([]);
    expect((await totals()).all.inProgress).toBe(1);
    await relay.stop();
  });

  it('one of several relays reads, and another takes over when it stops', async () => {
    const { clock, platform, startRelay, pass, totals } = open();
    // Older than those that are read again.
    platform.all = Array.from({ length: 100 }, (_, at) => conversation(NOW - (at + 2) * HOUR_MS));
    const relays = [startRelay(), startRelay(), startRelay()];
    await pass(180_000);
    const requests = platform.requests.length;
    await relays[0]?.stop();
    platform.all = [...platform.all, conversation(clock.now())];
    await pass(2 * WINDOW_MS);
    expect(new Set([...platform.reads.values()].slice(0, 100))).toEqual(new Set([1]));
    expect((await totals()).all.conversations).toBe(101);
    expect(platform.requests.length - requests).toBeLessThan(60);
    for (const relay of relays) await relay.stop();
    expect(clock.waiting()).toBe(0);
  });

  it.each([60, 30])('sends at most %i requests a minute after a first burst', async (requestsPerMinute) => {
    const { platform, startRelay, pass } = open({ requestsPerMinute });
    platform.all = Array.from({ length: 200 }, (_, at) => conversation(NOW - 600_000 - at * HOUR_MS));
    const relay = startRelay();
    await pass(8_000);
    expect(platform.requests.length).toBeGreaterThanOrEqual(requestsPerMinute);
    expect(platform.requests.length).toBeLessThanOrEqual(requestsPerMinute * (1 + 8 / 60));
    await relay.stop();
  });

  it('reports a failing platform once, tries again ever later, and goes on', async () => {
    const { clock, platform, startRelay, pass, shared, lines } = open();
    platform.error = { code: 'UNAUTHORIZED', status: 502, message: 'no', errors: [] };
    const relay = startRelay();
    await pass(600_000);
    const requests = platform.requests.filter((request) => request === 'conversations live');
    expect(requests.length).toBeLessThan(12);
    const failing = { since: NOW + 1_000, code: 'UNAUTHORIZED' };
    expect((await shared.readStatus()).failing).toMatchObject({ live: failing, sandbox: failing });
    platform.error = undefined;
    clock.advance(600_000);
    await pass(180_000);
    expect((await shared.readStatus()).failing).toEqual({});
    const ofLive = lines.map((line) => JSON.parse(line)).filter((line) => line.environment === 'live');
    expect(ofLive.map(({ msg }) => msg)).toEqual(['unable to collect rollups', 'collects rollups again']);
    await relay.stop();
  });

  it('reads conversations while the host of alerts fails, and asks it once a minute', async () => {
    const { platform, startRelay, pass, shared, totals } = open();
    platform.all = [conversation(NOW - 600_000)];
    platform.baseError = { code: 'UNAUTHORIZED', status: 502, message: 'no', errors: [] };
    const relay = startRelay();
    await pass(180_000);
    expect((await totals()).all.conversations).toBe(1);
    expect([(await shared.readPresent()).alerts, (await shared.readStatus()).failing]).toEqual([null, {}]);
    expect(platform.requests.filter((request) => request === 'alerts').length).toBeLessThanOrEqual(3);
    await relay.stop();
  });

  it('tells within a minute what fires while conversations cannot be read', async () => {
    const { platform, startRelay, pass, shared } = open();
    platform.conversationsError = { code: 'UNEXPECTED_ANSWER', status: 502, message: 'no', errors: [] };
    const relay = startRelay();
    await pass(180_000);
    platform.firing = [ALERT];
    await pass(61_000);
    expect((await shared.readPresent()).alerts?.firing).toEqual(platform.firing);
    expect((await shared.readStatus()).failing.live?.code).toBe('UNEXPECTED_ANSWER');
    await relay.stop();
  });

  it('counts a conversation of which only the head can be read, and names it once', async () => {
    const { platform, startRelay, pass, shared, totals } = open();
    const long = conversation(NOW - 600_000, { isTooLong: true, endsAt: NOW + 600_000 });
    platform.all = [conversation(NOW - 600_000), long];
    const relay = startRelay();
    await pass(HOUR_MS);
    const { conversations, unreadable } = (await totals()).all;
    expect([conversations, unreadable]).toEqual([2, 1]);
    expect((await shared.readStatus()).unreadable).toEqual([
      { environment: 'live', id: long.id, startedAt: long.startsAt },
    ]);
    await relay.stop();
  });

  it('keeps few of the names that a hostile platform invents, and counts all conversations', async () => {
    const { platform, startRelay, pass, windows } = open();
    const start = floorTo(NOW - 600_000, WINDOW_MS);
    platform.all = Array.from({ length: 3_000 }, (_, at) => {
      const name = `invented ${at} ${'x'.repeat(10_000)}`;
      return conversation(start, {
        channel: name,
        variant_name: name,
        handoff: true,
        handoff_reason: name,
      });
    });
    const relay = startRelay();
    await pass(5_000);
    const kept = await windows.read('live', { sizeMs: WINDOW_MS, start });
    const names = [kept?.channels, kept?.variants, kept?.reasons].map((it) => [...(it?.named.keys() ?? [])]);
    expect([kept?.all.conversations, ...names.map((it) => it.length)]).toEqual([3_000, 50, 50, 50]);
    expect(names.flat().every((name) => name.length <= 120)).toBe(true);
    await relay.stop();
  });

  it('reads the other environments while one cannot be read', async () => {
    const { platform, startRelay, pass, shared, windows } = open();
    platform.all = [conversation(NOW - 600_000), { ...conversation(NOW - 600_000), environment: 'sandbox' }];
    platform.conversationsError = { code: 'UNEXPECTED_ANSWER', status: 502, message: 'no', errors: [] };
    platform.failingEnvironment = 'live';
    const relay = startRelay();
    await pass(HOUR_MS);
    const range = { from: TODAY, to: TODAY + DAY_MS };
    const sums = [await windows.sum('live', range, DAY_MS), await windows.sum('sandbox', range, DAY_MS)];
    expect(sums.map(({ all }) => all.conversations)).toEqual([0, 1]);
    expect(Object.keys((await shared.readStatus()).failing)).toEqual(['live']);
    await relay.stop();
  });

  it('keeps what fired, with its time, while that cannot be read', async () => {
    const { clock, platform, startRelay, pass, shared } = open();
    platform.firing = [ALERT];
    const relay = startRelay();
    await pass(5_000);
    const before = (await shared.readPresent()).alerts;
    platform.baseError = { code: 'UNAVAILABLE', status: 502, message: 'no', errors: [] } as never;
    await pass(240_000);
    const after = (await shared.readPresent()).alerts;
    expect([after, isStale(after?.at ?? 0, clock.now())]).toEqual([before, true]);
    await relay.stop();
  });

  it('counts the conversations in progress now', async () => {
    const { clock, platform, startRelay, pass, shared } = open();
    platform.all = [conversation(NOW), conversation(NOW, { endsAt: NOW + HOUR_MS })];
    const relay = startRelay();
    await pass(130_000);
    const { inProgress, alerts } = await shared.readPresent();
    const { updatedAt } = await shared.readStatus();
    expect(inProgress.live).toMatchObject({ count: 1, isComplete: true });
    expect([updatedAt ?? 0, alerts?.at ?? 0].every((at) => clock.now() - at < 130_000)).toBe(true);
    await relay.stop();
  });

  it('counts a conversation that the platform lists 10 minutes late, within 15 minutes', async () => {
    const { clock, platform, startRelay, pass, totals } = open();
    const relays = [startRelay(), startRelay()];
    await pass(180_000);
    const startsAt = clock.now();
    platform.all = [conversation(startsAt), conversation(startsAt, { listedAt: startsAt + 600_000 })];
    await pass(590_000);
    expect((await totals()).all.conversations).toBe(1);
    await pass(15 * 60_000);
    expect((await totals()).all.conversations).toBe(2);
    // By one of the relays, at most every ten minutes.
    const requests = platform.requests.length;
    await pass(HOUR_MS);
    const lists = platform.requests.slice(requests).filter((it) => it === 'conversations live');
    expect(lists.length).toBeLessThanOrEqual(12 + 6);
    for (const relay of relays) await relay.stop();
  });

  it('counts a conversation that is listed hours late after the next night, in the metric of rules too', async () => {
    const { clock, platform, windows, startRelay, pass, shared, totals } = open();
    const relay = startRelay();
    await pass(180_000);
    const startsAt = clock.now();
    platform.all = [conversation(startsAt), conversation(startsAt, { listedAt: startsAt + 3 * HOUR_MS })];
    const readSteps = createMetricSteps({ shared, windows, now: clock.now });
    const counted = async () =>
      (await readSteps()).steps.reduce((sum, { conversations }) => sum + conversations, 0);
    for (let hour = 0; hour < 14; hour += 1) {
      clock.advance(HOUR_MS);
      await pass(60_000);
    }
    expect([(await totals()).all.conversations, await counted()]).toEqual([1, 1]);
    clock.advance(TODAY + DAY_MS + 2 * HOUR_MS - clock.now());
    await pass(60_000);
    expect([(await totals()).all.conversations, await counted()]).toEqual([2, 2]);
    const reads = platform.reads.get(platform.all[0]?.id ?? '');
    clock.advance(6 * HOUR_MS);
    await pass(120_000);
    expect(platform.reads.get(platform.all[0]?.id ?? '')).toBe(reads);
    await relay.stop();
  });

  it.each([1, 9, 90])(
    'loses nothing when its clock was an hour ahead for %i minutes and is right then',
    async (minutes) => {
      const { clock, platform, startRelay, pass, shared, windows } = open();
      let aheadMs = HOUR_MS;
      platform.all = Array.from({ length: 90 }, (_, at) =>
        conversation(NOW - HOUR_MS + at * 3 * 60_000 + 1_000),
      );
      const relay = startRelay(() => aheadMs);
      await pass(minutes * 60_000);
      aheadMs = 0;
      /** All that is said to be known is true. */
      async function check(): Promise<number> {
        const { since, until } = (await shared.readProgress('live')) ?? { since: 0, until: 0 };
        expect(until).toBeLessThanOrEqual(clock.now());
        const known = platform.all.filter(({ startsAt }) => startsAt >= since && startsAt < until);
        const sum = since < until ? await windows.sum('live', { from: since, to: until }, DAY_MS) : undefined;
        expect(sum?.all.conversations ?? 0).toBe(known.length);
        return known.length;
      }
      await check();
      for (let minute = 0; minute < 12; minute += 1) {
        await pass(60_000);
        await check();
      }
      const closed = platform.all.filter(({ startsAt }) => startsAt < clock.now() - WINDOW_MS - 60_000);
      expect(await check()).toBeGreaterThanOrEqual(closed.length);
      await relay.stop();
    },
  );

  it('takes over from a relay whose clock was an hour ahead', async () => {
    const { clock, platform, startRelay, pass, shared, totals } = open();
    platform.all = Array.from({ length: 60 }, (_, at) => conversation(NOW + at * 60_000));
    const wrong = startRelay(() => HOUR_MS);
    await pass(20 * 60_000);
    await wrong.stop();
    expect((await shared.readProgress('live'))?.until).toBeLessThanOrEqual(clock.now());
    const relay = startRelay();
    await pass(50 * 60_000);
    const { all } = await totals();
    expect([all.conversations, all.inProgress]).toEqual([60, 0]);
    await relay.stop();
  });

  it('gives the same sums whatever the time of restarts and the number of relays', async () => {
    const script = fc.record({
      starts: fc.array(fc.tuple(fc.nat(8 * 288), fc.nat(40)), { minLength: 1, maxLength: 12 }),
      restarts: fc.array(fc.nat(90), { maxLength: 3 }),
      relays: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(script, async ({ starts, restarts, relays }) => {
        const { clock, platform, startRelay, pass, totals } = open();
        platform.all = starts.map(([ago, minutes]) => {
          const startsAt = NOW - 600_000 - ago * WINDOW_MS;
          return conversation(Math.max(startsAt, TODAY - 8 * DAY_MS), {
            endsAt: startsAt + (minutes + 1) * 60_000,
          });
        });
        let running = Array.from({ length: relays }, () => startRelay());
        for (const seconds of restarts) {
          await pass(seconds * 1_000);
          for (const relay of running) await relay.stop();
          running = Array.from({ length: relays }, () => startRelay());
        }
        await pass(150_000);
        clock.advance(HOUR_MS);
        await pass(60_000);
        for (const relay of running) await relay.stop();
        const { conversations, inProgress, seconds } = (await totals()).all;
        const expected = platform.all.reduce(
          (sum, conversation) => sum + ((conversation.endsAt ?? 0) - conversation.startsAt) / 1_000,
          0,
        );
        expect({ conversations, inProgress, seconds }).toEqual({
          conversations: starts.length,
          inProgress: 0,
          seconds: expected,
        });
      }),
      { numRuns: shareOf(25) },
    );
  });
});
