import type { SessionStore } from '../../../src/chat/index.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { SharedStorage } from '../page-storage.ts';

/** State of the page that the client runs in. */
export interface PageState {
  isSuspended: boolean;
  isClosed: boolean;
}

/** Session store of one page, with counts of its tasks and watchers. */
export interface PageStore extends SessionStore {
  /** Number of tasks that run or wait for the lock. */
  pendingTasks(): number;
  watcherCount(): number;
}

const STORAGE_EVENT_MS = 2;

export function createPageStore(
  storage: SharedStorage,
  clock: FakeClock,
  page: PageState,
  violation: (rule: string) => void,
): PageStore {
  const shared = storage.openPage();
  const tasks = new Set<AbortSignal>();
  let watchers = 0;

  const unlessClosed = () => {
    if (page.isClosed) violation('I19: a write to storage after dispose()');
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
      // A storage event reaches the other pages a moment later, except suspended ones.
      const tell = (isWiped: boolean) => isWatching && !page.isSuspended && on(isWiped);
      const stop = shared.watch((isWiped) => clock.after(STORAGE_EVENT_MS, () => tell(isWiped)));
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
    pendingTasks: () => tasks.size,
    watcherCount: () => watchers,
  };
}
