import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import type { WebhookDelivery } from '../store/webhook-delivery-table.ts';
import type { WebhookEndpoint } from '../store/webhook-endpoint-table.ts';
import { allowedAddressesOf, type Resolve } from './allowed-addresses.ts';

/** M-1.5: prefix of the webhook headers by dialect. */
const HEADER_PREFIX: Record<Dialect, string> = { service: 'X-Service-', poly: 'X-PolyAI-' };

/** Headers that an endpoint cannot set: the platform's own in either dialect, and the connection's. */
const RESERVED_HEADERS =
  /^(?:x-(?:service|polyai)-(?:timestamp|signature|event-id)|content-.*|user-agent|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

/** The headers of one attempt.: signed with the endpoint's current secret and the current time. */
function attemptHeadersOf(
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

/** Outcome of an attempt. `detail` is for the log and contains no secret. */
export type AttemptOutcome =
  | { readonly status: 'delivered'; readonly detail: string }
  | { readonly status: 'failed'; readonly detail: string; readonly isRetryable: boolean };

export interface AttemptPorts {
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly allowLoopback: boolean;
  readonly resolve: Resolve;
}

/** 408, 429 and 5xx are retried, other statuses are not; redirects are not followed. */
function outcomeOf(status: number): AttemptOutcome {
  const detail = `status ${status}`;
  if (status >= 200 && status < 300) return { status: 'delivered', detail };
  return { status: 'failed', detail, isRetryable: status === 408 || status === 429 || status >= 500 };
}

/** Sends an event to an endpoint once. Never rejects.: `timeout_ms` includes the name look-up. */
export async function sendAttempt(
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint,
  { clock, dialect, allowLoopback, resolve }: AttemptPorts,
  stopped: AbortSignal,
): Promise<AttemptOutcome> {
  const { url, timeout_ms: timeoutMs } = endpoint;
  const timeout = new AbortController();
  const signal = AbortSignal.any([stopped, timeout.signal]);
  const cancel = clock.after(timeoutMs, () => timeout.abort());
  const failedBy = (detail: string): AttemptOutcome => ({
    status: 'failed',
    detail: timeout.signal.aborted ? `no answer in ${timeoutMs} ms` : detail,
    isRetryable: true,
  });
  const aborted = new Promise<'aborted'>((is) => signal.addEventListener('abort', () => is('aborted')));

  const addresses = await Promise.race([allowedAddressesOf(url, allowLoopback, resolve), aborted]);
  if (addresses === 'aborted' || !addresses.ok) cancel();
  if (addresses === 'aborted') return failedBy('stopped');
  if (!addresses.ok) {
    return { status: 'failed', detail: addresses.error.reason, isRetryable: addresses.error.isTemporary };
  }
  // Connects to the checked addresses without a second look-up.
  const lookup: LookupFunction = (_, options, found) => {
    const [first] = addresses.value;
    if (options.all) found(null, [...addresses.value]);
    else found(null, first?.address ?? '', first?.family);
  };
  return new Promise((done) => {
    const headers = attemptHeadersOf(delivery, endpoint, dialect, clock.now());
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(url, { method: 'POST', agent: false, headers, lookup, signal });
    request.on('response', (response) => {
      done(outcomeOf(response.statusCode ?? 0));
      // The body is read and dropped. The time-out covers it too.
      response.on('error', () => {});
      response.resume();
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      cancel();
      done(failedBy(error.code ?? 'network error'));
    });
    request.on('close', () => {
      cancel();
      done(failedBy('connection lost'));
    });
    request.end(delivery.body);
  });
}
