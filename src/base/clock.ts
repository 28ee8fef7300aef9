/** Where time comes from; a test puts a clock it can advance in its place. Times are milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch; never goes backwards within one clock. */
  now(): number;
  /** Runs `fn` once after `inMs`; the returned function cancels it and may be called twice. */
  after(inMs: number, fn: () => void): () => void;
}

/** The machine's clock. A device clock set back while we run is bridged, so that no deadline waits for ever. */
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
