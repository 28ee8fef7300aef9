import * as z from 'zod';
import { err, ok } from '../../../base/result.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';
import type { KnownSecrets } from '../webhooks/webhook-secrets.ts';
import { nextStep, type SecretPorts } from './endpoint-secret.ts';

const tag = 'Webhook endpoints';
const name = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'A name in `FOYER_WEBHOOK_SECRETS`.', examples: ['alerts'] });
const time = z.nullable(z.iso.datetime());

const isoOf = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());

/** Operations of the secrets that verify webhooks. No answer contains a secret. */
export const webhookSecretOperations = ({ secrets, isInMemory }: SecretPorts) => {
  const stateOf = (name: string, known: KnownSecrets) => ({
    name,
    current_since: isoOf(known.currentSince),
    previous_until: isoOf(known.previousUntil),
    is_rotating: known.isRotating,
    next_step: known.missing === undefined ? null : nextStep(name, known.missing, true, isInMemory),
  });

  return [
    operation({
      ...READS_RELAY,
      id: 'listWebhookSecrets',
      tag,
      summary: 'The state of the secrets that verify webhooks of this relay, without the secrets',
      path: '/webhook-secrets',
      answer: z.object({
        secrets: z.array(
          z.object({
            name,
            current_since: time.describe(
              'Time at which this relay stored the latest secret, at a rotation or with a new endpoint; null: never.',
            ),
            previous_until: time.describe('The old secret is accepted until then; null: there is none.'),
            is_rotating: z
              .boolean()
              .describe('A rotation has begun. It is unknown if the platform has replaced the secret.'),
            next_step: z
              .nullable(z.string())
              .describe('The change of the configuration that completes this; null: none.'),
          }),
        ),
      }),
      async perform() {
        const all = [...secrets.names].map(async (name) => stateOf(name, await secrets.read(name)));
        return okJson({ secrets: await Promise.all(all) });
      },
    }),
    operation({
      id: 'endPreviousWebhookSecret',
      answeredBy: 'relay',
      tag,
      summary: 'Stop accepting the old secret of a rotation',
      method: 'POST',
      path: '/webhook-secrets/{name}/end-previous',
      scopes: ['write'],
      params: z.object({ name }),
      status: 204,
      async perform({ params }) {
        if (!secrets.names.has(params.name)) return err({ failed: 'not-found' });
        await secrets.endPrevious(params.name);
        return ok(new Response(null, { status: 204 }));
      },
    }),
  ];
};
