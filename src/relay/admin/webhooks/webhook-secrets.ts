import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import type { Clock } from '../../../base/clock.ts';
import { hashOf } from '../../../base/same-secret.ts';
import { MIN_SECRET, type WebhookSecret } from '../../config/values.ts';
import type { KeyValue } from '../../store/store.ts';

/**
 * The secrets that verify the webhooks of a name: configured ones, and stored ones of endpoints that were created or rotated
 * through this relay. The platform signs with a new secret before the relay knows it. Therefore a rotation is first
 * announced in the store, and an event with an unknown signature gets a retry answer until the rotation ends. Then the relay
 * accepts both secrets for a day.
 */
export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

/** The cause of a new secret. */
export type SecretChange = 'rotate' | 'create';

/** A secret that verifies webhooks. The old secret of a rotation is accepted only for a limited time. */
export interface KnownSecret extends WebhookSecret {
  readonly role: 'current' | 'previous';
}

export interface KnownSecrets {
  /** The current secrets first. */
  readonly secrets: readonly KnownSecret[];
  /** The platform may already sign with a secret that the relay does not know. */
  readonly isRotating: boolean;
  /** Time of the latest stored secret; undefined without one. */
  readonly currentSince: number | undefined;
  /** End of the old secret; undefined without one. */
  readonly previousUntil: number | undefined;
  /** The cause of a secret that the configuration lacks; undefined if it has all. */
  readonly missing: SecretChange | undefined;
}

export type RotationStart =
  | { readonly status: 'begun'; readonly rotation: Rotation }
  /** Another rotation of the name is in progress. */
  | { readonly status: 'in-progress' }
  /** The old secret of the last rotation is still accepted. A second rotation would invalidate a used secret. */
  | { readonly status: 'overlapping'; readonly until: number };

/** A rotation ends with exactly one of these calls. */
export interface Rotation {
  /** The platform has replaced the secret of an endpoint. Returns false if the relay cannot accept it from now on. */
  complete(endpointId: string, secret: string): Promise<boolean>;
  /** The platform has replaced nothing. */
  cancel(): Promise<void>;
  /** The outcome at the platform is unknown. The announcement stays, so that events are not lost before a later rotation. */
  leaveOpen(): Promise<void>;
}

/** Practically forever: the configuration should have the secret long before. */
const KEPT_MS = 3_650 * 86_400_000;
/** Longer than the platform's retries, and than a night. */
const OVERLAP_MS = 24 * 3_600_000;
/** the platform's last attempt comes about five and a half hours after its first. */
const ANNOUNCED_MS = 6 * 3_600_000;
/** Longer than any call of the platform. */
const LOCK_MS = 120_000;
/** More than the endpoints of an account. */
const MAX_STORED = 20;

/** null: no end. */
const until = z.nullable(z.number());
const stored = z.object({
  /** Secrets of endpoints that were created or rotated. */
  rotated: z.array(z.object({ endpoint: z.string(), secret: z.string(), since: z.number(), until })),
  /** Hashes of configured secrets that rotations have replaced. */
  replaced: z.array(z.object({ hash: z.string(), until: z.number() })),
});
type Stored = z.output<typeof stored>;
const NOTHING: Stored = { rotated: [], replaced: [] };

const latest = (times: readonly number[]): number | undefined =>
  times.length === 0 ? undefined : Math.max(...times);

