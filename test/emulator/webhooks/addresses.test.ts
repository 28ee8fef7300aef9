import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookDelivery } from '../../../src/emulator/store/webhook-deliveries.ts';
import type { WebhookEndpoint } from '../../../src/emulator/store/webhook-endpoints.ts';
import { type Resolve, systemResolve } from '../../../src/emulator/webhooks/addresses.ts';
import { attempt } from '../../../src/emulator/webhooks/attempt.ts';
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

/** One attempt, where names lead to what is given; a list of lists is one for each time that is asked. */
function tryOnce(
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
  return attempt(DELIVERY, endpoint, { clock, dialect: 'service', allowLoopback, resolve }, stopped);
}
const leadsTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
const local = () => receiver.url.replace('127.0.0.1', 'localhost');
const PRIVATE = {
  is: 'failed',
  how: 'its name leads to an address that is not public',
  mayBeRepeated: false,
};

describe('an attempt looks at the address that a name has now (S-61)', () => {
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
  ])('and goes nowhere when it has %s', async (...addresses) => {
    for (const allowLoopback of [false, true]) {
      expect(await tryOnce('https://hooks.example.com', leadsTo(...addresses), allowLoopback)).toEqual(
        PRIVATE,
      );
    }
  });

  it('and connects to that address, however the name is answered the next time', async () => {
    const answers = [leadsTo('127.0.0.1'), leadsTo('10.0.0.1')];
    let asked = 0;
    const rebinding: Resolve = (name) => (answers[asked++] ?? leadsTo())(name);
    expect(await tryOnce(local(), rebinding)).toEqual({ is: 'delivered', how: 'status 204' });
    expect([asked, receiver.received[0]?.headers.host]).toEqual([1, new URL(local()).host]);
    expect(await tryOnce(local(), rebinding)).toEqual(PRIVATE);
    expect(receiver.received).toHaveLength(1);
  });

  it('and calls this machine only by its own names, and only when told that it may', async () => {
    expect(await tryOnce(local(), leadsTo('8.8.8.8'))).toEqual(PRIVATE);
    expect(await tryOnce(local(), leadsTo('127.0.0.1'), false)).toEqual({
      is: 'failed',
      how: 'its URL must be a URL that begins with https://',
      mayBeRepeated: false,
    });
    expect(receiver.received).toEqual([]);
  });

  it('and asks nobody about an address that stands in the URL', async () => {
    const never: Resolve = () => Promise.reject(new Error('asked'));
    expect(await tryOnce(receiver.url, never)).toEqual({ is: 'delivered', how: 'status 204' });
    expect(await tryOnce('https://[::ffff:10.0.0.1]', never)).toEqual({
      is: 'failed',
      how: 'its URL must lead to a public host',
      mayBeRepeated: false,
    });
  });

  it('and tries again later when the name leads nowhere for now', async () => {
    const failed = { is: 'failed', how: 'its name leads nowhere', mayBeRepeated: true };
    expect(await tryOnce('https://hooks.example.com', () => Promise.reject(new Error('ENOTFOUND')))).toEqual(
      failed,
    );
  });

  it('and asks the system, which knows localhost', async () => {
    expect(await tryOnce(local(), systemResolve)).toEqual({ is: 'delivered', how: 'status 204' });
  });

  it('and counts the time that the look-up takes', async () => {
    const outcome = tryOnce('https://hooks.example.com', () => new Promise(() => {}));
    clock.advance(5000);
    expect(await outcome).toEqual({ is: 'failed', how: 'no answer in 5000 ms', mayBeRepeated: true });
  });
});

it('an attempt that is stopped leaves no timer, whether it looked a name up or waited for an answer', async () => {
  receiver.answer(() => {});
  for (const url of ['https://hooks.example.com', receiver.url]) {
    const stopping = new AbortController();
    const outcome = tryOnce(url, () => new Promise(() => {}), true, stopping.signal);
    if (url === receiver.url) await receiver.nth(1);
    stopping.abort();
    expect(await outcome).toMatchObject({ is: 'failed', mayBeRepeated: true });
  }
  expect(clock.waiting()).toBe(0);
});
