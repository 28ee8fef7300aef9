import type { Clock } from '../../base/clock.ts';
import type { DialectMemory } from '../../platform/index.ts';
import { DIALECTS } from '../../protocol/dialect.ts';
import type { KeyValue } from './store.ts';

/** Lifetime of an unused host in the store. A change of dialect is noticed at once. */
const KEPT_MS = 30 * 86_400_000;

/** A failing store only disables the memory; each client then detects the dialect itself. */
const unlessFailed = <Value>(task: Promise<Value>): Promise<Value | undefined> => task.catch(() => undefined);

/**
 * Memory of the dialect of one host, shared by all relays of an installation (M-1.8). Its promises never reject.
 * @param url address of the host
 */
export function createDialectMemory(store: KeyValue, clock: Clock, url: string): DialectMemory {
  const key = `dialect:${new URL(url).host}`;
  const read = async () => {
    const stored = await unlessFailed(store.get(key));
    return DIALECTS.find((dialect) => dialect === stored);
  };
  return {
    read,
    async learn(dialect) {
      if ((await read()) === dialect) return;
      await unlessFailed(store.put(key, dialect, clock.now() + KEPT_MS));
    },
  };
}
