import { err, ok, type Result } from '../../base/result.ts';
import { matchesHash } from '../../base/same-secret.ts';
import { unreachable } from '../../base/unreachable.ts';
import { mayBeAdminKey } from '../config/admin-key.ts';
import type { AdminKey, KeyBinding, Scope } from '../config/values.ts';
import { consume } from '../limits.ts';
import type { Failure } from '../problem.ts';
import type { Counters } from '../store/store.ts';
import type { Credential } from './credential.ts';

/** The caller of the admin side, whatever its credential was. */
export interface Actor {
  /** For limits, the log and the audit; with a key the key's name. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Accounts and projects that the actor may act on; undefined: all. */
  readonly bindings: readonly KeyBinding[] | undefined;
}

/** Authorisation of the admin interface (contract §5, §9). */
export interface Access {
  /**
   * Returns the actor of a credential, if it is valid and the actor has one of the scopes. After five requests of a `client` with
   * wrong credentials within a minute, its further ones get 429. A valid credential is never refused because of them: many clients
   * may share an address.
   */
  authorize(
    credential: Credential,
    scopes: readonly Scope[],
    client: string,
  ): Promise<Result<Actor, Failure>>;
}

const FAILED_ATTEMPTS = { name: 'admin-failed', times: 5, inMs: 60_000 };
/** More than a console or a script needs, and too few to load the platform. */
const CALLS = { name: 'admin', times: 600, inMs: 60_000 };

export function createAccess(keys: readonly AdminKey[], store: Counters): Access {
  const failures = store.limiter(FAILED_ATTEMPTS);
  const calls = store.limiter(CALLS);

  /** Compares with every key, so that the time does not depend on which one matches. */
  function actorOfKey(sent: string): Actor | undefined {
    if (!mayBeAdminKey(sent)) return undefined;
    const [key] = keys.filter(({ hash }) => matchesHash(sent, hash));
    return key && { name: key.name, scopes: key.scopes, bindings: key.bindings };
  }

  function actorOf(credential: Credential): Actor | undefined {
    switch (credential.kind) {
      case 'none':
      case 'malformed':
        return undefined;
      case 'bearer':
        return actorOfKey(credential.key);
      default:
        return unreachable(credential);
    }
  }

  return {
    async authorize(credential, scopes, client) {
      const actor = actorOf(credential);
      if (!actor) {
        const refused = credential.kind === 'none' ? undefined : await consume(failures, client);
        return err(refused ?? { failed: 'unauthorized' });
      }
      const refused = await consume(calls, actor.name);
      if (refused) return err(refused);
      if (!scopes.some((scope) => actor.scopes.includes(scope))) {
        return err({ failed: 'forbidden', scopes, who: actor.name });
      }
      return ok(actor);
    },
  };
}