export function createWebhookSecrets(
  configured: readonly WebhookSecret[],
  { store, clock }: { readonly store: KeyValue; readonly clock: Clock },
) {
  const names = new Set(configured.map(({ name }) => name));
  const secretsKey = (name: string) => `webhook-secrets:${name}`;
  const announcementKey = (name: string) => `webhook-rotating:${name}`;
  const lockKey = (name: string) => `webhook-rotation:${name}`;
  const unlock = (name: string) => store.delete(lockKey(name));
  const configuredOf = (name: string) => configured.filter((entry) => entry.name === name);

  async function readStored(name: string): Promise<Stored> {
    const text = await store.get(secretsKey(name));
    return (text === undefined ? undefined : stored.safeParse(parseJson(text)).data) ?? NOTHING;
  }
  const write = (name: string, value: Stored) =>
    store.put(secretsKey(name), JSON.stringify(value), clock.now() + KEPT_MS);

  async function read(name: string): Promise<KnownSecrets> {
    // Read the announcement first: if it has just ended, the secrets read next include the new one.
    const isRotating = (await store.get(announcementKey(name))) !== undefined;
    const { rotated, replaced } = await readStored(name);
    const now = clock.now();
    const ends = new Map(replaced.map((entry) => [entry.hash, entry.until]));
    const all = [
      ...configuredOf(name).map(({ secret }) => ({ secret, until: ends.get(hashOf(secret)) ?? null })),
      ...rotated,
    ].filter((entry) => entry.until === null || entry.until > now);
    const current = all.filter((entry) => entry.until === null);
    const previous = all.filter((entry) => entry.until !== null);
    const known =
      (role: KnownSecret['role']) =>
      (entry: { readonly secret: string }): KnownSecret => ({
        name,
        secret: entry.secret,
        role,
      });
    const inUse = rotated.filter((entry) => entry.until === null);
    const isOutdated = inUse.some(
      (entry) => !configuredOf(name).some(({ secret }) => secret === entry.secret),
    );
    return {
      secrets: [...current.map(known('current')), ...previous.map(known('previous'))],
      isRotating,
      currentSince: latest(inUse.map(({ since }) => since)),
      previousUntil: latest(previous.flatMap((entry) => (entry.until === null ? [] : [entry.until]))),
      missing: isOutdated ? (replaced.length > 0 || previous.length > 0 ? 'rotate' : 'create') : undefined,
    };
  }

  /** Adds the secret of a new endpoint. */
  const add = (before: Stored, endpoint: string, secret: string): Stored => ({
    ...before,
    rotated: [...before.rotated, { endpoint, secret, since: clock.now(), until: null }].slice(-MAX_STORED),
  });

  /** Replaces the secret of a rotated endpoint. */
  function rotate(name: string, { rotated, replaced }: Stored, endpoint: string, secret: string): Stored {
    const now = clock.now();
    const end = now + OVERLAP_MS;
    const isOld = (entry: Stored['rotated'][number]) => entry.endpoint === endpoint && entry.until === null;
    const old = new Set(rotated.filter(isOld).map((entry) => entry.secret));
    const ofName = configuredOf(name);
    // With several configured secrets and no rotation, the endpoint's secret is unknown.
    const isOnly = ofName.length === 1 && rotated.length === 0;
    const ended = ofName
      .filter((entry) => entry.secret !== secret && (old.has(entry.secret) || isOnly))
      .map((entry) => hashOf(entry.secret))
      .filter((hash) => !replaced.some((entry) => entry.hash === hash));
    return {
      rotated: [
        ...rotated.map((entry) => (isOld(entry) ? { ...entry, until: end } : entry)),
        { endpoint, secret, since: now, until: null },
      ].slice(-MAX_STORED),
      replaced: [...replaced, ...ended.map((hash) => ({ hash, until: end }))].slice(-MAX_STORED),
    };
  }

  return {
    /** Other names are refused. */
    names: names as ReadonlySet<string>,
    read,
    /** Announces a rotation or a new endpoint. The first event may arrive before the secret. */
    async begin(name: string, change: SecretChange): Promise<RotationStart> {
      const now = clock.now();
      if (!(await store.claim(lockKey(name), '1', now + LOCK_MS))) return { status: 'in-progress' };
      const { previousUntil } = await read(name);
      if (change === 'rotate' && previousUntil !== undefined) {
        await unlock(name);
        return { status: 'overlapping', until: previousUntil };
      }
      await store.put(announcementKey(name), '1', now + ANNOUNCED_MS);
      const rotation: Rotation = {
        async complete(endpoint, secret) {
          if (secret.length < MIN_SECRET) return false;
          try {
            const before = await readStored(name);
            const after =
              change === 'create' ? add(before, endpoint, secret) : rotate(name, before, endpoint, secret);
            await write(name, after);
            await store.delete(announcementKey(name));
            await unlock(name);
            return true;
          } catch {
            // The operator must still get the secret, because it cannot be read again.
            return false;
          }
        },
        async cancel() {
          await store.delete(announcementKey(name));
          await unlock(name);
        },
        leaveOpen: () => unlock(name),
      };
      return { status: 'begun', rotation };
    },
    /** Deletes the secrets of a deleted endpoint. */
    async forget(endpoint: string): Promise<void> {
      for (const name of names) {
        const { rotated, replaced } = await readStored(name);
        const kept = rotated.filter((entry) => entry.endpoint !== endpoint);
        if (kept.length < rotated.length) await write(name, { rotated: kept, replaced });
      }
    },
    /** Stops accepting the old secret of the name. */
    async endPrevious(name: string): Promise<void> {
      const now = clock.now();
      const { rotated, replaced } = await readStored(name);
      await write(name, {
        rotated: rotated.filter((entry) => entry.until === null),
        // Kept, because the configuration may still list them.
        replaced: replaced.map((entry) => ({ ...entry, until: Math.min(entry.until, now) })),
      });
    },
  };
}
