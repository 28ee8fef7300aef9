import type { NextFrame } from '../../../src/widget/painter.ts';

/** Animation frames that only a test lets pass. */
export interface Frames {
  readonly nextFrame: NextFrame;
  /** Lets one frame pass. */
  pass(): void;
  waiting(): number;
}

export function createFrames(): Frames {
  let wanted = new Set<() => void>();
  return {
    nextFrame(fn) {
      const once = () => fn();
      wanted.add(once);
      return () => wanted.delete(once);
    },
    pass() {
      const now = wanted;
      wanted = new Set();
      for (const fn of now) fn();
    },
    waiting: () => wanted.size,
  };
}
