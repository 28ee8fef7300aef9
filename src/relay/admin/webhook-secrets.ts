import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { MIN_SECRET, type WebhookSecret } from '../config/values.ts';
import type { KeyValue } from '../store/store.ts';

/**
 * The secrets that verify the webhooks of a name: those of the configuration, and those that rotations through this relay have
 * brought since. The platform signs with a new secret before the relay knows it. So a rotation is announced in the store
 * first, and until it has ended an event that no known secret has signed is not refused for good.
 */
export interface WebhookSecrets {
  /** Webhooks of any other name are refused. */
  readonly names: ReadonlySet<string>;
  read(name: string): Promise<KnownSecrets>;
  /** Announces a rotation; undefined while another one of the name is in progress. */
  begin(name: string): Promise<Rotation | undefined>;
}

export interface KnownSecrets {
  readonly secrets: readonly WebhookSecret[];
  /** The platform may be signing with a secret that the relay does not know yet. */
  readonly isRotating: boolean;
}

/** A rotation ends with exactly one of these calls. */
export interface Rotation {
  /** The platform has replaced the secret of an endpoint. False when the secret cannot be accepted from now on. */
  complete(endpointId: string, secret: string): Promise<boolean>;
  /** The platform has replaced nothing. */
  cancel(): Promise<void>;
  /** Unknown whether the platform has replaced the secret: the announcement stays, so that a later rotation saves the events. */
  leaveOpen(): Promise<void>;
}

/** For ever, in practice: the configuration should have the secret long before. */
const KEPT_MS = 3_650 * 86_400_000;
/** A signature by the replaced secret is valid for five minutes. */
const OVERLAP_MS = 15 * 60_000;
/** the platform's last attempt comes about five and a half hours after its first. */
const ANNOUNCED_MS = 6 * 3_600_000;
/** Longer than any call of the platform. */
const LOCK_MS = 120_000;
/** Two for each endpoint that an account can have. */
const MAX_STORED = 20;

const stored = z.array(z.object({ endpoint: z.string(), secret: z.string(), until: z.number() }));

export function createWebhookSecrets(
  configured: readonly WebhookSecret[],
  { store, clock }: { readonly store: KeyValue; readonly clock: Clock },
): WebhookSecrets {
  const secretsKey = (name: string) => `webhook-secrets:${name}`;
  const announcementKey = (name: string) => `webhook-rotating:${name}`;
  const lockKey = (name: string) => `webhook-rotation:${name}`;

  async function readStored(name: string) {
    const text = await store.get(secretsKey(name));
    const entries = text === undefined ? [] : (stored.safeParse(parseJson(text)).data ?? []);
    return entries.filter((entry) => entry.until > clock.now());
  }

  const unlock = (name: string) => store.delete(lockKey(name));

  return {
    names: new Set(configured.map(({ name }) => name)),
    async read(name) {
      // The announcement first: when it has just ended, the secrets that are read next include the new one.
      const isRotating = (await store.get(announcementKey(name))) !== undefined;
      const rotated = (await readStored(name)).map(({ secret }) => ({ name, secret }));
      return { secrets: [...configured.filter((it) => it.name === name), ...rotated], isRotating };
    },
    async begin(name) {
      const now = clock.now();
      if (!(await store.claim(lockKey(name), '1', now + LOCK_MS))) return undefined;
      await store.put(announcementKey(name), '1', now + ANNOUNCED_MS);
      return {
        async complete(endpoint, secret) {
          if (secret.length < MIN_SECRET) return false;
          const now = clock.now();
          try {
            const earlier = (await readStored(name)).map((entry) =>
              entry.endpoint === endpoint
                ? { ...entry, until: Math.min(entry.until, now + OVERLAP_MS) }
                : entry,
            );
            const entries = [...earlier, { endpoint, secret, until: now + KEPT_MS }].slice(-MAX_STORED);
            await store.put(secretsKey(name), JSON.stringify(entries), now + KEPT_MS);
            await store.delete(announcementKey(name));
            await unlock(name);
            return true;
          } catch {
            // The operator must get the secret all the same: nobody can read it again.
            return false;
          }
        },
        async cancel() {
          await store.delete(announcementKey(name));
          await unlock(name);
        },
        leaveOpen: () => unlock(name),
      };
    },
  };
}
