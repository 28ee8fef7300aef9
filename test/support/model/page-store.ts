import type { SessionStore } from '../../../src/chat/index.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { SharedStorage } from '../scripted-ports.ts';
import type { Whereabouts } from './client.ts';

/** The browser's storage as one page has it, and what the page still has under way with it. */
export interface PageStore extends SessionStore {
  /** How many tasks have begun, or wait for their turn. */
  tasks(): number;
  watchers(): number;
}

const STORAGE_EVENT_MS = 2;

export function createPageStore(
  storage: SharedStorage,
  clock: FakeClock,
  page: Whereabouts,
  broken: (rule: string) => void,
): PageStore {
  const shared = storage.page();
  const tasks = new Set<AbortSignal>();
  let watchers = 0;

  const unlessClosed = () => {
    if (page.isClosed) broken('I19: a write to storage after dispose()');
  };

  return {
    read: shared.read,
    write(sessionId) {
      unlessClosed();
      shared.write(sessionId);
    },
    clear() {
      unlessClosed();
      shared.clear();
    },
    watch(on) {
      watchers += 1;
      let isWatching = true;
      // A storage event reaches the other pages a moment later, and none that is away.
      const tell = () => isWatching && !page.isAway && on();
      const stop = shared.watch(() => clock.after(STORAGE_EVENT_MS, tell));
      return () => {
        if (isWatching) watchers -= 1;
        isWatching = false;
        stop();
      };
    },
    exclusively(task, signal) {
      const over = () => void tasks.delete(signal);
      tasks.add(signal);
      signal.addEventListener('abort', over);
      shared.exclusively(() => task().then(over), signal);
    },
    tasks: () => tasks.size,
    watchers: () => watchers,
  };
}
