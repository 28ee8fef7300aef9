import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { flag, texts, word } from './fields.ts';

const EVENT_TYPES = ['alerts.triggered', 'alerts.resolved'] as const;

const endpointId = z
  .string()
  .regex(/^whe_[A-Za-z0-9]+$/, 'must be whe_ with letters and digits')
  .meta({ description: 'Webhook endpoint.', examples: ['whe_9ZtRcXw3nByK5pVqMaEfJs'] });

const eventType = z.enum(EVENT_TYPES);
const name = z.string().min(1).max(255);
const url = z
  .url({ protocol: /^https$/, error: 'must be an https URL' })
  // A name or a password in it would be sent to every log that has the address.
  .regex(/^https:\/\/[^/?#@\\]+(?:[/?#]|$)/, 'must have no name or password')
  .meta({ examples: ['https://desk.example.com/hook'] });
const eventTypes = z.array(eventType).min(1).max(100);
const timeout = z.int().min(1_000).max(30_000);
const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header');
const headerValue = z.string().regex(/^[ -~]*$/, 'must be printable ASCII');
const headers = z
  .record(headerName, headerValue)
  .meta({ description: 'Sent with every delivery.', examples: [{ 'X-Team': 'support' }] });

const changes = z.strictObject({
  name: z.optional(name),
  url: z.optional(url),
  event_types: z.optional(eventTypes),
  headers: z.optional(headers),
  timeout_ms: z.optional(timeout),
  enabled: z.optional(z.boolean()),
});

/** A webhook endpoint. Only the answers of create and rotate contain its secret. */
export const webhookEndpoint = z.looseObject({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  event_types: z.array(word(EVENT_TYPES)),
  timeout_ms: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  headers: z.optional(texts),
});

const signingSecret = z.string().describe('Shown only once.');

const all = { family: 'base', path: '/v1/webhook-endpoints' } as const;
const path = '/v1/webhook-endpoints/{endpoint_id}';
const params = z.strictObject({ endpoint_id: endpointId });
const one = { family: 'base', path, params } as const;

/** Webhook endpoints: addresses that receive the platform's events. An account has at most ten; creating another is answered with 409. */
export const webhookEndpoints = {
  list: {
    ...all,
    method: 'GET',
    summary: 'All webhook endpoints',
    query: z.strictObject({
      enabled: z.optional(flag.describe('Only endpoints that are enabled, or only those that are not.')),
      event_type: z.optional(eventType.describe('Only endpoints that get events of this type.')),
    }),
    status: 200,
    answer: z.looseObject({ data: z.array(webhookEndpoint) }),
  },
  create: {
    ...all,
    method: 'POST',
    summary: 'Create a webhook endpoint',
    body: z.strictObject({
      name,
      url,
      event_types: eventTypes,
      headers: z.optional(headers),
      timeout_ms: z.optional(timeout.meta({ default: 5_000 })),
      enabled: z.optional(z.boolean().meta({ default: true })),
    }),
    status: 201,
    answer: webhookEndpoint.extend({ signing_secret: signingSecret }),
  },
  get: { ...one, method: 'GET', summary: 'One webhook endpoint', status: 200, answer: webhookEndpoint },
  update: {
    ...one,
    method: 'PATCH',
    summary: 'Change fields of a webhook endpoint',
    body: changes,
    status: 200,
    answer: webhookEndpoint,
  },
  remove: { ...one, method: 'DELETE', summary: 'Delete a webhook endpoint', status: 204 },
  rotateSecret: {
    ...one,
    path: `${path}/rotate-secret`,
    method: 'POST',
    summary: 'Replace the signing secret; the old one becomes invalid at once',
    status: 200,
    answer: z.looseObject({ signing_secret: signingSecret }),
  },
} as const satisfies Record<string, Endpoint>;
