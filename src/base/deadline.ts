import type { Clock } from './clock.ts';

/** A signal that goes off after `inMs` or with `stop`, whichever is first; `clear` ends the wait. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True once time was the reason. */
  readonly isOver: () => boolean;
  clear(): void;
}

export function startDeadline(clock: Clock, inMs: number, stop: AbortSignal): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const cancel = clock.after(inMs, () => {
    isOver = true;
    controller.abort();
  });
  // Not AbortSignal.any: it would leave something behind on `stop`, which lives as long as the relay.
  const onStop = () => controller.abort();
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  return {
    signal: controller.signal,
    isOver: () => isOver,
    clear() {
      cancel();
      stop.removeEventListener('abort', onStop);
    },
  };
}

/** Resolves after `inMs`, or at once when the signal goes off. */
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
