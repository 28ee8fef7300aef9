/** Source of time. Tests replace it with a clock that they advance. Times are milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch; never goes backwards within one clock. */
  now(): number;
  /** Runs `fn` once after `inMs`. Returns an idempotent cancel function. */
  after(inMs: number, fn: () => void): () => void;
}

/** System clock. When the device's clock is set back, `now()` stays monotonic, so that no deadline moves away. */
export function systemClock(): Clock {
  let last = 0;
  let skew = 0;
  return {
    now() {
      const wall = Date.now() + skew;
      if (wall < last) skew += last - wall;
      last = Math.max(last, wall);
      return last;
    },
    after(inMs, fn) {
      const timer = setTimeout(fn, inMs);
      return () => clearTimeout(timer);
    },
  };
}
