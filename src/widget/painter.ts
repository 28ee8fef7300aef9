/** Collects what wants to be drawn and draws it once per animation frame, however many chunks came in between. */
export interface Painter {
  /** Runs `paint` in the next frame; asking again before that changes nothing. */
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
    cancel = undefined;
    for (const paint of paints) paint();
    afterPaint();
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
