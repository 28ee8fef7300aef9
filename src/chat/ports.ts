import { type Clock, systemClock } from '../base/clock.ts';
import { type SocketPort, socketPort } from './socket.ts';

/** Where the conversation's id is kept between pages. Failures mean "nothing is kept". */
export interface SessionStore {
  read(): string | null;
  write(sessionId: string): void;
  clear(): void;
}

/** The browser's own news about the network and the page. */
export interface Surroundings {
  isOnline(): boolean;
  /** Tells of changes until the returned function is called. */
  watch(on: (news: 'online' | 'offline' | 'visible') => void): () => void;
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

/** localStorage["foyer:<relay origin>"]; where storage is blocked, the memory of this page (contract §3). */
function browserStore(relay: string): SessionStore {
  const key = `foyer:${new URL(relay).origin}`;
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
      attempt((storage) => storage.setItem(key, sessionId));
    },
    clear() {
      memory = null;
      attempt((storage) => storage.removeItem(key));
    },
  };
}

const browserSurroundings: Surroundings = {
  isOnline: () => globalThis.navigator?.onLine ?? true,
  watch(on) {
    if (typeof window === 'undefined') return () => {};
    const aborter = new AbortController();
    const { signal } = aborter;
    window.addEventListener('online', () => on('online'), { signal });
    window.addEventListener('offline', () => on('offline'), { signal });
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && on('visible'),
      {
        signal,
      },
    );
    return () => aborter.abort();
  },
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
