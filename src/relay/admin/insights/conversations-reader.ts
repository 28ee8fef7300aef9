import type { Clock } from '../../../base/clock.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { PlatformError } from '../../../platform/index.ts';
import type { Log } from '../../log/log.ts';
import { type Lease, Released } from './lease.ts';
import {
  advance,
  beginProgress,
  ENVIRONMENTS,
  type Environment,
  nextTask,
  type Progress,
  type Task,
} from './plan.ts';
import { PRESENT_MS, STANDBY_MS } from './present-reader.ts';
import { latestOf, readWindows } from './read-windows.ts';
import type { Shared, Unreadable } from './snapshot.ts';
import type { Sources } from './sources.ts';
import type { Windows } from './windows.ts';

const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 600_000;

interface ConversationsPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lease: Lease;
  readonly shared: Shared;
  readonly windows: Windows;
  readonly sources: Sources;
  /** Stops the reader. */
  readonly signal: AbortSignal;
}

/** Creates a function that adds one due task of each environment to the rollups. Resolves to the milliseconds until the next one. */
export function createConversationsReader({
  clock,
  log,
  lease,
  shared,
  windows,
  sources,
  signal,
}: ConversationsPorts): () => Promise<number> {
  async function perform(
    environment: Environment,
    progress: Progress,
    task: Exclude<Task, { readonly type: 'wait' }>,
  ): Promise<Result<readonly Unreadable[], PlatformError>> {
    const reading = await readWindows(sources, environment, task.span);
    if (!reading.ok) return reading;
    const { read, unreadable } = reading.value;
    const open = read.filter((window) => window.rollup.all.inProgress > 0).map(({ start }) => start);
    const next = advance(progress, task, open, clock.now());
    if (!(await lease.hold())) throw new Released();
    await windows.write(read, { from: next.since, to: next.until });
    // Written last: without it another relay repeats everything.
    await shared.writeProgress(environment, next);
    return ok(unreadable);
  }

  /** Reads the next conversations of an environment. Returns the time until there are more. */
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

  /** Reports only the first of several consecutive failures. Returns the time until the next attempt. */
  async function failed(environment: Environment, { code, retryInMs = 0 }: PlatformError): Promise<number> {
    const { count, since } = failures.get(environment) ?? { count: 0, since: clock.now() };
    if (count === 0) log.warn({ code, environment }, 'unable to collect rollups');
    failures.set(environment, { count: count + 1, since });
    const status = await shared.readStatus();
    await shared.writeStatus({ ...status, failing: { ...status.failing, [environment]: { since, code } } });
    return Math.max(retryInMs, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** count));
  }

  /** Time of the next read, by environment. A failure of one does not delay the others. */
  const waits = new Map<Environment, { readonly since: number; readonly inMs: number }>();
  /** Milliseconds until an environment is due; 0 if the clock was ahead at the last read. */
  const dueIn = (environment: Environment): number => {
    const { since, inMs } = waits.get(environment) ?? { since: clock.now(), inMs: 0 };
    return clock.now() < since ? 0 : Math.max(0, since + inMs - clock.now());
  };

  return async () => {
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
  };
}
