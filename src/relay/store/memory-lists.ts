import type { Clock } from '../../base/clock.ts';
import type { Lists } from './store.ts';

interface Entry {
  readonly value: string;
  readonly at: number;
}

/** Creates lists in the memory of this process. */
export function createMemoryLists(clock: Clock): Lists & { clear(): void } {
  const lists = new Map<string, readonly Entry[]>();
  return {
    list({ name, maxEntries, maxAgeMs }) {
      const youngEnough = () => (lists.get(name) ?? []).filter(({ at }) => clock.now() - at < maxAgeMs);
      return {
        async append(value) {
          lists.set(name, [...youngEnough(), { value, at: clock.now() }].slice(-maxEntries));
        },
        async read(count) {
          return youngEnough()
            .slice(-count)
            .reverse()
            .map(({ value }) => value);
        },
      };
    },
    clear: () => lists.clear(),
  };
}
