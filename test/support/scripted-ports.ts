import type { News, SessionStore, Surroundings } from '../../src/chat/index.ts';

/** The storage of one browser, shared by its pages: each gets a store of its own over it. */
export interface SharedStorage {
  id: string | null;
  page(): SessionStore;
  /** As if another page had written. */
  change(id: string | null): void;
}

export function sharedStorage(id: string | null = null): SharedStorage {
  const pages = new Set<{ on: () => void }>();
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const storage: SharedStorage = {
    id,
    change(next) {
      storage.id = next;
      for (const page of [...pages]) page.on();
    },
    page() {
      const page = { on: () => {} };
      const write = (next: string | null) => {
        if (storage.id === next) return;
        storage.id = next;
        // The page that writes does not hear of it.
        for (const other of [...pages]) if (other !== page) other.on();
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
            // An abandoned call fails at once, which ends the task.
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

/** A network and a page that a test lets change. */
export interface ScriptedSurroundings extends Surroundings {
  tell(news: News): void;
  /** Sets what a question is answered with, and tells nobody. */
  set(isOnline: boolean): void;
  listeners(): number;
}

export function scriptedSurroundings(): ScriptedSurroundings {
  const watchers = new Set<(news: News) => void>();
  let isOnline = true;
  return {
    isOnline: () => isOnline,
    watch(on) {
      watchers.add(on);
      return () => watchers.delete(on);
    },
    set(next) {
      isOnline = next;
    },
    tell(news) {
      if (news === 'online' || news === 'offline') isOnline = news === 'online';
      for (const on of [...watchers]) on(news);
    },
    listeners: () => watchers.size,
  };
}
