import { createTimers } from '../../timers.ts';
import { createSettle, performTime } from './drive.ts';
import { installListeners } from './listeners.ts';
import { measure } from './measure.ts';
import { installNetwork } from './network.ts';
import { blockStorage, trackLocks } from './storage.ts';
import { installTime } from './time.ts';
import type { Driven, PageDoor, PageStage, Setup } from './types.ts';
import { createView } from './view.ts';
import { installWatch } from './watch.ts';

/** Runs in the page before anything else: time, sockets, calls and the network become the engine's. */
export function install(setup: Setup): void {
  const timers = createTimers(setup.startAt);
  const stage: PageStage = {
    timers,
    native: {
      setTimeout: window.setTimeout.bind(window),
      requestAnimationFrame: window.requestAnimationFrame.bind(window),
      performance: window.performance,
      parse: JSON.parse,
      stringify: JSON.stringify,
    },
    news: [],
    tell: (news) => {
      stage.news.push({ ...news, at: timers.now() } as never);
    },
    busy: 0,
    performers: [performTime(timers)],
    frames: new Map(),
    listeners: 0,
    skewMs: setup.clockOffsetMs,
    look: () => {},
    settled: () => {},
  };
  installTime(stage);
  installNetwork(stage, setup);
  trackLocks(stage);
  if (setup.blockedStorage) blockStorage(setup.blockedStorage);
  const sayings = installWatch(stage, setup);
  // Last: the engine's own listeners do not count.
  installListeners(stage);

  const settle = createSettle(stage);
  const door: PageDoor = {
    async drive(orders) {
      await settle(stage.native.parse(orders));
      const driven: Driven = { news: stage.news, nextIn: timers.nextIn() };
      stage.news = [];
      return stage.native.stringify(driven);
    },
    now: timers.now,
    view: createView(stage, sayings),
    remains: () => ({ timers: timers.waiting(), listeners: stage.listeners }),
    setClockOffset(ms) {
      stage.skewMs = ms;
    },
    setVisible(isVisible) {
      const state = isVisible ? 'visible' : 'hidden';
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => !isVisible });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    blockStorage,
    measure: (what) => measure(stage, what),
  };
  Object.defineProperty(window, setup.key, { value: door });
}
