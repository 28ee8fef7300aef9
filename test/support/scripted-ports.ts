import type { SessionStore, Surroundings } from '../../src/chat/index.ts';

/** A browser's storage that a test looks into. */
export const storeOver = (stored: { id: string | null }): SessionStore => ({
  read: () => stored.id,
  write: (id) => {
    stored.id = id;
  },
  clear: () => {
    stored.id = null;
  },
});

/** A network and a page that a test lets change. */
export interface ScriptedSurroundings extends Surroundings {
  tell(news: 'online' | 'offline' | 'visible'): void;
  /** Sets what a question is answered with, and tells nobody. */
  set(isOnline: boolean): void;
  listeners(): number;
}

export function scriptedSurroundings(): ScriptedSurroundings {
  const watchers = new Set<(news: 'online' | 'offline' | 'visible') => void>();
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
      if (news !== 'visible') isOnline = news === 'online';
      for (const on of [...watchers]) on(news);
    },
    listeners: () => watchers.size,
  };
}
