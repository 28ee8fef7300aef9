import type { InPageEngine } from './types.ts';

/** Hooks for the browser's storage and locks. */

const CHECK_MS = 5;

/** Counts a requested lock as pending work until it is granted, or another page turns out to hold it. */
export function trackLocks(engine: InPageEngine): void {
  const { locks } = navigator;
  const { request } = locks;
  locks.request = ((name: string, ...rest: unknown[]) => {
    const task = rest.pop() as (lock: unknown) => unknown;
    let isWaiting = true;
    engine.pendingTasks += 1;
    const free = () => {
      if (isWaiting) engine.pendingTasks -= 1;
      isWaiting = false;
    };
    const check = async () => {
      const { held = [] } = await locks.query();
      if (held.some((lock) => lock.name === name)) free();
      if (isWaiting) engine.native.setTimeout(() => void check(), CHECK_MS);
    };
    const begin = (lock: unknown) => {
      free();
      return task(lock);
    };
    const granted = Reflect.apply(request, locks, [name, ...rest, begin]);
    void check();
    return granted;
  }) as never;
}

export function blockStorage(how: 'denied' | 'full'): void {
  if (how === 'full') {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    return;
  }
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
}
