import type { SessionStore } from '../../src/chat/index.ts';

/** Storage of one browser, shared by its pages. Each page gets its own store over it. */
export interface SharedStorage {
  id: string | null;
  openPage(): SessionStore;
  /** Changes the id as another page would. */
  changeFromOtherPage(id: string | null): void;
  /** Clears the whole storage as another page would. */
  wipeFromOtherPage(): void;
}

export function sharedStorage(id: string | null = null): SharedStorage {
  const pages = new Set<{ on: (isWiped: boolean) => void }>();
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const storage: SharedStorage = {
    id,
    changeFromOtherPage(next) {
      storage.id = next;
      for (const page of [...pages]) page.on(false);
    },
    wipeFromOtherPage() {
      storage.id = null;
      for (const page of [...pages]) page.on(true);
    },
    openPage() {
      const page = { on: (_isWiped: boolean) => {} };
      const write = (next: string | null) => {
        if (storage.id === next) return;
        storage.id = next;
        // The writing page gets no storage event.
        for (const other of [...pages]) if (other !== page) other.on(false);
      };
      return {
        read: () => storage.id,
        write,
        clear: () => write(null),
        watch(on) {
          page.on = on;
          pages.add(page);
          return () => pages.delete(page);
        },
        exclusively(task, signal) {
          const begin = () => {
            if (signal.aborted) return waiting.shift()?.();
            isTaken = true;
            let isDone = false;
            const free = () => {
              if (isDone) return;
              isDone = true;
              isTaken = false;
              waiting.shift()?.();
            };
            // An aborted call fails immediately, which ends the task.
            signal.addEventListener('abort', free);
            void task().then(free);
          };
          if (isTaken) waiting.push(begin);
          else begin();
        },
      };
    },
  };
  return storage;
}
