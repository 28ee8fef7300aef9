import type { Clock } from '../../../base/clock.ts';
import { pause } from '../../../base/deadline.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { PlatformError } from '../../../platform/index.ts';
import type { Log } from '../../log/log.ts';
import { StoreError } from '../../store/store.ts';
import { createBudget } from './budget.ts';
import type { Lease } from './lease.ts';
import {
  advance,
  beginProgress,
  ENVIRONMENTS,
  type Environment,
  nextTask,
  type Progress,
  type Task,
} from './plan.ts';
import { latestOf, readWindows } from './read-windows.ts';
import type { InProgress, Present, Shared, Unreadable } from './snapshot.ts';
import type { Sources } from './sources.ts';
import { HOUR_MS } from './thinning.ts';
import type { Windows } from './windows.ts';

export interface CollectorPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lease: Lease;
  readonly shared: Shared;
  readonly windows: Windows;
  /** Creates the sources. `permit` limits their requests. */
  readonly openSources: (permit: () => Promise<void>, signal: AbortSignal) => Sources;
}

/** A relay that starts has other things to do. */
const START_MS = 1_000;
/** Between attempts to take over from the relay that collects. */
const STANDBY_MS = 30_000;
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 600_000;
/** Time from one reading of the present to the next. */
const PRESENT_MS = 60_000;
/** Conversations in progress began at most this long ago, and more are not counted. */
const MAX_AGE_MS = 6 * HOUR_MS;
const MAX_COUNTED = 2_000;

/** The lease has passed to another relay, or the relay stops. */
class Released extends Error {}

/** Keeps the rollups up to date, as one of all relays that share the store. */
export function createCollector({ clock, log, lease, shared, windows, openSources }: CollectorPorts) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const waitForBudget = createBudget(clock, signal);
  const sources = openSources(async () => {
    await waitForBudget();
    if (signal.aborted || !(await lease.hold())) throw new Released();
  }, signal);

  async function perform(
    environment: Environment,
    progress: Progress,
    task: Exclude<Task, { readonly type: 'wait' }>,
  ): Promise<Result<readonly Unreadable[], PlatformError>> {
    const reading = await readWindows(sources, environment, task.span);
    if (!reading.ok) return reading;
    const { read, unreadable } = reading.value;
    const open = read.filter((it) => it.rollup.all.inProgress > 0).map(({ start }) => start);
    const next = advance(progress, task, open, clock.now());
    if (!(await lease.hold())) throw new Released();
    await windows.write(read, { from: next.since, to: next.until });
    // Last: until then another relay would do all of it again.
    await shared.writeProgress(environment, next);
    return ok(unreadable);
  }

  async function countInProgress(environment: Environment): Promise<Result<InProgress, PlatformError>> {
    const at = clock.now();
    let count = 0;
    for await (const it of sources.conversations(environment, { from: at - MAX_AGE_MS, to: at }, true)) {
      if (!it.ok) return it;
      count += 1;
      if (count >= MAX_COUNTED) return ok({ at, count, isComplete: false });
    }
    return ok({ at, count, isComplete: true });
  }

  /**
   * Reads the present: what fires, then what is in progress. Each is written at once, and stays with its time when it cannot be read, whatever
   * happens to the others. Returns the time until it is due again.
   */
  async function readPresent(): Promise<number> {
    if (!(await lease.hold())) return STANDBY_MS;
    // Another relay may have read it last.
    let present: Present = await shared.readPresent();
    const at = clock.now();
    const alerts = await sources.alerts();
    if (alerts.ok) {
      present = { ...present, alerts: alerts.value ? { at, firing: alerts.value } : null };
      await shared.writePresent(present);
    }
    for (const environment of ENVIRONMENTS) {
      const counted = await countInProgress(environment);
      if (!counted.ok) continue;
      present = { ...present, inProgress: { ...present.inProgress, [environment]: counted.value } };
      await shared.writePresent(present);
    }
    return PRESENT_MS;
  }

  /** Reads the conversations of an environment that are next. Returns the time until there are more. */
  async function step(environment: Environment): Promise<Result<number, PlatformError>> {
    const progress = (await shared.readProgress(environment)) ?? beginProgress(clock.now());
    const task = nextTask(progress, clock.now());
    const done = task.type === 'wait' ? ok([]) : await perform(environment, progress, task);
    if (!done.ok) return done;
    const { unreadable, failing } = await shared.readStatus();
    const { [environment]: _, ...others } = failing;
    await shared.writeStatus({
      updatedAt: clock.now(),
      failing: others,
      unreadable: latestOf([...unreadable, ...done.value]),
    });
    return ok(task.type === 'wait' ? Math.min(task.until - clock.now(), PRESENT_MS) : 0);
  }

  const failures = new Map<Environment, { readonly count: number; readonly since: number }>();

  /** Reports only the first of several failures in a row. Returns the time until the next attempt. */
  async function failed(environment: Environment, { code, retryInMs = 0 }: PlatformError): Promise<number> {
    const { count, since } = failures.get(environment) ?? { count: 0, since: clock.now() };
    if (count === 0) log.warn({ code, environment }, 'unable to collect rollups');
    failures.set(environment, { count: count + 1, since });
    const status = await shared.readStatus();
    await shared.writeStatus({ ...status, failing: { ...status.failing, [environment]: { since, code } } });
    return Math.max(retryInMs, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** count));
  }

  /** When each environment is read next. A fault of one does not keep the others. */
  const waits = new Map<Environment, { readonly since: number; readonly inMs: number }>();
  /** Milliseconds until an environment is due. None if the clock was ahead when it was read. */
  const dueIn = (environment: Environment): number => {
    const { since, inMs } = waits.get(environment) ?? { since: clock.now(), inMs: 0 };
    return clock.now() < since ? 0 : Math.max(0, since + inMs - clock.now());
  };

  /** Reads what is due, one task of each environment. Returns the time until more is. */
  async function readConversations(): Promise<number> {
    if (!(await lease.hold())) return STANDBY_MS;
    for (const environment of ENVIRONMENTS) {
      if (dueIn(environment) > 0) continue;
      const done = await step(environment);
      if (signal.aborted) return 0;
      const inMs = done.ok ? done.value : await failed(environment, done.error);
      waits.set(environment, { since: clock.now(), inMs });
      if (!done.ok || !failures.has(environment)) continue;
      log.info({ environment, failures: failures.get(environment)?.count }, 'collects rollups again');
      failures.delete(environment);
    }
    return Math.min(...ENVIRONMENTS.map(dueIn));
  }

  /** Does something again and again, each time after the milliseconds that it returns. */
  async function run(attempt: () => Promise<number>): Promise<void> {
    let waitMs = START_MS;
    while (!signal.aborted) {
      if (waitMs > 0) await pause(clock, waitMs, signal);
      if (signal.aborted) break;
      try {
        waitMs = await attempt();
      } catch (error) {
        const isExpected = error instanceof Released || error instanceof StoreError;
        // The store reports and counts its failures itself. No bug in here may end the relay.
        if (!isExpected)
          log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'rollups failed');
        waitMs = isExpected ? STANDBY_MS : LAST_RETRY_MS;
      }
    }
  }

  async function runAll(): Promise<void> {
    await Promise.all([run(readPresent), run(readConversations)]);
    await lease.release().catch(() => {});
  }

  let running: Promise<void> | undefined;
  return {
    /** Begins to collect a second later. Idempotent. */
    start(): void {
      if (!signal.aborted) running ??= runAll();
    },
    /** Stops for good, and leaves the rest to another relay. Idempotent. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
