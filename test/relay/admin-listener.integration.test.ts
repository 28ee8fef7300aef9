import { describe, expect, it } from 'vitest';
import { createRelay, startRelay } from '../../src/relay/index.ts';
import { configFor } from './support/bench.ts';

const SEPARATE = configFor('http://127.0.0.1:9', { FOYER_ADMIN_LISTEN: '0' });
const quiet = () => ({ log: { write: () => {} }, browserFolder: '/nowhere' });
const ADMIN_SIDE = ['/admin/v1/alerts', '/admin/openapi.json', '/admin/openapi.json', '/metrics'];

const statuses = (url: string, paths: readonly string[], method = 'GET') =>
  Promise.all(paths.map(async (path) => (await fetch(`${url}${path}`, { method })).status));

describe('the listener of the admin side', () => {
  it('S-106: only the admin listener answers for the admin side and the metrics', async () => {
    const relay = await startRelay(SEPARATE, quiet());
    const adminUrl = relay.adminUrl ?? '';
    const found = {
      inPublic: await statuses(relay.url, [...ADMIN_SIDE, '/admin', '/console', '/console/a']),
      ofAdmin: await statuses(adminUrl, ADMIN_SIDE),
      chatAtAdmin: await statuses(adminUrl, ['/chat/config', '/frame', '/widget.js']),
      chat: await statuses(relay.url, ['/chat/config', '/frame']),
      health: [await statuses(relay.url, ['/healthz']), await statuses(adminUrl, ['/healthz'])],
    };
    await relay.close();
    expect(found).toEqual({
      inPublic: Array(7).fill(404),
      ofAdmin: [401, 200, 200, 401],
      chatAtAdmin: [404, 404, 404],
      chat: [200, 200],
      health: [[200], [200]],
    });
  });

  it('S-106: the admin listener shares the signed webhooks with the public one', async () => {
    const relay = await startRelay(SEPARATE, quiet());
    const webhook = ['/admin/v1/webhooks/alerts'];
    const found = [
      await statuses(relay.url, webhook, 'POST'),
      await statuses(relay.adminUrl ?? '', webhook, 'POST'),
      await statuses(relay.url, ['/admin/v1/webhooks', '/admin/v1/webhooks/a/b'], 'POST'),
    ];
    await relay.close();
    expect(found).toEqual([[401], [401], [404, 404]]);
  });

  it('the admin listener closes with the relay, and a port in use prevents the start', async () => {
    const relay = await startRelay(SEPARATE, quiet());
    const { port } = new URL(relay.adminUrl ?? '');
    const taken = { ...SEPARATE, adminListen: { listen: '127.0.0.1', port: Number(port) } };
    await expect(startRelay(taken, quiet())).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await relay.close();
    await expect(fetch(`${relay.adminUrl}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('there is no admin listener by default, and the admin side is with everything else', async () => {
    const relay = await startRelay(configFor('http://127.0.0.1:9'), quiet());
    const found = [relay.adminUrl, await statuses(relay.url, ADMIN_SIDE)];
    await relay.close();
    expect(found).toEqual([undefined, [401, 200, 200, 401]]);
  });

  it('S-106: a relay in another server has no admin side', async () => {
    const relay = createRelay(SEPARATE, quiet());
    const ask = async (path: string) =>
      (await relay.fetch(new Request(`http://relay.example${path}`))).status;
    const found = [await ask('/admin/openapi.json'), await ask('/metrics'), await ask('/chat/config')];
    await relay.close();
    expect(found).toEqual([404, 404, 200]);
  });
});
