import type { Order } from '../../page.ts';
import type { Timers } from '../../timers.ts';
import type { PageStage } from './types.ts';

/** Orders are performed one task each; then everything that follows from them may happen, before the engine goes on. */

export const performTime = (timers: Timers) => (order: Order) => {
  if (order.do === 'advance') timers.advance(order.ms);
  else if (order.do === 'jump') timers.jump(order.ms);
  else if (order.do === 'throttle') timers.throttle(order.everyMs);
};

/** Tasks in a row that bring nothing new before the page counts as settled. */
const QUIET_TASKS = 4;
const LIMIT_MS = 3_000;

export function createSettle(stage: PageStage): (orders: readonly Order[]) => Promise<void> {
  const { timers, native } = stage;
  const channel = new MessageChannel();
  let waiting: (() => void)[] = [];
  channel.port1.onmessage = () => {
    const run = waiting;
    waiting = [];
    for (const it of run) it();
  };
  const task = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    });
  const realMs = (ms: number) => new Promise<void>((resolve) => native.setTimeout(resolve, ms));

  /** Frames, and timers that are due at once; whether there was anything. */
  function runDue(): boolean {
    const frames = [...stage.frames.values()];
    stage.frames.clear();
    for (const fn of frames) fn(native.performance.now());
    const isDue = timers.nextIn() === 0;
    if (isDue) timers.advance(0);
    return frames.length > 0 || isDue;
  }

  return async (orders) => {
    for (const order of orders) {
      for (const perform of stage.performers) perform(order);
      await task();
    }
    const until = native.performance.now() + LIMIT_MS;
    for (let quiet = 0; quiet < QUIET_TASKS && native.performance.now() < until; ) {
      const known = stage.news.length;
      await task();
      const hasRun = runDue();
      if (stage.busy > 0) await realMs(1);
      quiet = hasRun || stage.busy > 0 || stage.news.length > known ? 0 : quiet + 1;
    }
    stage.settled();
  };
}
