import type { Clock } from '../../../base/clock.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { isSameSecret, matchesHash } from '../../../base/same-secret.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { expiryOf, isAdminKey, ownerOf } from '../../config/admin-key.ts';
import type { ServerConfig } from '../../config/config.ts';
import type { AdminKey, KeyBinding, Scope } from '../../config/values.ts';
import type { Door } from '../../http/door.ts';
import type { Failure } from '../../http/problem.ts';
import type { Log } from '../../log/log.ts';
import { consume } from '../../store/limits.ts';
import type { Counters } from '../../store/store.ts';
import type { ConsoleSessions } from './console-sessions.ts';
import { type Credential, createCredentialReader, type Sender } from './credential.ts';
import type { KeyUse } from './key-use.ts';
import type { Person } from './person.ts';

const DAY_MS = 86_400_000;

/** Checks the expiry of keys. Warns once a day about a used key that has expired or will soon. */
function createKeyExpiry({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
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

/** The caller of the admin side, with any credential. */
export interface Actor {
  /** For limits, the log and the audit. With a key or its session it is the name of the key. */
  readonly name: string;
  readonly door: Door;
  readonly scopes: readonly Scope[];
  /** The actor's site; undefined: all sites of the relay. */
  readonly site: string | undefined;
  /** The actor's accounts and projects; undefined: all. */
  readonly bindings: readonly KeyBinding[] | undefined;
  /** The token that changes must carry (S-116); undefined: none. */
  readonly csrf: string | undefined;
}

export type Access = ReturnType<typeof createAccess>;

const FAILED_ATTEMPTS = { name: 'admin-failed', times: 5, inMs: 60_000 };
/** More than a console or a script needs, but too few to load the platform. */
const CALLS = { name: 'admin', times: 600, inMs: 60_000 };
/** Half as many: an assistant in a loop must leave the other half to people. */
const ASSISTANT_CALLS = { name: 'admin-mcp', times: CALLS.times / 2, inMs: CALLS.inMs };

/** True if the console sent a change, not a page of another origin (S-116). */
const isFromConsole = ({ csrf, site }: Sender, expected: string): boolean =>
  isSameSecret(csrf ?? '', expected) && (site === null || site === 'same-origin');

/** True for a request from a page of another origin. The page cannot read the answer, but uses the operator's limits (S-136). */
const isFromOtherOrigin = ({ site }: Sender): boolean => site === 'same-site' || site === 'cross-site';

/** Authorisation of the admin interface (contract §5, §9). */
export function createAccess(
  config: Pick<ServerConfig, 'consoleUsers' | 'trustedProxies'>,
  {
    adminKeys,
    store,
    sessions,
    keyUse,
    clock,
    log,
  }: {
    readonly adminKeys: () => readonly AdminKey[];
    readonly store: Counters;
    readonly sessions: ConsoleSessions;
    readonly keyUse: Pick<KeyUse, 'note'>;
    readonly clock: Clock;
    readonly log: Log;
  },
) {
  const failures = store.limiter(FAILED_ATTEMPTS);
  const calls = store.limiter(CALLS);
  const assistantCalls = store.limiter(ASSISTANT_CALLS);
  const expiry = createKeyExpiry({ clock, log });

  const refuseAttempt = async (
    client: string,
    failure: Failure = { failed: 'unauthorized' },
  ): Promise<Result<never, Failure>> => err((await consume(failures, client)) ?? failure);

  /** Returns the configured key that matches. Wrong keys count as in `authorize`. */
  async function findKey(sent: string, client: string): Promise<Result<AdminKey, Failure>> {
    if (!isAdminKey(sent)) return refuseAttempt(client, { failed: 'no-admin-key' });
    // Compares with every key, so that the time does not reveal the matching one.
    const [key] = adminKeys().filter(({ hash }) => matchesHash(sent, hash));
    if (!key) return refuseAttempt(client);
    return expiry.admits(key) ? ok(key) : err({ failed: 'key-expired' });
  }

  const actorOf = ({ name, site, scopes, bindings }: AdminKey, csrf?: string): Actor => ({
    name,
    door: 'key',
    site,
    scopes,
    bindings,
    csrf,
  });

  const personal = (door: Door, { name, scopes }: Person, csrf: string): Actor => ({
    name,
    door,
    site: undefined,
    scopes,
    bindings: undefined,
    csrf,
  });

  function ofConsole(actor: Actor, sender: Sender, csrf: string): Result<Actor, Failure> {
    const { name, door, site } = actor;
    if (!sender.isChange)
      return isFromOtherOrigin(sender) ? err({ failed: 'origin-not-allowed' }) : ok(actor);
    return isFromConsole(sender, csrf) ? ok(actor) : err({ failed: 'not-of-console', who: name, door, site });
  }

  /**
   * Returns the actor of a valid credential. With a cookie or through a proxy it refuses changes that the console did not send
   * (S-116), and reads from a page of another site (S-136).
   */
  async function identify(credential: Credential, client: string): Promise<Result<Actor, Failure>> {
    switch (credential.kind) {
      case 'none':
        return err({ failed: 'unauthorized' });
      case 'malformed':
        return refuseAttempt(client);
      case 'bearer': {
        const key = await findKey(credential.key, client);
        if (!key.ok) return key;
        keyUse.note(key.value);
        return ok(actorOf(key.value));
      }
      case 'session': {
        const session = await sessions.read(credential.token);
        // No failed attempt: nobody guesses a signature, and a page may send an expired cookie.
        if (!session) return err({ failed: 'signed-out' });
        const { owner } = session;
        const csrf = sessions.csrfOf(session);
        if (owner.kind === 'person')
          return ofConsole(personal('oidc', owner.person, csrf), credential.sender, csrf);
        if (!expiry.admits(owner.key)) return err({ failed: 'signed-out' });
        const actor = ofConsole(actorOf(owner.key, csrf), credential.sender, csrf);
        if (actor.ok) keyUse.note(owner.key);
        return actor;
      }
      case 'proxied': {
        if (adminKeys().some(({ name }) => name === credential.user)) return err({ failed: 'name-of-key' });
        const csrf = sessions.csrfOfUser(credential.user);
        const { scopes = [] } = config.consoleUsers ?? {};
        return ofConsole(personal('proxy', { name: credential.user, scopes }, csrf), credential.sender, csrf);
      }
      default:
        return unreachable(credential);
    }
  }

  return {
    /** Reads the credential of a request. */
    credentialOf: createCredentialReader(config),
    identify,
    findKey,
    /** Returns the actor on whose behalf an assistant calls, and counts the request. Each operation that it calls is authorised, too. */
    async identifyAssistant(credential: Credential, client: string): Promise<Result<Actor, Failure>> {
      const identified = await identify(credential, client);
      if (!identified.ok) return identified;
      const retryInMs = await assistantCalls.consume(ownerOf(identified.value));
      if (retryInMs === undefined) return identified;
      const detail = `An assistant may send ${ASSISTANT_CALLS.times} requests a minute. Wait ${Math.ceil(retryInMs / 1_000)} s.`;
      return err({ failed: 'too-many-requests', retryInMs, detail });
    },
    /**
     * Returns the actor of a valid credential that has one of the scopes. After five requests of a `client` with wrong keys within
     * a minute, further wrong ones get 429. Valid credentials are never refused because of them: many clients may share an address.
     */
    async authorize(
      credential: Credential,
      scopes: readonly Scope[],
      client: string,
    ): Promise<Result<Actor, Failure>> {
      const identified = await identify(credential, client);
      if (!identified.ok) return identified;
      const actor = identified.value;
      const refused = await consume(calls, ownerOf(actor));
      if (refused) return err(refused);
      if (!scopes.some((scope) => actor.scopes.includes(scope))) {
        return err({ failed: 'forbidden', scopes, who: actor.name, door: actor.door, site: actor.site });
      }
      return ok(actor);
    },
  };
}
