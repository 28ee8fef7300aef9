import type { Clock } from './clock.ts';

/** Abort signal that fires after a time or together with another signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True when the time has passed; false when only `stop` fired. */
  readonly hasExpired: () => boolean;
  /** Removes the timer and the listener on `stop`. */
  clear(): void;
}

/** Starts a deadline that aborts after `inMs` or when `stop` aborts, whichever comes first. */
export function startDeadline(clock: Clock, inMs: number, stop: AbortSignal): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const cancel = clock.after(inMs, () => {
    isOver = true;
    controller.abort();
  });
  // AbortSignal.any would keep a reference on `stop`, and `stop` lives as long as the relay.
  const onStop = () => controller.abort();
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  return {
    signal: controller.signal,
    hasExpired: () => isOver,
    clear() {
      cancel();
      stop.removeEventListener('abort', onStop);
    },
  };
}

/** Resolves after `inMs`, or immediately when the signal aborts. */
export function pause(clock: Clock, inMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const cancel = clock.after(inMs, finish);
    signal.addEventListener('abort', finish, { once: true });
    function finish() {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    }
  });
}
