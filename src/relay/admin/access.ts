import { err, ok, type Result } from '../../base/result.ts';
import { matchesHash } from '../../base/same-secret.ts';
import { mayBeAdminKey } from '../config/admin-key.ts';
import type { AdminKey, Scope } from '../config/values.ts';
import { consume } from '../limits.ts';
import type { Failure } from '../problem.ts';
import type { Store } from '../store/store.ts';

/** Authorisation of the admin interface (contract §5, §9). */
export interface Access {
  /**
   * Returns the key of a request, if it is known and has one of the scopes. After five requests of a `client` with wrong keys within
   * a minute, its further ones get 429. A valid key is never refused because of them: many clients may share an address.
   */
  authorize(request: Request, scopes: readonly Scope[], client: string): Promise<Result<AdminKey, Failure>>;
}

const FAILED_ATTEMPTS = { name: 'admin-failed', times: 5, inMs: 60_000 };
/** More than a console or a script needs, and too few to load the platform. */
const CALLS = { name: 'admin', times: 600, inMs: 60_000 };

/** `Bearer` in any case, followed by the key (RFC 6750). */
const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

export function createAccess(keys: readonly AdminKey[], store: Store): Access {
  const failures = store.limiter(FAILED_ATTEMPTS);
  const calls = store.limiter(CALLS);

  /** Compares with every key, so that the time does not depend on which one matches. */
  function find(header: string | null): AdminKey | undefined {
    const [, sent] = BEARER.exec(header ?? '') ?? [];
    if (sent === undefined || !mayBeAdminKey(sent)) return undefined;
    return keys.filter((key) => matchesHash(sent, key.hash))[0];
  }

  return {
    async authorize({ headers }, scopes, client) {
      const key = find(headers.get('authorization'));
      if (!key) {
        // A request without a key is not an attempt to guess one.
        const refused = headers.has('authorization') ? await consume(failures, client) : undefined;
        return err(refused ?? { failed: 'unauthorized' });
      }
      const refused = await consume(calls, key.name);
      if (refused) return err(refused);
      if (!scopes.some((scope) => key.scopes.includes(scope))) {
        return err({ failed: 'forbidden', scopes, who: key.name });
      }
      return ok(key);
    },
  };
}
