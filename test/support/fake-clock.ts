import type { Clock } from '../../src/base/clock.ts';

/** A clock that only a test moves. */
export interface FakeClock extends Clock {
  /** Moves time on by `ms`, running what falls due on the way, in order; also what those callbacks schedule in turn. */
  advance(ms: number): void;
  /** The machine slept: time moves on by `ms` at once, and what fell due meanwhile runs late. */
  jump(ms: number): void;
  /** How long until the next callback; undefined when none waits. */
  nextIn(): number | undefined;
  /** How many callbacks are waiting; 0 proves that everything was cancelled or has run. */
  waiting(): number;
}

interface Timer {
  readonly due: number;
  readonly fn: () => void;
}

export function createFakeClock(startAt: number = Date.UTC(2026, 10, 2, 9)): FakeClock {
  const timers = new Set<Timer>();
  let now = startAt;

  /** The next timer due by `end`; of several due at one moment, the one that was set first. */
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
