import { createHmac } from 'node:crypto';
import type { Dialect } from '../../protocol/dialect.ts';
import type { WebhookDelivery } from '../store/webhook-delivery-table.ts';
import type { WebhookEndpoint } from '../store/webhook-endpoint-table.ts';

/** M-1.5: prefix of the webhook headers by dialect. */
const HEADER_PREFIX: Record<Dialect, string> = { service: 'X-Service-', poly: 'X-PolyAI-' };

/** Headers that an endpoint cannot set: the platform's own in either dialect, and the connection's. */
const RESERVED_HEADERS =
  /^(?:x-(?:service|polyai)-(?:timestamp|signature|event-id)|content-.*|user-agent|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

/** The headers of one attempt.: signed with the endpoint's current secret and the current time. */
export function attemptHeadersOf(
  { event_id, body }: WebhookDelivery,
  { headers, signing_secret }: WebhookEndpoint,
  dialect: Dialect,
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', signing_secret).update(`${timestamp}.${body}`).digest('hex');
  const prefix = HEADER_PREFIX[dialect];
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !RESERVED_HEADERS.test(name))),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': 'Foyer-Webhooks',
    [`${prefix}Timestamp`]: timestamp,
    [`${prefix}Signature`]: signature,
    [`${prefix}Event-ID`]: event_id,
  };
}
