import { createHmac } from 'node:crypto';
import type { Dialect } from '../../protocol/dialect.ts';
import type { WebhookDelivery } from '../store/webhook-deliveries.ts';
import type { WebhookEndpoint } from '../store/webhook-endpoints.ts';

/** Names of webhook headers by dialect (spec messaging §1). */
const PREFIX: Record<Dialect, string> = { service: 'X-Service-', poly: 'X-PolyAI-' };

/** What the platform says itself, in either dialect, and what belongs to the connection. */
const OURS =
  /^(?:x-(?:service|polyai)-(?:timestamp|signature|event-id)|content-.*|user-agent|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

/** The headers of one attempt: signed with the endpoint's present secret and the present time (spec rest, Webhook delivery). */
export function headersOf(
  { event_id, body }: WebhookDelivery,
  { headers, signing_secret }: WebhookEndpoint,
  dialect: Dialect,
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', signing_secret).update(`${timestamp}.${body}`).digest('hex');
  const prefix = PREFIX[dialect];
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OURS.test(name))),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': 'Foyer-Webhooks',
    [`${prefix}Timestamp`]: timestamp,
    [`${prefix}Signature`]: signature,
    [`${prefix}Event-ID`]: event_id,
  };
}
