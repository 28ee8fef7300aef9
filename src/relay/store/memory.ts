import type { Clock } from '../../base/clock.ts';
import { createEmitter } from '../../base/emitter.ts';
import { createLocalLimiter } from './limiter.ts';
import { createMemoryLists } from './memory-lists.ts';
import type { Store } from './store.ts';

interface Entry {
  readonly value: string;
  readonly keepUntil: number;
}

/** Entries to check at each write, so that expired entries are removed even if nobody reads them. */
const SWEPT_PER_WRITE = 2;

/** The kind of a key: its part before the first colon. */
const kindOf = (key: string) => key.slice(0, key.indexOf(':') + 1);

/**
 * Creates a store in the memory of this process. It holds at most `maxOfAKind` keys of each kind and evicts the least recently
 * used ones, so that one kind cannot displace another. Reads and writes remove expired entries.
 */
export function createMemoryStore(clock: Clock, maxOfAKind = 100_000): Store {
  const kinds = new Map<string, Map<string, Entry>>();
  /** The next entry to check, by kind. */
  const positions = new Map<Map<string, Entry>, IterableIterator<[string, Entry]>>();
  const messages = createEmitter<Record<string, string>>();
  const lists = createMemoryLists(clock);

  function entriesOf(key: string): Map<string, Entry> {
    const kind = kindOf(key);
    const entries = kinds.get(kind) ?? new Map<string, Entry>();
    kinds.set(kind, entries);
    return entries;
  }

  function sweep(entries: Map<string, Entry>): void {
    for (let count = 0; count < SWEPT_PER_WRITE; count += 1) {
      const position = positions.get(entries) ?? entries.entries();
      const { value, done } = position.next();
      positions.set(entries, done ? entries.entries() : position);
      if (!done && value[1].keepUntil <= clock.now()) entries.delete(value[0]);
    }
  }

  function set(key: string, entry: Entry): void {
    const entries = entriesOf(key);
    sweep(entries);
    // A Map iterates in insertion order, so a used entry moves to the end.
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= maxOfAKind) break;
      entries.delete(oldest);
    }
  }

  /** Removes an entry and returns it, unless it has expired. */
  function remove(key: string): Entry | undefined {
    const entries = entriesOf(key);
    const entry = entries.get(key);
    entries.delete(key);
    return entry && entry.keepUntil > clock.now() ? entry : undefined;
  }

  function read(key: string): string | undefined {
    const entry = remove(key);
    if (entry) set(key, entry);
    return entry?.value;
  }

  return {
    async put(key, value, keepUntil) {
      set(key, { value, keepUntil });
    },
    async claim(key, value, keepUntil) {
      if (read(key) !== undefined) return false;
      set(key, { value, keepUntil });
      return true;
    },
    get: async (key) => read(key),
    take: async (key) => remove(key)?.value,
    async delete(key) {
      remove(key);
    },
    async publish(topic, message) {
      messages.emit(topic, message);
    },
    subscribe: (topic, listener) => messages.on(topic, listener),
    limiter: createLocalLimiter,
    list: lists.list,
    async check() {},
    async close() {
      kinds.clear();
      messages.clear();
      lists.clear();
    },
  };
}
