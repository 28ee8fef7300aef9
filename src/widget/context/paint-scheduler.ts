import type { Clock } from '../../base/clock.ts';
import { reducesMotion } from './reduced-motion.ts';

/** Draws the due text; with `isWhole` all of it. */
export type Paint = (isWhole?: boolean) => void;

/**
 * Batches requested paints in an animation frame, with a pause after each. Thirty paints per second look like sixty, and
 * leave time for the page. With reduced motion text changes twenty times a second.
 */
export interface PaintScheduler {
  /** Runs `paint` in the next frame after the pause. Further requests of the same function before that have no effect. */
  request(paint: Paint): void;
  /** Runs the requested paints now, so that new content below them does not move. */
  flush(): void;
  dispose(): void;
}

/** Runs a callback before the next repaint. Returns a cancel function. */
export type NextFrame = (fn: () => void) => () => void;

/**
 * Pause after a paint: almost two frames at 60 Hz, or three. A frame costs the page a pass through its layout, even if nothing
 * is drawn in it.
 */
const PAUSE_MS = 28;
const CALM_PAUSE_MS = 45;

export function createPaintScheduler(
  nextFrame: NextFrame,
  clock: Clock,
  afterPaint: () => void,
  isCalm = reducesMotion,
): PaintScheduler {
  let requested = new Set<Paint>();
  let cancel: (() => void) | undefined;

  function flush(isWhole: boolean): void {
    cancel?.();
    const paints = requested;
    requested = new Set();
    cancel = clock.after(isCalm() ? CALM_PAUSE_MS : PAUSE_MS, paused);
    for (const paint of paints) paint(isWhole);
    afterPaint();
  }

  const paintDue = (): void => flush(false);

  function paused(): void {
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
