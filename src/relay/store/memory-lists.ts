import type { Clock } from '../../base/clock.ts';
import type { Lists } from './store.ts';

interface Entry {
  readonly value: string;
  readonly at: number;
  /** Counted from 1. */
  readonly nth: number;
}

/** Creates lists in the memory of this process. */
export function createMemoryLists(clock: Clock): Lists & { clear(): void } {
  const lists = new Map<string, Entry[]>();
  return {
    list({ name, maxEntries, maxAgeMs }) {
      /** The entries within the bounds, the oldest first. */
      function entries(): Entry[] {
        const all = lists.get(name) ?? [];
        lists.set(name, all);
        const isOver = ({ at }: Entry) => all.length > maxEntries || clock.now() - at >= maxAgeMs;
        while (all[0] && isOver(all[0])) all.shift();
        return all;
      }
      const newest = (all: readonly Entry[], count: number) => all.slice(-count).reverse();
      return {
        async append(value) {
          const all = entries();
          all.push({ value, at: clock.now(), nth: (all.at(-1)?.nth ?? 0) + 1 });
          entries();
        },
        read: async (count) => newest(entries(), count).map(({ value }) => value),
        async readPage(count, before) {
          const end = before === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(before, 10);
          const earlier = entries().filter(({ nth }) => nth < end);
          return newest(earlier, count).map(({ value, nth }) => ({ value, position: String(nth) }));
        },
      };
    },
    clear: () => lists.clear(),
  };
}
