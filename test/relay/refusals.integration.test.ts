import { expect, it } from 'vitest';
import { MAX_CONNECTIONS } from '../../src/protocol/limits.ts';
import { ADMIN_ENV, as } from './support/admin.ts';
import type { Bench } from './support/bench.ts';
import { useProxy } from './support/proxy.ts';

const open = useProxy();

/** Number of refusals by kind. */
async function refusalsOf({ call }: Pick<Bench, 'call'>): Promise<Record<string, number>> {
  const { text } = await call('/metrics', as('read'));
  const found = text.matchAll(/^foyer_refusals_total\{kind="(\w+)"\} (\d+)$/gm);
  const counts = [...found].map(([, kind = '', count]) => [kind, Number(count)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`;

it('the relay counts refusals by kind: requests, unreadable requests and handshakes', async () => {
  const bench = await open({ env: ADMIN_ENV });
  const { call, raw, create, handshake } = bench;
  const post = (path: string, more = {}) => call(path, { method: 'POST', ...more });
  const grant = await create();

  await post('/chat/sessions', { origin: 'https://evil.example' });
  await handshake(grant, { origin: 'https://evil.example' });
  await post('/chat/sessions', { body: 'a'.repeat(20_000) });
  await post('/chat/sessions', { body: 'a', headers: { 'Content-Type': 'text/plain' } });
  await post('/chat/sessions', { body: '{' });
  await raw('GET / HTTP/9\r\n\r\n');
  await raw(get('/chat//config'));
  await handshake(grant, { query: '/chat//ws' });
  await raw(get('/healthz', 'X-A: 1\r\n'.repeat(100)));
  await call('/healthz', { method: 'DELETE' });
  await call('/metrics');
  await call('/metrics', as('call'));
  await post('/admin/v1/webhooks/none');
  await call('/chat/ws');
  await handshake({ ...grant, access_token: 'none' });

  expect(await refusalsOf(bench)).toEqual({
    origin: 2,
    body: 2,
    invalid: 2,
    path: 2,
    headers: 1,
    method: 1,
    admin_key: 1,
    scope: 1,
    webhook_signature: 1,
    upgrade_required: 1,
    ticket: 1,
  });
});

it('the relay counts requests and handshakes above a limit', async () => {
  const limits = { sessionByAddress: 1, socketsByAddress: 1 };
  const bench = await open({ env: ADMIN_ENV, ports: { limits } });
  const grant = await bench.create();
  for (let nth = 0; nth < 3; nth++) await bench.call('/chat/origin-check');
  for (let nth = 0; nth < 3; nth++) await bench.handshake({ ...grant, access_token: 'none' });
  expect(await refusalsOf(bench)).toEqual({ rate_limit: 4, ticket: 1 });
});

it('the relay counts refused sockets of a session that has ten', async () => {
  const bench = await open({ env: ADMIN_ENV });
  const grant = await bench.create();
  for (let nth = 0; nth <= MAX_CONNECTIONS; nth++) await bench.handshake(await bench.resume(grant));
  expect(await refusalsOf(bench)).toEqual({ session_sockets: 1 });
});

it('the relay counts requests and handshakes for another host', async () => {
  const bench = await open({ env: { ...ADMIN_ENV, FOYER_PUBLIC_URL: 'https://chat.example.com' } });
  // Not by `fetch`, which repeats a request that gets 421.
  await bench.raw(get('/chat/config'));
  const address = '/chat/ws?session_id=a&access_token=b';
  await bench.handshake(
    { session_id: 'a', access_token: 'b', expires_in: 1, websocket_url: '', dialect: 'service' },
    { query: address },
  );
  expect(await refusalsOf(bench)).toEqual({ misdirected: 2 });
});

it('the relay does not count refusals of the platform', async () => {
  const bench = await open({ env: ADMIN_ENV });
  bench.upstream.replySocket(429);
  expect(await bench.handshake(await bench.create())).toBe(429);
  expect(await refusalsOf(bench)).toEqual({});
});
