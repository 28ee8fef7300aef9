import { createTimers } from '../../timers.ts';
import { createExecutor, executeTimeCommand } from './execute.ts';
import { installListeners } from './listeners.ts';
import { measure } from './measure.ts';
import { installNetwork } from './network.ts';
import { installObserver } from './observer.ts';
import { blockStorage, trackLocks } from './storage.ts';
import { installTime } from './time.ts';
import type { ExecutionResult, InPageApi, InPageEngine, Setup } from './types.ts';
import { createView } from './view.ts';

/** Replaces time, sockets, relay calls and the network of the page. Runs before anything else in the page. */
export function install(setup: Setup): void {
  const timers = createTimers(setup.startAt);
  const engine: InPageEngine = {
    timers,
    native: {
      setTimeout: window.setTimeout.bind(window),
      requestAnimationFrame: window.requestAnimationFrame.bind(window),
      performance: window.performance,
      parse: JSON.parse,
      stringify: JSON.stringify,
    },
    events: [],
    emit: (event) => {
      engine.events.push({ ...event, at: timers.now() } as never);
    },
    pendingTasks: 0,
    performers: [executeTimeCommand(timers)],
    frames: new Map(),
    listeners: 0,
    clientTimers: new Set<number>(),
    skewMs: setup.clockOffsetMs,
    observe: () => {},
    settled: () => {},
  };
  installTime(engine);
  installNetwork(engine, setup);
  trackLocks(engine);
  if (setup.blockedStorage) blockStorage(setup.blockedStorage);
  const apiRecord = installObserver(engine, setup);
  // Installed last, so that the engine's own listeners do not count.
  installListeners(engine);

  const settle = createExecutor(engine);
  const api: InPageApi = {
    async execute(commands) {
      await settle(engine.native.parse(commands));
      const result: ExecutionResult = { events: engine.events, nextIn: timers.nextIn() };
      engine.events = [];
      return engine.native.stringify(result);
    },
    now: timers.now,
    view: createView(engine, apiRecord),
    remaining: () => ({
      timers: timers.waiting(),
      clientTimers: engine.clientTimers.size,
      listeners: engine.listeners,
    }),
    setClockOffset(ms) {
      engine.skewMs = ms;
    },
    setVisible(isVisible) {
      const state = isVisible ? 'visible' : 'hidden';
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => !isVisible });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    blockStorage,
    measure: (what) => measure(engine, what),
  };
  Object.defineProperty(window, setup.key, { value: api });
}
