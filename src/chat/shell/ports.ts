import { type Clock, systemClock } from '../../base/clock.ts';
import { own } from '../../base/own.ts';
import { type Remember, SESSION_ID, storageOf } from '../../base/session-storage.ts';
import type { PageEvent } from '../model/state.ts';
import { type SocketPort, socketPort } from './socket.ts';

/** Storage of the session id for all pages of this browser. A failure counts as "nothing is stored". */
export interface SessionStore {
  read(): string | null;
  write(sessionId: string): void;
  clear(): void;
  /**
   * Calls `on` when another page has written or cleared the id. `isWiped`: it has cleared the whole storage, so the conversation may
   * still run. Returns an unsubscribe function.
   */
  watch(on: (isWiped: boolean) => void): () => void;
  /** Runs `task` while no other page runs one; never after `signal` was aborted. */
  exclusively(task: () => Promise<void>, signal: AbortSignal): void;
  /** Cancels pending tasks of `exclusively`: the page's chat is disposed. */
  dispose?(): void;
}

/** State of the browser: network and visibility. */
export interface Environment {
  isOnline(): boolean;
  /** Calls `on` for each change, and at once when the page is hidden. Returns an unsubscribe function. */
  watch(on: (event: PageEvent) => void): () => void;
}

/** Everything outside the client. Tests replace it. */
export interface Ports {
  readonly clock: Clock;
  /** In [0, 1). */
  random(): number;
  uuid(): string;
  readonly fetch: typeof fetch;
  /** Resolves to true if the relay, seemingly unreachable, refuses the origin of this page. */
  isRefused(relay: string, signal: AbortSignal): Promise<boolean>;
  readonly openSocket: SocketPort;
  readonly store: SessionStore;
  readonly environment: Environment;
}

/** Time after which all pages of a busy browser see a written value; an idle one took 5 ms. */
const STORAGE_SYNC_MS = 2_000;

/** Adds listeners to the window, if there is one. Returns an unsubscribe function. */
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

/** Store under the key "foyer:<relay origin>"; where storage is blocked or not wanted, in the memory of this page (contract §3). */
function browserStore(relay: string, remember?: Remember): SessionStore {
  const key = `foyer:${new URL(relay).origin}`;
  /** Id that could not be written to the storage. */
  let memory: string | null = null;
  const withStorage = <Value>(use: (storage: Storage) => Value): Value | null => {
    try {
      // Without a storage it throws, too.
      return use(storageOf(remember) as Storage);
    } catch {
      return null;
    }
  };
  /** Releases the lock. */
  let release = () => {};
  const store: SessionStore = {
    read() {
      const stored = withStorage((storage) => storage.getItem(key));
      return stored !== null && SESSION_ID.test(stored) ? stored : memory;
    },
    write(sessionId) {
      memory = sessionId;
      withStorage((storage) => {
        storage.setItem(key, sessionId);
        memory = null;
      });
    },
    clear() {
      memory = null;
      withStorage((storage) => storage.removeItem(key));
      release();
    },
    // The key is null when the whole storage was cleared.
    watch: (on) =>
      listen(globalThis.window, {
        storage: (event) => (event.key ?? key) === key && on(event.key === null),
      }),
    exclusively(task, signal) {
      let hasStarted = false;
      const run = async () => {
        unwatch();
        if (hasStarted || signal.aborted) return;
        hasStarted = true;
        await task();
        // Other pages get the lock before the written value. A waiting page starts when it gets the value.
        if (store.read() !== null)
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, STORAGE_SYNC_MS);
            release = () => {
              clearTimeout(timer);
              resolve();
            };
          });
      };
      const unwatch = store.watch(() => store.read() !== null && run());
      // Without Web Locks, or when they fail, each page runs its task immediately.
      (withStorage(() => navigator.locks.request(key, own({ signal }), run)) ?? Promise.reject()).catch(run);
    },
    dispose: () => release(),
  };
  return store;
}

const browserEnvironment: Environment = {
  isOnline: () => globalThis.navigator?.onLine ?? true,
  watch(on) {
    const reportVisibility = () => on(document.hidden ? 'hidden' : 'visible');
    if (globalThis.document?.hidden) reportVisibility();
    return listen(globalThis.window, {
      online: () => on('online'),
      offline: () => on('offline'),
      pagehide: () => on('pagehide'),
      pageshow: ({ persisted }) => persisted && on('pageshow'),
      // The event bubbles from the document.
      visibilitychange: reportVisibility,
    });
  },
};

export const defaultPorts = (relay: string, remember?: Remember): Ports => ({
  clock: systemClock(),
  random: Math.random,
  // Always available: pages are https or loopback (contract §9).
  uuid: () => crypto.randomUUID(),
  fetch: (...request) => globalThis.fetch(...request),
  async isRefused(...call) {
    // Most pages never check, so the check is lazy. If it cannot be loaded, the page counts as allowed.
    const asked = await import('./refused-origin.ts').catch(() => undefined);
    return !!(await asked?.isRefused(...call));
  },
  // Read on use: importing this module in Node must not touch browser globals.
  openSocket: (url, on) => socketPort(globalThis.WebSocket)(url, on),
  store: browserStore(relay, remember),
  environment: browserEnvironment,
});
