import type { Clock } from '../../../base/clock.ts';
import { expiryOf, ownerOf } from '../../config/admin-key.ts';
import type { AdminKey } from '../../config/values.ts';
import type { Log } from '../../log/log.ts';

const DAY_MS = 86_400_000;

/** Checks the expiry of keys. Warns once a day about a used key that has expired or will soon. */
export function createKeyExpiry({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
  const warned = new Map<string, number>();
  return {
    /** True if the key may be used. */
    admits(key: AdminKey): boolean {
      const now = clock.now();
      const expiry = expiryOf(key, now);
      if (expiry === 'later') return true;
      if (now - (warned.get(key.hash) ?? Number.NEGATIVE_INFINITY) >= DAY_MS) {
        warned.set(key.hash, now);
        const expires = new Date(key.expiresAt ?? now).toISOString();
        const text = expiry === 'over' ? 'an admin key has expired' : 'an admin key expires soon';
        log.warn({ who: ownerOf(key), expires }, text);
      }
      return expiry !== 'over';
    },
  };
}
