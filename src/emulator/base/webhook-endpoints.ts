import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import type { Caller } from '../keys.ts';
import { FAULTS, type Fault, limitReached, unprocessable } from '../rest/fault.ts';
import { flag, flagText, must, oneOf, text } from '../rest/input.ts';
import { inAccount, nothing, type Route, reply, route } from '../rest/route.ts';
import { EVENT_TYPES, type WebhookEndpoint, type WebhookEndpoints } from '../store/webhook-endpoints.ts';
import { faultInWebhookUrl } from './webhook-url.ts';

const ENDPOINTS = '/v1/webhook-endpoints';
const ENDPOINT = `${ENDPOINTS}/:endpoint_id`;
const ENDPOINT_ID = /^whe_[A-Za-z0-9]+$/;
/** Published description: the maximum is reached with 409; ten, as for alert rules. */
const MAX_ENDPOINTS = 10;
const DEFAULT_TIMEOUT_MS = 5000;

const name = must('must be 1 to 255 characters long');
const types = must('must be a list of at least one event type');
const timeout = must('must be an integer from 1000 to 30000');
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Nothing that could end the header's line. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const fields = {
  name: text(1, 255, name),
  url: text(),
  event_types: z.array(oneOf(EVENT_TYPES), types).min(1, types),
  headers: z
    .record(z.string(), z.string(must('must be a string')), must('must be an object of strings'))
    .refine(
      (headers) =>
        Object.entries(headers).every(([key, value]) => HEADER_NAME.test(key) && HEADER_VALUE.test(value)),
      'must be names and values of HTTP headers',
    ),
  timeout_ms: z.int(timeout).min(1000, timeout).max(30_000, timeout),
  enabled: flag,
};
const creation = z.strictObject({
  ...fields,
  headers: fields.headers.default({}),
  timeout_ms: fields.timeout_ms.default(DEFAULT_TIMEOUT_MS),
  enabled: fields.enabled.default(true),
});
const change = z.strictObject(fields).partial();
const filter = z.strictObject({ enabled: flagText, event_type: oneOf(EVENT_TYPES) }).partial();

export interface WebhookPorts {
  readonly webhookEndpoints: WebhookEndpoints;
  readonly allowLoopbackWebhooks: boolean;
  now(): number;
  newId(prefix: string): string;
  newSecret(prefix: string): string;
}

/** The secret is told when it is made, and never again. */
const endpointBody = ({ account_id, signing_secret, ...endpoint }: WebhookEndpoint) => ({
  ...endpoint,
  created_at: new Date(endpoint.created_at).toISOString(),
  updated_at: new Date(endpoint.updated_at).toISOString(),
});

/** Who is told of alerts (specification, Webhook endpoints). */
export function webhookRoutes(ports: WebhookPorts): readonly Route[] {
  const { webhookEndpoints, allowLoopbackWebhooks, now, newId, newSecret } = ports;

  function find(
    caller: Caller,
    { endpoint_id: id = '' }: Readonly<Record<string, string>>,
  ): Result<WebhookEndpoint, Fault> {
    if (!ENDPOINT_ID.test(id)) return err(unprocessable('endpoint_id', 'must match ^whe_[A-Za-z0-9]+$'));
    const endpoint = webhookEndpoints.get(caller.accountId, id);
    return endpoint ? ok(endpoint) : err(FAULTS.notFound);
  }

  function faultIn(url: string): Fault | undefined {
    const message = faultInWebhookUrl(url, allowLoopbackWebhooks);
    return message === undefined ? undefined : unprocessable('url', message);
  }

  return [
    route({
      method: 'GET',
      path: ENDPOINTS,
      find: inAccount,
      query: filter,
      run({ where, query: { enabled, event_type } }) {
        const data = webhookEndpoints
          .list(where)
          .filter((it) => enabled === undefined || it.enabled === enabled)
          .filter((it) => event_type === undefined || it.event_types.includes(event_type));
        return reply({ data: data.map(endpointBody) });
      },
    }),
    route({
      method: 'POST',
      path: ENDPOINTS,
      find: inAccount,
      body: creation,
      run({ where: account_id, body }) {
        const fault = faultIn(body.url);
        if (fault) return err(fault);
        if (webhookEndpoints.list(account_id).length >= MAX_ENDPOINTS)
          return err(limitReached('webhook endpoints', MAX_ENDPOINTS));
        const at = now();
        const signing_secret = newSecret('whsec_');
        const endpoint: WebhookEndpoint = {
          id: newId('whe_'),
          account_id,
          ...body,
          signing_secret,
          created_at: at,
          updated_at: at,
        };
        webhookEndpoints.put(endpoint);
        return reply({ ...endpointBody(endpoint), signing_secret }, 201);
      },
    }),
    route({ method: 'GET', path: ENDPOINT, find, run: ({ where }) => reply(endpointBody(where)) }),
    route({
      method: 'PATCH',
      path: ENDPOINT,
      find,
      body: change,
      run({ where, body }) {
        const fault = body.url === undefined ? undefined : faultIn(body.url);
        if (fault) return err(fault);
        const endpoint = { ...where, ...body, updated_at: now() } as WebhookEndpoint;
        webhookEndpoints.put(endpoint);
        return reply(endpointBody(endpoint));
      },
    }),
    route({
      method: 'DELETE',
      path: ENDPOINT,
      find,
      run({ where }) {
        webhookEndpoints.delete(where.id);
        return nothing;
      },
    }),
    route({
      method: 'POST',
      path: `${ENDPOINT}/rotate-secret`,
      find,
      run({ where }) {
        const signing_secret = newSecret('whsec_');
        webhookEndpoints.put({ ...where, signing_secret, updated_at: now() });
        return reply({ signing_secret });
      },
    }),
  ];
}
