import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from '../../base/clock.ts';
import { createEmitter } from '../../base/emitter.ts';
import { spendFrom } from './limiter.ts';
import type { Store } from './store.ts';

interface Entry {
  readonly value: string;
  readonly keepUntil: number;
}

/** The kind of a key is what stands before its first colon. */
const kindOf = (key: string) => key.slice(0, key.indexOf(':') + 1);

/**
 * Keeps everything in this process. At most `maxOfAKind` of each kind of key, so that one kind cannot crowd out another;
 * the one longest unused goes first. What has lapsed is gone at the latest when it is asked for.
 */
export function createMemoryStore(clock: Clock, maxOfAKind = 100_000): Store {
  const kinds = new Map<string, Map<string, Entry>>();
  const news = createEmitter<Record<string, string>>();

  function entriesOf(key: string): Map<string, Entry> {
    const kind = kindOf(key);
    const entries = kinds.get(kind) ?? new Map<string, Entry>();
    kinds.set(kind, entries);
    return entries;
  }

  function keep(key: string, entry: Entry): void {
    const entries = entriesOf(key);
    // A Map iterates in order of insertion: what was just used goes to its end.
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= maxOfAKind) break;
      entries.delete(oldest);
    }
  }

  /** Takes the entry out; undefined when there is none that still counts. */
  function remove(key: string): Entry | undefined {
    const entries = entriesOf(key);
    const entry = entries.get(key);
    entries.delete(key);
    return entry && entry.keepUntil > clock.now() ? entry : undefined;
  }

  function read(key: string): string | undefined {
    const entry = remove(key);
    if (entry) keep(key, entry);
    return entry?.value;
  }

  return {
    async put(key, value, keepUntil) {
      keep(key, { value, keepUntil });
    },
    async claim(key, value, keepUntil) {
      if (read(key) !== undefined) return false;
      keep(key, { value, keepUntil });
      return true;
    },
    get: async (key) => read(key),
    take: async (key) => remove(key)?.value,
    async forget(key) {
      remove(key);
    },
    async publish(topic, message) {
      news.emit(topic, message);
    },
    subscribe: (topic, listener) => news.on(topic, listener),
    limiter: ({ name, times, inMs }) =>
      spendFrom(new RateLimiterMemory({ keyPrefix: name, points: times, duration: inMs / 1_000 })),
    async check() {},
    async close() {
      kinds.clear();
      news.clear();
    },
  };
}
