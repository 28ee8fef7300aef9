import { type Clock, systemClock } from '../base/clock.ts';
import { VERSION } from '../base/version.ts';
import { createSeededRandom } from '../emulator/seeded-random.ts';
import type { CarriedReport } from '../protocol/visitor-health.ts';
import { createVisitorHistory } from '../relay/admin/insights/visitor-history.ts';
import type { Store } from '../relay/store/store.ts';
import type { DemoTraffic } from './demo-traffic.ts';
import { WEEK } from './demo-traffic.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Shorter than the time for which a history writes its windows again. */
const STORED_EVERY_MS = 20 * HOUR_MS;

type Random = ReturnType<typeof createSeededRandom>;

/** The report of a synthetic page. One in fifty cannot connect. */
function reportOf({ next }: Random, slowdown: number): CarriedReport {
  const page = { version: next() < 0.03 ? '0.0.9' : VERSION, carrier: 'direct' } as const;
  if (next() < 0.02) return { ...page, opened: 'failed', errors: { socket_blocked: 1 } };
  return {
    ...page,
    opened: 'usable',
    usable_ms: 150 + 500 * next() ** 3,
    first_word_ms: slowdown * (500 + 2_500 * next() ** 4),
    reconnects: next() < 0.05 ? 1 : 0,
    failed: next() < 0.004 ? 1 : 0,
  };
}

/** Hours since Monday, 00:00 UTC. */
const hourOfWeek = (at: number): number => (Math.floor(at / HOUR_MS) + 3 * 24) % WEEK.length;

/** Adds the reports of the pages behind the past conversations of a traffic. */
export async function addVisitors(store: Store, { past, watched }: DemoTraffic): Promise<void> {
  const { from = 0, to = 0, count, seed = 1 } = past;
  const random = createSeededRandom(seed);
  let at = from;
  const clock: Clock = { ...systemClock(), now: () => at };
  const history = createVisitorHistory({ clock, store, signal: new AbortController().signal });
  const weights = WEEK.reduce((sum, weight) => sum + weight, 0) / WEEK.length;
  const perMinute = (count * MINUTE_MS) / (to - from) / weights;
  await history.flush();
  for (let stored = at; at < to; at += MINUTE_MS) {
    const slowdown = watched.some((range) => at >= range.from && at < range.to) ? 5 : 1;
    const due = perMinute * (WEEK[hourOfWeek(at)] ?? 0);
    const pages = Math.floor(due) + (random.next() < due % 1 ? 1 : 0);
    for (let page = 0; page < pages; page += 1) history.add(reportOf(random, slowdown));
    if (at - stored < STORED_EVERY_MS) continue;
    await history.flush();
    stored = at;
  }
  await history.flush();
}
