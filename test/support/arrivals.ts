/** What has come so far, and the wait for what is still to come. */
export interface Arrivals<T> {
  readonly all: readonly T[];
  add(it: T): void;
  /** The n-th, counted from 1, once it is there. */
  nth(count: number): Promise<T>;
}

export function createArrivals<T>(): Arrivals<T> {
  const all: T[] = [];
  const waiting = new Set<() => void>();
  return {
    all,
    add(it) {
      all.push(it);
      for (const look of [...waiting]) look();
    },
    nth: (count) =>
      new Promise((found) => {
        const look = () => {
          if (all.length < count) return;
          waiting.delete(look);
          found(all[count - 1] as T);
        };
        waiting.add(look);
        look();
      }),
  };
}
