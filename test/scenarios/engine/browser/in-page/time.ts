import type { PageStage } from './types.ts';

/** Clock, timers and frames of the page, in the engine's hands. */
export function installTime(stage: PageStage): void {
  const { timers } = stage;
  const NativeDate = Date;
  const now = () => timers.now() + stage.skewMs;

  class PageDate extends NativeDate {
    constructor(...values: []) {
      if (values.length === 0) super(now());
      else super(...values);
    }
    static override now(): number {
      return now();
    }
  }
  window.Date = PageDate as DateConstructor;

  const call = (handler: TimerHandler, values: unknown[]) => () => {
    if (typeof handler === 'function') handler(...values);
  };
  window.setTimeout = ((handler: TimerHandler, ms?: number, ...values: unknown[]) =>
    timers.set(call(handler, values), Number(ms) || 0)) as never;
  window.setInterval = ((handler: TimerHandler, ms?: number, ...values: unknown[]) =>
    timers.set(call(handler, values), Number(ms) || 0, Number(ms) || 0)) as never;
  window.clearTimeout = ((id?: number) => timers.clear(id ?? 0)) as never;
  window.clearInterval = window.clearTimeout;

  let frames = 0;
  window.requestAnimationFrame = (fn) => {
    frames += 1;
    stage.frames.set(frames, fn);
    return frames;
  };
  window.cancelAnimationFrame = (id) => {
    stage.frames.delete(id);
  };
}
