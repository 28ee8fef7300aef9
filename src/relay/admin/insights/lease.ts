import type { KeyValue } from '../../store/store.ts';

/** The exclusive right of one relay to do a shared task. Another relay gets it when its holder neither renews nor releases it. */
export interface Lease {
  /** Takes or renews the lease. Returns false if another relay holds it. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

/** Another relay has the lease, or this relay stops. */
export class Released extends Error {}

const LEASE_MS = 120_000;
const RENEW_MS = 30_000;

interface LeasePorts {
  readonly store: KeyValue;
  readonly now: () => number;
  readonly key: string;
  /** Unique among relays. */
  readonly owner: string;
}

/**
 * Creates a lease. After a pause longer than the lease, two relays may hold it for a moment. Their work under it must be
 * idempotent.
 */
export function createLease({ store, now, key, owner }: LeasePorts): Lease {
  let heldUntil = Number.NEGATIVE_INFINITY;

  async function take(): Promise<boolean> {
    const until = now() + LEASE_MS;
    if (!(await store.claim(key, owner, until))) {
      if ((await store.get(key)) !== owner) return false;
      await store.put(key, owner, until);
    }
    heldUntil = until;
    return true;
  }

  return {
    async hold() {
      const age = now() - heldUntil + LEASE_MS;
      // Negative if the clock was ahead.
      if (age >= 0 && age < RENEW_MS) return true;
      heldUntil = Number.NEGATIVE_INFINITY;
      return take();
    },
    async release() {
      if (heldUntil === Number.NEGATIVE_INFINITY) return;
      heldUntil = Number.NEGATIVE_INFINITY;
      if ((await store.get(key)) === owner) await store.delete(key);
    },
  };
}
