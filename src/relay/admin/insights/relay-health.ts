import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import type { Clock } from '../../../base/clock.ts';
import { pause } from '../../../base/deadline.ts';
import type { SiteMetrics } from '../../services/metrics.ts';
import type { Lists } from '../../store/store.ts';
import { DAY_MS, type Range, WINDOW_MS } from './thinning.ts';

/** Counts of the relays' work in a period. */
const counts = z.object({
  sessions: z.number(),
  refusals: z.number(),
  upstreamErrors: z.number(),
  webhooks: z.number(),
});
export type HealthCounts = z.output<typeof counts>;

const entry = counts.extend({ at: z.number() });

/** The health of all relays that share the store. */
export type RelayHealth = ReturnType<typeof createRelayHealth>;

const NONE: HealthCounts = { sessions: 0, refusals: 0, upstreamErrors: 0, webhooks: 0 };
const NAMES = Object.keys(NONE) as (keyof HealthCounts)[];
/** The report of yesterday compares it with the day a week before. */
const KEPT_MS = 10 * DAY_MS;
/** Two relays for all this time, or more for fewer days. An entry has about 90 bytes. */
const MAX_ENTRIES = 6_000;

const combine = (a: HealthCounts, b: HealthCounts, sign: 1 | -1): HealthCounts =>
  Object.fromEntries(NAMES.map((name) => [name, a[name] + sign * b[name]])) as HealthCounts;

/** Returns the health of a site by its name. A reconfigured site keeps it, so that nothing is counted twice. */
export function createHealthBook(clock: Clock, signal: AbortSignal) {
  const bySite = new Map<string, RelayHealth>();
  return (
    name: string,
    ports: { readonly metrics: Pick<SiteMetrics, 'totals'>; readonly store: Lists },
  ): RelayHealth => {
    const health = bySite.get(name) ?? createRelayHealth({ ...ports, clock, signal });
    bySite.set(name, health);
    return health;
  };
}

function createRelayHealth({
  clock,
  metrics,
  store,
  signal,
}: {
  readonly clock: Clock;
  readonly metrics: Pick<SiteMetrics, 'totals'>;
  readonly store: Lists;
  readonly signal: AbortSignal;
}) {
  const list = store.list({ name: 'relay-health', maxEntries: MAX_ENTRIES, maxAgeMs: KEPT_MS });
  let written = NONE;
  const since = async () => combine(await metrics.totals(), written, -1);

  async function write(added: HealthCounts): Promise<void> {
    try {
      await list.append(JSON.stringify({ ...added, at: clock.now() }));
      written = combine(written, added, 1);
    } catch {
      // The store is unavailable and reports that itself. The next write includes these counts.
    }
  }

  async function run(): Promise<void> {
    // The first entry marks the beginning of the known counts.
    await write(NONE);
    while (!signal.aborted) {
      await pause(clock, WINDOW_MS, signal);
      const added = await since();
      if (NAMES.some((name) => added[name] !== 0)) await write(added);
    }
  }

  let isRunning = false;
  return {
    /** Stores the work of this relay every five minutes. Idempotent. */
    start(): void {
      if (isRunning) return;
      isRunning = true;
      void run();
    },
    /** Visitors' sockets that are open at this relay. */
    sockets: async (): Promise<number> => (await metrics.totals()).sockets,
    /** The sum of each range, and the beginning of the complete counts; undefined: there are none. */
    async read(ranges: readonly Range[]) {
      const entries = (await list.read(MAX_ENTRIES)).flatMap(
        (text) => entry.safeParse(parseJson(text)).data ?? [],
      );
      const all = [...entries, { ...(await since()), at: clock.now() }];
      const sums = ranges.map(({ from, to }) =>
        all.filter(({ at }) => at >= from && at < to).reduce((sum, counts) => combine(sum, counts, 1), NONE),
      );
      return { sums, knownSince: entries.at(-1)?.at };
    },
  };
}
