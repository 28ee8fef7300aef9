/** Draws what is due; with `isWhole` everything. */
export type Paint = (isWhole?: boolean) => void;

/**
 * Runs requested paints together, in every other animation frame. Thirty paints per second look like sixty, and leave time
 * for the page.
 */
export interface PaintScheduler {
  /** Runs `paint` in one of the next two frames. Further requests of the same function before that have no effect. */
  request(paint: Paint): void;
  /** Runs the requested paints now: what is about to appear below them then does not move. */
  flush(): void;
  dispose(): void;
}

/** Runs a callback before the next repaint. Returns a function that cancels it. */
export type NextFrame = (fn: () => void) => () => void;

export function createPaintScheduler(nextFrame: NextFrame, afterPaint: () => void): PaintScheduler {
  let requested = new Set<Paint>();
  let cancel: (() => void) | undefined;

  function flush(isWhole: boolean): void {
    cancel?.();
    const paints = requested;
    requested = new Set();
    cancel = nextFrame(skipFrame);
    for (const paint of paints) paint(isWhole);
    afterPaint();
  }

  const paintDue = (): void => flush(false);

  function skipFrame(): void {
    cancel = requested.size > 0 ? nextFrame(paintDue) : undefined;
  }

  return {
    request(paint) {
      requested.add(paint);
      cancel ??= nextFrame(paintDue);
    },
    flush() {
      if (requested.size > 0) flush(true);
    },
    dispose() {
      cancel?.();
      requested.clear();
    },
  };
}
