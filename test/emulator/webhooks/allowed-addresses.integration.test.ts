import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookDelivery } from '../../../src/emulator/store/webhook-delivery-table.ts';
import type { WebhookEndpoint } from '../../../src/emulator/store/webhook-endpoint-table.ts';
import { type Resolve, systemResolve } from '../../../src/emulator/webhooks/allowed-addresses.ts';
import { sendAttempt } from '../../../src/emulator/webhooks/send-attempt.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openReceiver, type Receiver } from './receiver.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

const DELIVERY: WebhookDelivery = {
  id: 1,
  account_id: 'a',
  endpoint_id: 'whe_1',
  event_id: 'evt_1',
  event_type: 'alerts.triggered',
  body: '{}',
  attempts: 0,
  next_at: 0,
};
const clock = createFakeClock();

/** One attempt with the given name resolution. */
function attemptOnce(
  url: string,
  resolve: Resolve,
  allowLoopback = true,
  stopped = new AbortController().signal,
) {
  const endpoint: WebhookEndpoint = {
    id: 'whe_1',
    account_id: 'a',
    name: 'x',
    url,
    enabled: true,
    event_types: ['alerts.triggered'],
    headers: {},
    timeout_ms: 5000,
    signing_secret: 'whsec_1',
    created_at: 0,
    updated_at: 0,
  };
  return sendAttempt(DELIVERY, endpoint, { clock, dialect: 'service', allowLoopback, resolve }, stopped);
}
const resolvesTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
const local = () => receiver.url.replace('127.0.0.1', 'localhost');
const PRIVATE = {
  status: 'failed',
  detail: 'its name leads to an address that is not public',
  isRetryable: false,
};

describe('the address of a webhook', () => {
  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['192.168.0.1'],
    ['0.0.0.0'],
    ['::ffff:127.0.0.1'],
    ['fd00::1'],
    ['fe80::1%eth0'],
    ['64:ff9b::7f00:1'],
    ['not an address'],
    ['8.8.8.8', '127.0.0.1'],
    ['2606:4700::1111', '10.0.0.1', '8.8.8.8'],
    [],
  ])('does not connect to %s (S-61, R-9.8)', async (...addresses) => {
    for (const allowLoopback of [false, true]) {
      expect(await attemptOnce('https://hooks.example.com', resolvesTo(...addresses), allowLoopback)).toEqual(
        PRIVATE,
      );
    }
  });

  it('connects to the checked address although the name resolves differently the next time', async () => {
    const answers = [resolvesTo('127.0.0.1'), resolvesTo('10.0.0.1')];
    let asked = 0;
    const rebinding: Resolve = (name) => (answers[asked++] ?? resolvesTo())(name);
    expect(await attemptOnce(local(), rebinding)).toEqual({ status: 'delivered', detail: 'status 204' });
    expect([asked, receiver.received[0]?.headers.host]).toEqual([1, new URL(local()).host]);
    expect(await attemptOnce(local(), rebinding)).toEqual(PRIVATE);
    expect(receiver.received).toHaveLength(1);
  });

  it('connects to loopback only by its own names and only when loopback is allowed', async () => {
    expect(await attemptOnce(local(), resolvesTo('8.8.8.8'))).toEqual(PRIVATE);
    expect(await attemptOnce(local(), resolvesTo('127.0.0.1'), false)).toEqual({
      status: 'failed',
      detail: 'its URL must be a URL that begins with https://',
      isRetryable: false,
    });
    expect(receiver.received).toEqual([]);
  });

  it('looks up no address in the URL', async () => {
    const never: Resolve = () => Promise.reject(new Error('asked'));
    expect(await attemptOnce(receiver.url, never)).toEqual({ status: 'delivered', detail: 'status 204' });
    expect(await attemptOnce('https://[::ffff:10.0.0.1]', never)).toEqual({
      status: 'failed',
      detail: 'its URL must lead to a public host',
      isRetryable: false,
    });
  });

  it('can retry when the look-up fails', async () => {
    const failed = { status: 'failed', detail: 'its name leads nowhere', isRetryable: true };
    expect(
      await attemptOnce('https://hooks.example.com', () => Promise.reject(new Error('ENOTFOUND'))),
    ).toEqual(failed);
  });

  it('uses the system resolver for localhost', async () => {
    expect(await attemptOnce(local(), systemResolve)).toEqual({ status: 'delivered', detail: 'status 204' });
  });

  it('includes the look-up in the time-out (R-9.7)', async () => {
    const outcome = attemptOnce('https://hooks.example.com', () => new Promise(() => {}));
    clock.advance(5000);
    expect(await outcome).toEqual({ status: 'failed', detail: 'no answer in 5000 ms', isRetryable: true });
  });
});

it('an aborted attempt leaves no timer, during the look-up or while it waits for an answer', async () => {
  receiver.answer(() => {});
  for (const url of ['https://hooks.example.com', receiver.url]) {
    const stopping = new AbortController();
    const outcome = attemptOnce(url, () => new Promise(() => {}), true, stopping.signal);
    if (url === receiver.url) await receiver.nth(1);
    stopping.abort();
    expect(await outcome).toMatchObject({ status: 'failed', isRetryable: true });
  }
  expect(clock.waiting()).toBe(0);
});
