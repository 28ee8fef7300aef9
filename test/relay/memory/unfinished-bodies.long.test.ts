import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startMeasuredRelay } from './measured-relay.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const CONNECTIONS = 1_000;
const BODY = Buffer.alloc(256 * 1024 - 1, ' ');

const now = () => String(Math.floor(Date.now() / 1_000));
const head = (name: string, timestamp: string, signature: string) =>
  [
    `POST /admin/v1/webhooks/${name} HTTP/1.1`,
    'Host: relay.example.com',
    `X-Service-Timestamp: ${timestamp}`,
    `X-Service-Signature: ${signature}`,
    `Content-Length: ${BODY.length + 1}`,
    '\r\n',
  ].join('\r\n');
const forged = createHmac('sha256', 'guessed').update('').digest('hex');

it.each([
  ['an unknown name', 'nobody', now, forged],
  ['an old timestamp', 'alerts', () => '1000000000', forged],
  ['a malformed signature', 'alerts', now, 'forged'],
  ['a head like the platform’s', 'alerts', now, forged],
])(
  'S-100, S-101: 1,000 unfinished webhooks with %s leave the relay below 200 MB',
  async (_, ...[name, at, signature]) => {
    const relay = await startMeasuredRelay({
      FOYER_MESSAGING_URL: 'http://127.0.0.1:9',
      FOYER_WEBHOOK_SECRETS: 'alerts:CNRY-webhook-c0ffee5a4b3c2d1e0f',
    });
    closings.push(relay.close);
    const port = Number(new URL(relay.url).port);
    const sockets: Socket[] = [];
    const closed: Promise<void>[] = [];
    closings.push(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let nth = 0; nth < CONNECTIONS; nth += 1) {
      const socket = connect(port, '127.0.0.1');
      // The relay may close a connection whose body it does not want.
      socket.on('error', () => {}).resume();
      sockets.push(socket);
      closed.push(new Promise((resolve) => socket.once('close', () => resolve())));
      await once(socket, 'connect');
      socket.write(head(name, at(), signature));
      socket.write(BODY);
    }
    // The last answer comes after the relay has read what it wants to read of all.
    expect((await fetch(`${relay.url}/healthz`)).status).toBe(200);
    // Each connection ends, at the latest when the time for a request is over.
    await Promise.all(closed);
    // All bodies at once would be 256 MB. A busy machine collects garbage late.
    expect(await relay.peakMb()).toBeLessThan(200);
  },
);
