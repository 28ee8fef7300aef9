import { err, ok, type Result } from '../../base/result.ts';
import type { AdminKey, Scope } from '../config/values.ts';
import { spend } from '../limits.ts';
import type { Failure } from '../problem.ts';
import { hasHash } from '../same-secret.ts';
import type { Store } from '../store/store.ts';

/** Who may do what on the admin side (contract §5, §9). */
export interface Access {
  /**
   * The key of a request, when it is known and has one of the scopes. `client` is whom the attempts are counted
   * against: after five that failed within a minute nothing of it is looked at, a right key included.
   */
  admit(request: Request, scopes: readonly Scope[], client: string): Promise<Result<AdminKey, Failure>>;
}

const FAILED_ATTEMPTS = { name: 'admin-failed', times: 5, inMs: 60_000 };
/** Far above what a console or a script does, and far below what would trouble the platform. */
const CALLS = { name: 'admin', times: 600, inMs: 60_000 };

/** `Bearer` in any case, and one run of characters (RFC 6750). */
const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

export function createAccess(keys: readonly AdminKey[], store: Store): Access {
  const failures = store.limiter(FAILED_ATTEMPTS);
  const calls = store.limiter(CALLS);

  /** Looks at every key, so that the time does not tell which one it was, or whether. */
  function find(header: string | null): AdminKey | undefined {
    const [, sent] = BEARER.exec(header ?? '') ?? [];
    if (sent === undefined) return undefined;
    return keys.filter((key) => hasHash(sent, key.hash))[0];
  }

  return {
    async admit({ headers }, scopes, client) {
      const wait = await failures.waitOf(client);
      if (wait !== undefined) return err({ failed: 'too-many-requests', retryInMs: wait });
      const key = find(headers.get('authorization'));
      if (!key) {
        // A request without any key is no guess.
        if (headers.has('authorization')) await failures.spend(client);
        return err({ failed: 'unauthorized' });
      }
      const refused = await spend(calls, key.name);
      if (refused) return err(refused);
      if (!scopes.some((scope) => key.scopes.includes(scope))) return err({ failed: 'forbidden', scopes });
      return ok(key);
    },
  };
}
