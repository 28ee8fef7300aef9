import type { Environment, PageEvent } from '../chat/index.ts';

/** Network and page state that a test changes. */
export interface TestEnvironment extends Environment {
  emit(event: PageEvent): void;
  /** Sets the value of `isOnline()` without an event. */
  setOnline(isOnline: boolean): void;
  listenerCount(): number;
}

export function createTestEnvironment(): TestEnvironment {
  const watchers = new Set<(event: PageEvent) => void>();
  let isOnline = true;
  return {
    isOnline: () => isOnline,
    watch(on) {
      watchers.add(on);
      return () => watchers.delete(on);
    },
    setOnline(next) {
      isOnline = next;
    },
    emit(event) {
      if (event === 'online' || event === 'offline') isOnline = event === 'online';
      for (const on of [...watchers]) on(event);
    },
    listenerCount: () => watchers.size,
  };
}
