/**
 * Collects what wants to be drawn, however many chunks came in between, and draws it in every other animation frame: thirty
 * times a second nobody can tell from sixty, and the page around has the time in between.
 */
export interface Painter {
  /** Runs `paint` in the next frame, or in the one after; asking again before that changes nothing. */
  request(paint: () => void): void;
  dispose(): void;
}

/** Runs a callback before the next repaint; the returned function cancels it. */
export type NextFrame = (fn: () => void) => () => void;

export const browserFrames: NextFrame = (fn) => {
  const frame = requestAnimationFrame(fn);
  return () => cancelAnimationFrame(frame);
};

export function createPainter(nextFrame: NextFrame, afterPaint: () => void): Painter {
  let wanted = new Set<() => void>();
  let cancel: (() => void) | undefined;

  function flush(): void {
    const paints = wanted;
    wanted = new Set();
    cancel = nextFrame(rest);
    for (const paint of paints) paint();
    afterPaint();
  }

  function rest(): void {
    cancel = wanted.size > 0 ? nextFrame(flush) : undefined;
  }

  return {
    request(paint) {
      wanted.add(paint);
      cancel ??= nextFrame(flush);
    },
    dispose() {
      cancel?.();
      wanted.clear();
    },
  };
}
