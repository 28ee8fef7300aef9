import * as z from 'zod';
import { ok, type Result } from '../../../base/result.ts';
import { webhookEndpoints } from '../../../platform/index.ts';
import type { Failure } from '../../problem.ts';
import { clientOf, type PlatformClients, platformFailure } from '../endpoint-operation.ts';
import { operation } from '../operation.ts';
import { changeSecret, nameIn, receiver, type SecretPorts } from './endpoint-secret.ts';

const { rotateSecret } = webhookEndpoints;

/** Replaces the secret of a webhook endpoint. Events for this relay that arrive meanwhile are not lost. */
export const rotateWebhookSecret = (clients: PlatformClients, ports: SecretPorts) =>
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
      const { names } = ports.secrets;
      const input = { params };
      // Not aborted with the operator's request: the answer of the platform has the only copy of the secret.
      const replace = () => client.value.call(rotateSecret, input);

      let name: string | undefined;
      if (names.size > 0) {
        const endpoint = await client.value.call(webhookEndpoints.get, input, { signal });
        if (!endpoint.ok) return platformFailure(endpoint.error);
        name = nameIn(endpoint.value.url);
      }
      if (name === undefined || !names.has(name)) {
        const replaced = await replace();
        return replaced.ok ? ok(Response.json(replaced.value)) : platformFailure(replaced.error);
      }
      const changed = await changeSecret(ports, name, 'rotate', replace, () => params.endpoint_id);
      return changed.ok ? ok(Response.json(changed.value)) : changed;
    },
  });
