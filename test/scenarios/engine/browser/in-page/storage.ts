import type { PageStage } from './types.ts';

/** The browser's own storage and locks: how they fail, and how long they take. */

/** Another page may have the lock: then it is that one's business how long it takes. */
const GRANTED_MS = 50;

export function trackLocks(stage: PageStage): void {
  const { locks } = navigator;
  const { request } = locks;
  locks.request = ((name: string, ...rest: unknown[]) => {
    const task = rest.pop() as (lock: unknown) => unknown;
    let isWaiting = true;
    stage.busy += 1;
    const free = () => {
      if (isWaiting) stage.busy -= 1;
      isWaiting = false;
    };
    stage.native.setTimeout(free, GRANTED_MS);
    const begin = (lock: unknown) => {
      free();
      return task(lock);
    };
    return Reflect.apply(request, locks, [name, ...rest, begin]);
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
