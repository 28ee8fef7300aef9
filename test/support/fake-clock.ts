import type { Clock } from '../../src/base/clock.ts';

/** Clock that only a test moves. */
export interface FakeClock extends Clock {
  /** Advances the time by `ms` and runs due callbacks in order, also those that callbacks schedule. */
  advance(ms: number): void;
  /** Simulates sleep: the time jumps by `ms`, and callbacks that were due meanwhile run late. */
  jump(ms: number): void;
  /** Milliseconds until the next callback; undefined when there is none. */
  nextIn(): number | undefined;
  /** Number of scheduled callbacks; 0 proves that every callback was cancelled or has run. */
  waiting(): number;
}

interface Timer {
  readonly due: number;
  readonly fn: () => void;
}

export function createFakeClock(startAt: number = Date.UTC(2026, 10, 2, 9)): FakeClock {
  const timers = new Set<Timer>();
  let now = startAt;

  /** Next timer due by `end`; of several with one due time, the one that was set first. */
  function nextBy(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer;
    }
    return next;
  }

  return {
    now: () => now,
    after(inMs, fn) {
      const timer: Timer = { due: now + Math.max(0, inMs), fn };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (let timer = nextBy(end); timer; timer = nextBy(end)) {
        timers.delete(timer);
        now = timer.due;
        timer.fn();
      }
      now = end;
    },
    jump(ms) {
      now += ms;
      for (let timer = nextBy(now); timer; timer = nextBy(now)) {
        timers.delete(timer);
        timer.fn();
      }
    },
    nextIn() {
      const next = nextBy(Number.POSITIVE_INFINITY);
      return next && Math.max(0, next.due - now);
    },
    waiting: () => timers.size,
  };
}
