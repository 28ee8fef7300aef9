import * as z from 'zod';
import type { SiteConfig } from '../../config/config.ts';
import { type AdminKey, type KeyBinding, SCOPES } from '../../config/values.ts';
import type { KeyUse } from '../access/key-use.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';

export interface KeyPorts {
  readonly site: Pick<SiteConfig, 'name' | 'accountId'>;
  readonly adminKeys: () => readonly AdminKey[];
  readonly keyUse: KeyUse;
}

/** A key as it applies to a site, with its bindings there; undefined if it does not apply. */
function keyOfSite(key: AdminKey, { name, accountId }: KeyPorts['site']): AdminKey | undefined {
  if (name === '') return key;
  if (key.site !== undefined && key.site !== name) return undefined;
  // The site does not see bindings to accounts of other sites.
  const isHere = ({ account }: KeyBinding) => account === accountId;
  const bindings = key.bindings?.filter(isHere);
  return bindings?.length === 0 ? undefined : { ...key, bindings };
}

/** The operation that lists the configured admin keys, without their hashes. */
export const keysOperation = ({ site, adminKeys, keyUse }: KeyPorts) =>
  operation({
    ...READS_RELAY,
    id: 'listKeys',
    tag: 'Audit',
    summary: 'The configured admin keys, with their scopes and their last use',
    path: '/keys',
    scopes: ['pii'],
    answer: z.object({
      keys: z.array(
        z.object({
          name: z.string(),
          scopes: z.array(z.enum(SCOPES)),
          bound_to: z
            .nullable(z.array(z.string()))
            .describe('Accounts, and projects as `ACCOUNT/PROJECT`; null: all.'),
          expires_at: z
            .nullable(z.iso.datetime())
            .describe('The key is refused from then on; null: it does not expire.'),
          last_used_at: z.nullable(z.iso.datetime()).describe('To the minute; null: unused for 400 days.'),
        }),
      ),
    }),
    async perform() {
      const keysHere = adminKeys().flatMap((key) => keyOfSite(key, site) ?? []);
      const keys = await Promise.all(
        keysHere.map(async (key) => ({
          name: key.name,
          scopes: key.scopes,
          bound_to:
            key.bindings?.map(({ account, project }) =>
              project === undefined ? account : `${account}/${project}`,
            ) ?? null,
          expires_at: key.expiresAt === undefined ? null : new Date(key.expiresAt).toISOString(),
          last_used_at: (await keyUse.read(key)) ?? null,
        })),
      );
      return okJson({ keys });
    },
  });
