import type { Clock } from '../../../base/clock.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { PlatformError } from '../../../platform/index.ts';
import type { Lease } from './lease.ts';
import { ENVIRONMENTS, type Environment } from './plan.ts';
import type { InProgress, Present, Shared } from './snapshot.ts';
import type { Sources } from './sources.ts';
import { HOUR_MS } from './thinning.ts';

/** Interval of attempts to replace the collecting relay. */
export const STANDBY_MS = 30_000;
/** Interval of reads of the present. */
export const PRESENT_MS = 60_000;
/** Limit for the age of conversations in progress, and for their number. */
const MAX_AGE_MS = 6 * HOUR_MS;
const MAX_COUNTED = 2_000;

interface PresentPorts {
  readonly clock: Clock;
  readonly lease: Lease;
  readonly shared: Shared;
  readonly sources: Sources;
}

/**
 * Creates a function that reads the firing alerts, then the conversations in progress. It stores each at once. A failed read keeps
 * the old value and time, and does not affect the other. Resolves to the milliseconds until it is due again.
 */
export function createPresentReader({ clock, lease, shared, sources }: PresentPorts): () => Promise<number> {
  async function countInProgress(environment: Environment): Promise<Result<InProgress, PlatformError>> {
    const at = clock.now();
    let count = 0;
    for await (const row of sources.conversations(environment, { from: at - MAX_AGE_MS, to: at }, true)) {
      if (!row.ok) return row;
      count += 1;
      if (count >= MAX_COUNTED) return ok({ at, count, isComplete: false });
    }
    return ok({ at, count, isComplete: true });
  }

  return async () => {
    if (!(await lease.hold())) return STANDBY_MS;
    // Another relay may have done the last read.
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
  };
}
