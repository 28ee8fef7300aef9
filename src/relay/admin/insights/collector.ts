import type { Clock } from '../../../base/clock.ts';
import { pause } from '../../../base/deadline.ts';
import type { Log } from '../../log/log.ts';
import { StoreError } from '../../store/store.ts';
import { createConversationsReader } from './conversations-reader.ts';
import { type Lease, Released } from './lease.ts';
import { createPresentReader, STANDBY_MS } from './present-reader.ts';
import type { Shared } from './snapshot.ts';
import type { Sources } from './sources.ts';
import type { Windows } from './windows.ts';

const MINUTE_MS = 60_000;

/** Delays requests beyond so many a minute. Those of one minute may accumulate for the initial backfill. */
function createBudget(requestsPerMinute: number, clock: Clock, signal: AbortSignal) {
  const everyMs = MINUTE_MS / requestsPerMinute;
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    // The upper bound: the clock may have been ahead.
    nextAt = Math.min(Math.max(nextAt, clock.now() - MINUTE_MS), clock.now() + MINUTE_MS) + everyMs;
    const inMs = nextAt - clock.now();
    if (inMs > 0) await pause(clock, inMs, signal);
  };
}

export interface CollectorPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lease: Lease;
  readonly shared: Shared;
  readonly windows: Windows;
  readonly requestsPerMinute: number;
  /** Creates the sources. `permit` limits their requests. */
  readonly openSources: (permit: () => Promise<void>, signal: AbortSignal) => Sources;
}

/** Delay, because a starting relay has more urgent work. */
const START_MS = 1_000;
/** Delay after a bug. */
const BUG_MS = 600_000;

/** Keeps the rollups up to date. One of the relays that share the store does this. */
export function createCollector({ openSources, requestsPerMinute, ...ports }: CollectorPorts) {
  const { clock, log, lease } = ports;
  const stopping = new AbortController();
  const { signal } = stopping;
  const waitForBudget = createBudget(requestsPerMinute, clock, signal);
  const sources = openSources(async () => {
    await waitForBudget();
    if (signal.aborted || !(await lease.hold())) throw new Released();
  }, signal);

  /** Repeats an attempt after the milliseconds that it returns. */
  async function run(attempt: () => Promise<number>): Promise<void> {
    let waitMs = START_MS;
    while (!signal.aborted) {
      if (waitMs > 0) await pause(clock, waitMs, signal);
      if (signal.aborted) break;
      try {
        waitMs = await attempt();
      } catch (error) {
        const isExpected = error instanceof Released || error instanceof StoreError;
        // The store reports and counts its own failures. A bug in here must not end the relay.
        if (!isExpected)
          log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'rollups failed');
        waitMs = isExpected ? STANDBY_MS : BUG_MS;
      }
    }
  }

  async function runAll(): Promise<void> {
    await Promise.all([
      run(createPresentReader({ ...ports, sources })),
      run(createConversationsReader({ ...ports, sources, signal })),
    ]);
    await lease.release().catch(() => {});
  }

  let running: Promise<void> | undefined;
  return {
    /** Starts to collect after a second. Idempotent. */
    start(): void {
      if (!signal.aborted) running ??= runAll();
    },
    /** Stops permanently; another relay continues. Idempotent. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
