import type { Clock } from '../../base/clock.ts';

/** The time between the request to stop and the end. The relay still serves, while load balancers remove it. */
export function createDraining(clock: Clock, inMs: number, onBegin: () => void) {
  let draining: Promise<void> | undefined;
  let hasEnded = false;
  let stop = () => {};

  function drain(): Promise<void> {
    onBegin();
    return new Promise((resolve) => {
      const cancel = clock.after(inMs, resolve);
      stop = () => {
        cancel();
        resolve();
      };
    });
  }

  return {
    /** Resolves when the time is over or `end` is called. Idempotent. */
    begin(): Promise<void> {
      draining ??= hasEnded ? Promise.resolve() : drain();
      return draining;
    },
    hasBegun: () => draining !== undefined,
    /** Ends the time at once, also in advance. Idempotent. */
    end(): void {
      hasEnded = true;
      stop();
    },
  };
}
