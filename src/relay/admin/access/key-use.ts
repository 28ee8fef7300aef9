import type { Clock } from '../../../base/clock.ts';
import type { AdminKey } from '../../config/values.ts';
import type { KeyValue } from '../../store/store.ts';

export type KeyUse = ReturnType<typeof createKeyUse>;

/** One write a minute is precise enough to see if a key is in use. */
const PRECISION_MS = 60_000;
const KEPT_MS = 400 * 86_400_000;

/** Records the last use of each admin key, at any relay of the store. Keys with the same name are separate. */
export function createKeyUse({ store, clock }: { readonly store: KeyValue; readonly clock: Clock }) {
  const noted = new Map<string, number>();
  const nameOf = ({ hash }: AdminKey) => `key-use:${hash.slice(0, 16)}`;
  return {
    /** Never throws: the request does not depend on it. */
    note(key: AdminKey): void {
      const now = clock.now();
      if (now - (noted.get(key.hash) ?? Number.NEGATIVE_INFINITY) < PRECISION_MS) return;
      noted.set(key.hash, now);
      store.put(nameOf(key), new Date(now).toISOString(), now + KEPT_MS).catch(() => {});
    },
    /** The time in ISO 8601; undefined: unused for 400 days. */
    read: (key: AdminKey): Promise<string | undefined> => store.get(nameOf(key)),
  };
}
