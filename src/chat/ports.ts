import { type Clock, systemClock } from '../base/clock.ts';
import { type SocketPort, socketPort } from './socket.ts';

/** Where the conversation's id is kept for all pages of this browser. Failures mean "nothing is kept". */
export interface SessionStore {
  read(): string | null;
  write(sessionId: string): void;
  clear(): void;
  /** Tells that another page has written or cleared it, until the returned function is called. */
  watch(on: () => void): () => void;
  /** Runs `task` when no other page is running one; never after `signal` was aborted. */
  exclusively(task: () => Promise<void>, signal: AbortSignal): void;
}

/** `pagehide`: the page is left, and may come back from the back-forward cache with `pageshow`. */
export type News = 'online' | 'offline' | 'visible' | 'pagehide' | 'pageshow';

/** The browser's own news about the network and the page. */
export interface Surroundings {
  isOnline(): boolean;
  /** Tells of changes until the returned function is called. */
  watch(on: (news: News) => void): () => void;
}

/** Everything outside the client; tests put a scripted world in its place. */
export interface Ports {
  readonly clock: Clock;
  /** In [0, 1). */
  random(): number;
  uuid(): string;
  readonly fetch: typeof fetch;
  readonly openSocket: SocketPort;
  readonly store: SessionStore;
  readonly surroundings: Surroundings;
}

/** Until then every page of the browser reads what one has written; seen: 5 ms. */
const WRITTEN_MS = 50;

/** Listens until the returned function is called; where there is no window, nothing ever happens. */
function listen(
  window: Window | undefined,
  listeners: { readonly [Name in keyof WindowEventMap]?: (event: WindowEventMap[Name]) => void } & {
    readonly visibilitychange?: () => void;
  },
): () => void {
  const aborter = new AbortController();
  for (const [name, listener] of Object.entries(listeners)) {
    window?.addEventListener(name, listener as EventListener, aborter);
  }
  return () => aborter.abort();
}

/** localStorage["foyer:<relay origin>"]; where storage is blocked, the memory of this page (contract §3). */
function browserStore(relay: string): SessionStore {
  const key = `foyer:${new URL(relay).origin}`;
  /** What storage did not take. */
  let memory: string | null = null;
  const attempt = <Value>(use: (storage: Storage) => Value): Value | null => {
    try {
      return use(localStorage);
    } catch {
      return null;
    }
  };
  return {
    read: () => attempt((storage) => storage.getItem(key)) ?? memory,
    write(sessionId) {
      memory = sessionId;
      attempt((storage) => {
        storage.setItem(key, sessionId);
        memory = null;
      });
    },
    clear() {
      memory = null;
      attempt((storage) => storage.removeItem(key));
    },
    // A key of null: everything was cleared.
    watch: (on) => listen(globalThis.window, { storage: (event) => (event.key ?? key) === key && on() }),
    exclusively(task, signal) {
      let hasBegun = false;
      const begin = async () => {
        hasBegun = true;
        await task();
        // What is written here reaches other pages a moment later than the lock does.
        await new Promise((next) => setTimeout(next, WRITTEN_MS));
      };
      // Where pages cannot keep out of each other's way, or may not, each goes ahead at once.
      const unlessBegun = () => {
        if (!hasBegun && !signal.aborted) void begin();
      };
      const turn = attempt(() => navigator.locks.request(key, { signal }, begin));
      if (turn) turn.catch(unlessBegun);
      else unlessBegun();
    },
  };
}

const browserSurroundings: Surroundings = {
  isOnline: () => globalThis.navigator?.onLine ?? true,
  watch: (on) =>
    listen(globalThis.window, {
      online: () => on('online'),
      offline: () => on('offline'),
      pagehide: () => on('pagehide'),
      pageshow: ({ persisted }) => persisted && on('pageshow'),
      // It bubbles up from the document.
      visibilitychange: () => document.visibilityState === 'visible' && on('visible'),
    }),
};

export const defaultPorts = (relay: string): Ports => ({
  clock: systemClock(),
  random: Math.random,
  // Pages are https or loopback (contract §9), where this is always there.
  uuid: () => crypto.randomUUID(),
  fetch: (...request) => globalThis.fetch(...request),
  // Looked up when it is used: importing this in Node touches no browser global.
  openSocket: (url, on) => socketPort(globalThis.WebSocket)(url, on),
  store: browserStore(relay),
  surroundings: browserSurroundings,
});
