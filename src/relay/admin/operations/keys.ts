import * as z from 'zod';
import { ok } from '../../../base/result.ts';
import { type AdminKey, SCOPES } from '../../config/values.ts';
import type { KeyUse } from '../key-use.ts';
import { operation, READS_RELAY } from '../operation.ts';

export interface KeyPorts {
  readonly config: { readonly adminKeys: readonly AdminKey[] };
  readonly keyUse: KeyUse;
}

/** The operation that lists the admin keys of the configuration, without anything by which one could be guessed. */
export const keysOperation = ({ config, keyUse }: KeyPorts) =>
  operation({
    ...READS_RELAY,
    id: 'listKeys',
    tag: 'Audit',
    summary: 'The admin keys of the configuration, with their scopes and their last use',
    path: '/keys',
    scopes: ['pii'],
    answer: z.object({
      keys: z.array(
        z.object({
          name: z.string(),
          scopes: z.array(z.enum(SCOPES)),
          bound_to: z.nullable(z.array(z.string())).meta({
            description: 'Accounts, and projects as `ACCOUNT/PROJECT`; null: the key may be used for all.',
          }),
          last_used_at: z
            .nullable(z.iso.datetime())
            .meta({ description: 'To the minute; null: not within 400 days.' }),
        }),
      ),
    }),
    async perform() {
      const keys = await Promise.all(
        config.adminKeys.map(async (key) => ({
          name: key.name,
          scopes: key.scopes,
          bound_to:
            key.bindings?.map(({ account, project }) =>
              project === undefined ? account : `${account}/${project}`,
            ) ?? null,
          last_used_at: (await keyUse.read(key)) ?? null,
        })),
      );
      return ok(Response.json({ keys }));
    },
  });
