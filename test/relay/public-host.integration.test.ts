import { describe, expect, it } from 'vitest';
import { sendRaw } from '../support/raw-request.ts';
import { SHOP, useBench } from './support/bench.ts';

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('the public address of a relay in proxy mode', () => {
  const open = useBench();
  const create = (host: string) =>
    `POST /chat/sessions HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${SHOP}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  const socketOf = (answer: string) => /"websocket_url":"([^"]+)"/.exec(answer)?.[1];

  async function begin(env: Record<string, string>) {
    const bench = await open({ env: { FOYER_SOCKET: 'proxy', ...env } });
    // Not by `raw` of the bench, whose answers must not contain a token.
    const ask = (host: string) => sendRaw(bench.url, create(host));
    const warnings = () => bench.records().filter((record) => record.level === 'warn');
    return { ...bench, ask, warnings };
  }

  it.each([
    ['https://chat.example.com', 'chat.example.com', 'wss://chat.example.com/chat/ws'],
    ['https://chat.example.com/eu/', 'chat.example.com:443', 'wss://chat.example.com/eu/chat/ws'],
  ])('opens sockets at the public address: %s', async (FOYER_PUBLIC_URL, host, socket) => {
    const { ask } = await begin({ FOYER_PUBLIC_URL });
    expect(socketOf(await ask(host))).toBe(socket);
  });

  it('serves browsers at the public address only; probes, metrics and the admin side at any', async () => {
    const { ask, raw } = await begin({ FOYER_PUBLIC_URL: 'https://chat.example.com' });
    const get = async (path: string, more = 'Connection: close\r\n') =>
      statusOf(await raw(`GET ${path} HTTP/1.1\r\nHost: 10.0.0.7\r\nOrigin: ${SHOP}\r\n${more}\r\n`));
    expect(statusOf(await ask('relays'))).toBe(421);
    expect([
      await get('/widget.js'),
      await get('/chat/config'),
      await get('/chat/ws?session_id=a&access_token=b', UPGRADE),
      await get('/healthz'),
      await get('/metrics'),
      await get('/admin/v1/alerts'),
      await get('/console/overview'),
    ]).toEqual([421, 421, 421, 200, 401, 401, 200]);
  });

  // A proxy that sends no Host of its own makes it the name of its upstream group.
  it.each(['relays', '10.0.0.7'])(
    'guesses the public address from the Host; warns that %s cannot be public',
    async (host) => {
      const { ask, warnings } = await begin({});
      expect(socketOf(await ask(host))).toBe(`wss://${host}/chat/ws`);
      await ask(host);
      expect(warnings().map((record) => record.msg)).toEqual([
        expect.stringContaining('set FOYER_PUBLIC_URL'),
      ]);
    },
  );

  it('guesses public names and loopback without a warning', async () => {
    const { ask, warnings } = await begin({});
    for (const host of ['chat.shop.org', 'localhost:8080', '127.0.0.1']) await ask(host);
    expect(warnings()).toEqual([]);
  });
});
