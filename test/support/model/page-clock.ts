import type { Clock } from '../../../src/base/clock.ts';

/** Clock of one page. While the page is suspended no callback runs; due callbacks run when it is restored. */
export interface PageClock extends Clock {
  freeze(): void;
  thaw(): void;
  /** Number of scheduled callbacks. */
  waiting(): number;
}

export function createPageClock(clock: Clock): PageClock {
  const waiting = new Set<() => void>();
  let isFrozen = false;
  let overdue: (() => void)[] = [];
  return {
    now: clock.now,
    after(inMs, fn) {
      const run = () => {
        if (isFrozen) overdue.push(run);
        else if (waiting.delete(run)) fn();
      };
      waiting.add(run);
      const cancel = clock.after(inMs, run);
      return () => {
        waiting.delete(run);
        cancel();
      };
    },
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
      const late = overdue;
      overdue = [];
      for (const run of late) run();
    },
    waiting: () => waiting.size,
  };
}
