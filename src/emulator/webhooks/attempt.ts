import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import type { WebhookDelivery } from '../store/webhook-deliveries.ts';
import type { WebhookEndpoint } from '../store/webhook-endpoints.ts';
import { addressesOf, type Resolve } from './addresses.ts';
import { headersOf } from './headers.ts';

/** How an attempt ended, in words that hold nothing secret. */
export type Outcome =
  | { readonly is: 'delivered'; readonly how: string }
  | { readonly is: 'failed'; readonly how: string; readonly mayBeRepeated: boolean };

export interface AttemptPorts {
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly allowLoopback: boolean;
  readonly resolve: Resolve;
}

/** spec rest, Webhook delivery: repeated on 408, 429 and 5xx, not on any other status; nor is a redirect followed. */
function outcomeOf(status: number): Outcome {
  const how = `status ${status}`;
  if (status >= 200 && status < 300) return { is: 'delivered', how };
  return { is: 'failed', how, mayBeRepeated: status === 408 || status === 429 || status >= 500 };
}

/** Sends an event to an endpoint once. Never rejects; `timeout_ms` is for all of it, the look-up of the name too. */
export async function attempt(
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint,
  { clock, dialect, allowLoopback, resolve }: AttemptPorts,
  stopped: AbortSignal,
): Promise<Outcome> {
  const { url, timeout_ms: timeoutMs } = endpoint;
  const timeout = new AbortController();
  const signal = AbortSignal.any([stopped, timeout.signal]);
  const cancel = clock.after(timeoutMs, () => timeout.abort());
  const lost = (how: string): Outcome => ({
    is: 'failed',
    how: timeout.signal.aborted ? `no answer in ${timeoutMs} ms` : how,
    mayBeRepeated: true,
  });
  const aborted = new Promise<'aborted'>((is) => signal.addEventListener('abort', () => is('aborted')));

  const addresses = await Promise.race([addressesOf(url, allowLoopback, resolve), aborted]);
  if (addresses === 'aborted' || !addresses.ok) cancel();
  if (addresses === 'aborted') return lost('stopped');
  if (!addresses.ok) {
    return { is: 'failed', how: addresses.error.why, mayBeRepeated: addresses.error.isForNow };
  }
  // The very addresses that were checked: nothing is looked up again.
  const lookup: LookupFunction = (_, options, found) => {
    const [first] = addresses.value;
    if (options.all) found(null, [...addresses.value]);
    else found(null, first?.address ?? '', first?.family);
  };
  return new Promise((done) => {
    const headers = headersOf(delivery, endpoint, dialect, clock.now());
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(url, { method: 'POST', agent: false, headers, lookup, signal });
    request.on('response', (response) => {
      done(outcomeOf(response.statusCode ?? 0));
      // What else it says is nobody's business; it has as long for it as for its answer.
      response.on('error', () => {});
      response.resume();
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      cancel();
      done(lost(error.code ?? 'network error'));
    });
    request.on('close', () => {
      cancel();
      done(lost('connection lost'));
    });
    request.end(delivery.body);
  });
}
