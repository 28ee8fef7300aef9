import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN_ENV } from '../support/admin.ts';
import { type Bench, useBench } from '../support/bench.ts';

const open = useBench();
const SECRET = 'CNRY-webhook-5a4b3c2d1e0f';
const env = { ...ADMIN_ENV, FOYER_WEBHOOK_SECRETS: `alerts:${SECRET}` };

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const sign = (timestamp: string, body: string) =>
  createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');

interface Head {
  readonly name?: string;
  readonly timestamp?: string;
  readonly signature?: string;
}

/** Sends the head and the beginning of a webhook of 256 KB. Resolves to the answer, or stays pending while the relay reads on. */
async function begin(bench: Bench, bytes: number, { name = 'alerts', timestamp, signature }: Head = {}) {
  const at = timestamp ?? String(Math.floor(bench.clock.now() / 1_000));
  const socket = connect(Number(new URL(bench.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  const answer = once(socket, 'data').then(([text]) => String(text));
  socket.write(
    [
      `POST /admin/v1/webhooks/${name} HTTP/1.1`,
      'Host: relay.example.com',
      `X-Service-Timestamp: ${at}`,
      `X-Service-Signature: ${signature ?? sign(at, 'other')}`,
      `Content-Length: ${256 * 1024}`,
      '\r\n',
    ].join('\r\n'),
  );
  socket.write(' '.repeat(bytes));
  return { answer };
}

describe('the body of a webhook', () => {
  it.each<[string, Head]>([
    ['an unknown name', { name: 'other' }],
    ['an old timestamp', { timestamp: '1000000000' }],
    ['no timestamp', { timestamp: '' }],
    ['a malformed signature', { signature: 'forged' }],
    ['a signature that is too short', { signature: 'a'.repeat(63) }],
  ])('S-100: waits for no body with %s', async (_, head) => {
    const bench = await open({ env });
    const { answer } = await begin(bench, 0, head);
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('S-100: a body counts against the limit of its sender without being read', async () => {
    const bench = await open({ env });
    for (let nth = 0; nth < 600; nth += 1) {
      await bench.call('/admin/v1/webhooks/other', { method: 'POST', origin: null, body: '' });
    }
    const { answer } = await begin(bench, 0, { name: 'other' });
    expect(await answer).toMatch(/^HTTP\/1\.1 429 /);
  });

  it('S-101: answers 503 when unfinished bodies take 8 MB, and still reads small ones', async () => {
    const bench = await open({ env });
    const all = await Promise.all(Array.from({ length: 40 }, () => begin(bench, 255 * 1024)));
    const refused = await Promise.race(all.map(({ answer }) => answer));
    expect(refused).toMatch(/^HTTP\/1\.1 503 /);
    expect(refused).toMatch(/^retry-after: \d+\r$/im);

    const body = JSON.stringify({ type: 'alerts.triggered' });
    const timestamp = String(Math.floor(bench.clock.now() / 1_000));
    const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': sign(timestamp, body) };
    const genuine = await bench.call('/admin/v1/webhooks/alerts', {
      method: 'POST',
      origin: null,
      body,
      headers,
    });
    const created = await bench.call('/chat/sessions', { method: 'POST', body: {} });
    expect([genuine.status, created.status]).toEqual([200, 201]);
  });

  it('S-101: a body gives its memory back when its sender leaves', async () => {
    const bench = await open({ env });
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(Array.from({ length: 40 }, () => begin(bench, 255 * 1024)));
      await Promise.race(all.map(({ answer }) => answer));
      for (const socket of sockets.splice(0)) socket.destroy();
    }
    const timestamp = String(Math.floor(bench.clock.now() / 1_000));
    const body = JSON.stringify({ type: 'x'.repeat(100_000) });
    const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': sign(timestamp, body) };
    await expect
      .poll(
        async () =>
          (await bench.call('/admin/v1/webhooks/alerts', { method: 'POST', origin: null, body, headers }))
            .status,
      )
      .toBe(200);
  });
});
