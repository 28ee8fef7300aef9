/** List whose future items can be awaited. */
export interface AwaitableList<T> {
  readonly all: readonly T[];
  add(it: T): void;
  /** Resolves to the n-th item, counted from 1, as soon as it was added. */
  waitForNth(count: number): Promise<T>;
}

export function createAwaitableList<T>(): AwaitableList<T> {
  const all: T[] = [];
  const waiting = new Set<() => void>();
  return {
    all,
    add(item) {
      all.push(item);
      for (const check of [...waiting]) check();
    },
    waitForNth: (count) =>
      new Promise((found) => {
        const check = () => {
          if (all.length < count) return;
          waiting.delete(check);
          found(all[count - 1] as T);
        };
        waiting.add(check);
        check();
      }),
  };
}
