import type { InPageEngine } from './types.ts';

/** Replaces the page's clock, timers and animation frames. */
export function installTime(engine: InPageEngine): void {
  const { timers } = engine;
  const NativeDate = Date;
  const now = () => timers.now() + engine.skewMs;

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
  // The client has one timer, which ticks its steps. The others are the views'.
  const isClients = (handler: TimerHandler) => /\btype:\s*["']tick["']/.test(String(handler));
  window.setTimeout = ((handler: TimerHandler, ms?: number, ...values: unknown[]) => {
    const run = call(handler, values);
    const id = timers.set(() => {
      engine.clientTimers.delete(id);
      run();
    }, Number(ms) || 0);
    if (isClients(handler)) engine.clientTimers.add(id);
    return id;
  }) as never;
  window.setInterval = ((handler: TimerHandler, ms?: number, ...values: unknown[]) =>
    timers.set(call(handler, values), Number(ms) || 0, Number(ms) || 0)) as never;
  window.clearTimeout = ((id = 0) => {
    engine.clientTimers.delete(id);
    timers.clear(id);
  }) as never;
  window.clearInterval = window.clearTimeout;

  let frames = 0;
  window.requestAnimationFrame = (fn) => {
    frames += 1;
    engine.frames.set(frames, fn);
    return frames;
  };
  window.cancelAnimationFrame = (id) => {
    engine.frames.delete(id);
  };
}
