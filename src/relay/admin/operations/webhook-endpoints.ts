import * as z from 'zod';
import type { Result } from '../../../base/result.ts';
import { webhookEndpoints } from '../../../platform/index.ts';
import type { Failure } from '../../http/problem.ts';
import {
  clientOf,
  operationFactory,
  type PlatformClients,
  platformFailure,
} from '../api/endpoint-operation.ts';
import { okJson, operation } from '../api/operation.ts';
import { changeSecret, nextStep, receiver, type SecretPorts, webhookNameIn } from './endpoint-secret.ts';

const tag = 'Webhook endpoints';
const { create, get, remove, rotateSecret } = webhookEndpoints;

/** Creates a webhook endpoint. If it leads to this relay, the relay accepts its secret at once. */
export const createWebhookEndpoint = (clients: PlatformClients, ports: SecretPorts) =>
  operation({
    id: 'createWebhookEndpoint',
    tag,
    summary: create.summary,
    method: 'POST',
    path: '/webhook-endpoints',
    scopes: ['write'],
    query: z.object({}),
    body: create.body,
    status: 201,
    answer: create.answer.extend({ receiver: z.optional(receiver) }),
    async perform({ body }): Promise<Result<Response, Failure>> {
      const client = clientOf(clients, 'base');
      if (!client.ok) return client;
      // Not aborted with the operator's request: the platform's answer has the only copy of the secret.
      const add = () => client.value.call(create, { body });
      const name = webhookNameIn(body.url);
      const created = await changeSecret(ports, name, 'create', add, ({ id }) => id);
      if (!created.ok) return created;
      // It leads to a relay, but not to a configured webhook.
      const unknown =
        name === undefined
          ? undefined
          : {
              name,
              accepts_new_secret: false,
              previous_until: null,
              next_step: nextStep(name, 'create', false, ports.isInMemory),
            };
      const answer = { ...created.value, receiver: created.value.receiver ?? unknown };
      return okJson(answer, { status: 201 });
    },
  });

/** Replaces the secret of a webhook endpoint. */
export const rotateWebhookSecret = (clients: PlatformClients, ports: SecretPorts) =>
  operation({
    id: 'rotateWebhookSecret',
    tag,
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
      // Not aborted with the operator's request: the platform's answer has the only copy of the secret.
      const replace = () => client.value.call(rotateSecret, { params });
      let name: string | undefined;
      if (ports.secrets.names.size > 0) {
        const endpoint = await client.value.call(get, { params }, { signal });
        if (!endpoint.ok) return platformFailure(endpoint.error);
        name = webhookNameIn(endpoint.value.url);
      }
      const changed = await changeSecret(ports, name, 'rotate', replace, () => params.endpoint_id);
      return changed.ok ? okJson(changed.value) : changed;
    },
  });

/** Deletes a webhook endpoint. The relay deletes its stored secret. */
export function deleteWebhookEndpoint(clients: PlatformClients, { secrets }: SecretPorts) {
  const path = '/webhook-endpoints/{endpoint_id}';
  const removal = operationFactory(clients)('deleteWebhookEndpoint', tag, path, remove);
  return {
    ...removal,
    async perform(call: Parameters<typeof removal.perform>[0]) {
      const removed = await removal.perform(call);
      if (removed.ok) await secrets.forget(call.params.endpoint_id);
      return removed;
    },
  };
}
