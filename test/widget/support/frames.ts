import type { NextFrame } from '../../../src/widget/context/paint-scheduler.ts';

/** Animation frames under the control of a test. */
export interface Frames {
  readonly nextFrame: NextFrame;
  /** Runs the callbacks of one frame. */
  next(): void;
  /** Number of pending callbacks. */
  waiting(): number;
}

export function createFrames(): Frames {
  let requested = new Set<() => void>();
  return {
    nextFrame(fn) {
      const once = () => fn();
      requested.add(once);
      return () => requested.delete(once);
    },
    next() {
      const now = requested;
      requested = new Set();
      for (const fn of now) fn();
    },
    waiting: () => requested.size,
  };
}
