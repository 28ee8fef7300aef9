import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { isRefusal } from '../../../platform/errors.ts';
import { type PlatformError, webhookEndpoints } from '../../../platform/index.ts';
import type { Failure } from '../../problem.ts';
import { clientOf, type PlatformClients, platformFailure } from '../endpoint-operation.ts';
import { operation } from '../operation.ts';
import type { WebhookSecrets } from '../webhook-secrets.ts';

export interface RotationPorts {
  readonly secrets: WebhookSecrets;
  /** True when a restart of the relay loses what its store holds. */
  readonly isInMemory: boolean;
}

const receiver = z.object({
  name: z.string().meta({ description: 'The name of the webhook in `FOYER_WEBHOOK_SECRETS`.' }),
  accepts_new_secret: z.boolean(),
  previous_until: z
    .nullable(z.iso.datetime())
    .meta({ description: 'Until then the old secret is accepted as well.' }),
  next_step: z.string().meta({ description: 'The change of the configuration that completes the rotation.' }),
});

const { rotateSecret } = webhookEndpoints;
const RECEIVER_PATH = /\/admin\/v1\/webhooks\/([\w.-]{1,64})\/?$/;

/** The name under which the endpoint's events arrive at a relay; undefined for another receiver. */
const nameIn = (url: string): string | undefined =>
  URL.canParse(url) ? RECEIVER_PATH.exec(new URL(url).pathname)?.[1] : undefined;

/** True when the platform has certainly kept the old secret. */
const hasKept = ({ code, upstream }: PlatformError): boolean =>
  code === 'INVALID_REQUEST' || (upstream !== undefined && isRefusal(upstream.status));

/** Says how to complete a rotation in the configuration. */
export function nextStep(name: string, accepts: boolean, isInMemory: boolean): string {
  const entry = `In FOYER_WEBHOOK_SECRETS, or the file of FOYER_WEBHOOK_SECRETS_FILE, replace the old secret of ${name} by signing_secret`;
  if (!accepts) return `${entry} and restart the relay now: it refuses the events until then.`;
  const until = isInMemory
    ? 'before the relay restarts: it accepts both secrets, but keeps the new one in its memory only, and other relays do not know it'
    : 'at the next change of the configuration: every relay on this store accepts both secrets';
  return `${entry} ${until}.`;
}

/** Replaces the secret of a webhook endpoint. Events for this relay that arrive meanwhile are not lost. */
export const rotateWebhookSecret = (clients: PlatformClients, { secrets, isInMemory }: RotationPorts) =>
  operation({
    id: 'rotateWebhookSecret',
    tag: 'Webhook endpoints',
    summary: rotateSecret.summary,
    method: 'POST',
    path: '/webhook-endpoints/{endpoint_id}/rotate-secret',
    scopes: ['write'],
    params: rotateSecret.params,
    query: z.object({}),
    status: 200,
    answer: rotateSecret.answer.extend({ receiver: z.optional(receiver) }),
    async perform({ params, signal }): Promise<Result<Response, Failure>> {
      const client = clientOf(clients, 'base');
      if (!client.ok) return client;
      const input = { params };
      // Not aborted with the operator's request: the answer of the platform has the only copy of the secret.
      const replace = () => client.value.call(rotateSecret, input);

      let name: string | undefined;
      if (secrets.names.size > 0) {
        const endpoint = await client.value.call(webhookEndpoints.get, input, { signal });
        if (!endpoint.ok) return platformFailure(endpoint.error);
        name = nameIn(endpoint.value.url);
      }
      if (name === undefined || !secrets.names.has(name)) {
        const replaced = await replace();
        return replaced.ok ? ok(Response.json(replaced.value)) : platformFailure(replaced.error);
      }

      const beginning = await secrets.begin(name);
      if (beginning.status === 'in-progress') return err({ failed: 'rotation-in-progress' });
      if (beginning.status === 'overlapping') {
        return err({ failed: 'rotation-overlapping', name, until: beginning.until });
      }
      const { rotation } = beginning;
      const replaced = await replace();
      if (!replaced.ok) {
        await (hasKept(replaced.error) ? rotation.cancel() : rotation.leaveOpen());
        return platformFailure(replaced.error);
      }
      const accepts = await rotation.complete(params.endpoint_id, replaced.value.signing_secret);
      const { previousUntil } = await secrets.read(name);
      return ok(
        Response.json({
          ...replaced.value,
          receiver: {
            name,
            accepts_new_secret: accepts,
            previous_until: previousUntil === undefined ? null : new Date(previousUntil).toISOString(),
            next_step: nextStep(name, accepts, isInMemory),
          },
        }),
      );
    },
  });
