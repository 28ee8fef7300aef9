import { ENVIRONMENTS } from './plan.ts';
import type { Tally } from './rollup.ts';
import type { Shared } from './snapshot.ts';
import { DAY_MS, floorTo, HOUR_MS, type Range, WINDOW_MS } from './thinning.ts';
import type { Windows } from './windows.ts';

/** Counts of a window of five minutes, for the metrics of alert rules. */
export interface MetricStep {
  readonly conversations: number;
  /** Each bucket is followed by its count. */
  readonly latency: Uint32Array;
}

/** Consecutive steps. */
export interface MetricSteps {
  readonly known: Range;
  readonly steps: readonly MetricStep[];
}

/** Windows of five minutes are kept for this time. */
const RANGE_MS = 8 * DAY_MS;
/** A window changes for at most six hours, while it has conversations in progress, and once more at night. */
const FINAL_MS = 7 * HOUR_MS;
/** Windows to read without a pause, because every request of the relay waits for them. */
const AT_ONCE = 25;

const NOTHING: MetricStep = { conversations: 0, latency: new Uint32Array() };

export const stepOf = (tallies: readonly Pick<Tally, 'conversations' | 'latency'>[]): MetricStep => ({
  conversations: tallies.reduce((sum, tally) => sum + tally.conversations, 0),
  latency: Uint32Array.from(tallies.flatMap(({ latency }) => [...latency].flat())),
});

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

interface Known {
  /** Windows that are known in all environments. */
  readonly range: Range;
  readonly settledUntil: number;
  /** Windows that will be read again. */
  readonly open: ReadonlySet<number>;
}

async function readKnown(shared: Pick<Shared, 'readProgress'>, now: number): Promise<Known> {
  const known = await Promise.all(ENVIRONMENTS.map((environment) => shared.readProgress(environment)));
  const since = Math.max(...known.map((progress) => progress?.since ?? Number.POSITIVE_INFINITY));
  const until = Math.min(...known.map((progress) => progress?.until ?? 0));
  return {
    range:
      since < until
        ? { from: Math.max(since, floorTo(now - RANGE_MS, WINDOW_MS)), to: until }
        : { from: 0, to: 0 },
    settledUntil: Math.min(...known.map((progress) => progress?.settledUntil ?? 0)),
    open: new Set(known.flatMap((progress) => progress?.open.map(({ start }) => start) ?? [])),
  };
}

/**
 * Reads the steps of the last eight days, for all environments together. Steps that change at most once more stay in memory, about
 * 1 kB each for a busy project. Concurrent callers share one read.
 */
export function createMetricSteps({
  shared,
  windows,
  now,
}: {
  readonly shared: Pick<Shared, 'readProgress'>;
  readonly windows: Pick<Windows, 'read'>;
  readonly now: () => number;
}) {
  const kept = new Map<number, MetricStep>();
  /** End of the settled windows at the last read. */
  let keptUntil = Number.POSITIVE_INFINITY;
  let reading: Promise<MetricSteps> | undefined;

  async function readStep(start: number): Promise<MetricStep> {
    const rollups = await Promise.all(
      ENVIRONMENTS.map((environment) => windows.read(environment, { sizeMs: WINDOW_MS, start })),
    );
    const tallies = rollups.flatMap((rollup) => (rollup ? [rollup.all] : []));
    return tallies.length > 0 ? stepOf(tallies) : NOTHING;
  }

  async function read(): Promise<MetricSteps> {
    const { range: known, settledUntil, open } = await readKnown(shared, now());
    // Windows after the earlier of both have been read again, or will be.
    const changedFrom =
      settledUntil === keptUntil ? Number.POSITIVE_INFINITY : Math.min(settledUntil, keptUntil);
    keptUntil = settledUntil;
    for (const start of kept.keys()) if (start < known.from || start >= changedFrom) kept.delete(start);
    const steps: MetricStep[] = [];
    let reads = 0;
    for (let start = known.from; start < known.to; start += WINDOW_MS) {
      let step = kept.get(start);
      if (!step) {
        if (reads % AT_ONCE === 0) await pause();
        reads += 1;
        step = await readStep(start);
        if (start < now() - FINAL_MS && !open.has(start)) kept.set(start, step);
      }
      steps.push(step);
    }
    return { known, steps };
  }

  return (): Promise<MetricSteps> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
