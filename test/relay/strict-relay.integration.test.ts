import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { createClient } from '@redis/client';
import { type Certificate, createCA, createCert } from 'mkcert';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig, startRelay } from '../../src/relay/index.ts';
import { accessToken, SHOP } from './support/bench.ts';
import { hasRedis, startRedis } from './support/redis.ts';
import { startUpstream } from './support/upstream.ts';

const STORE_KEY = '9f2c61d07be84a3590cd1e7f8a6b52d4380e9c7b1fa26d5430c8be19f7a4d263';
const OTHER_KEY = '1b7e04c9a85f3d62e0719c4b8d2fa6537c9e15b0f48a2d6379c0e1b5a4f8d327';

let ca: Certificate;
let host: Certificate;
beforeAll(async () => {
  const made = { countryCode: 'FR', state: 'Paris', locality: 'Paris', validity: 2 };
  ca = await createCA({ organization: 'Lumen & Oak, for tests', ...made });
  host = await createCert({ ca, domains: ['localhost'], validity: 1 });
});

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Puts TLS in front of a Redis; returns its address. */
async function openTls(url: string): Promise<string> {
  const { cert, key } = host;
  const server = createServer({ cert, key }, (socket) => {
    const plain = connect(Number(new URL(url).port), '127.0.0.1');
    socket.pipe(plain).pipe(socket);
    for (const each of [socket, plain]) each.on('error', () => [socket, plain].map((it) => it.destroy()));
    closings.push(() => plain.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => void server.close());
  return `rediss://localhost:${(server.address() as AddressInfo).port}`;
}

async function openRelay(messagingUrl: string, storeUrl: string, storeKeys: string) {
  const files: Record<string, string> = { 'store-key': storeKeys, 'ca.pem': ca.cert };
  const config = parseConfig(
    {
      FOYER_PROFILE: 'strict',
      FOYER_PORT: '0',
      FOYER_ADMIN_LISTEN: '0',
      FOYER_SOCKET: 'proxy',
      FOYER_RESUME_BINDING: 'required',
      FOYER_STORE_URL: storeUrl,
      FOYER_STORE_KEY_FILE: 'store-key',
      FOYER_CA_FILE: 'ca.pem',
      FOYER_MESSAGING_URL: messagingUrl,
      FOYER_CONNECTOR_TOKEN: 'CNRY-connector-4f1d7c0a9b3e5d86',
      FOYER_HOST_IDENTIFIER: 'shop.example.com',
      FOYER_ALLOWED_ORIGINS: SHOP,
      FOYER_LOG_LEVEL: 'silent',
    },
    { read: (path) => files[path] },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const relay = await startRelay(config.value, { browserFolder: '/nowhere' });
  closings.push(relay.close);
  return relay.url;
}

/** Everything that a Redis holds, as text. */
async function contentOf(url: string): Promise<string> {
  const client = createClient({ url });
  await client.connect();
  const texts: string[] = [];
  for (const key of await client.keys('*')) {
    const isText = (await client.type(key)) === 'string';
    texts.push(
      key,
      isText ? ((await client.get(key)) ?? '') : JSON.stringify(await client.xRange(key, '-', '+')),
    );
  }
  client.destroy();
  return texts.join('\n');
}

if (hasRedis)
  describe('S-123, S-124: a relay with the profile strict', () => {
    it('S-123, S-124: shares sessions with relays that have its key, and hides tokens from their Redis', async () => {
      const upstream = await startUpstream(accessToken);
      closings.push(upstream.close);
      const redis = await startRedis();
      closings.push(redis.stop);
      const storeUrl = await openTls(redis.url);
      const open = (keys: string) => openRelay(upstream.url, storeUrl, keys);
      const [one, rotating, other] = [
        await open(STORE_KEY),
        await open(`${OTHER_KEY},${STORE_KEY}`),
        await open(OTHER_KEY),
      ];
      const created = await fetch(`${one}/chat/sessions`, { method: 'POST', headers: { Origin: SHOP } });
      const { session_id: id } = (await created.json()) as { session_id: string };
      const [Cookie = ''] = created.headers.getSetCookie().map((it) => it.split(';')[0] ?? '');
      const resume = async (url: string, headers: Record<string, string> = { Cookie }) =>
        (
          await fetch(`${url}/chat/sessions/${id}/resume`, {
            method: 'POST',
            headers: { Origin: SHOP, ...headers },
          })
        ).status;
      expect({
        created: created.status,
        one: await resume(one),
        rotating: await resume(rotating),
        other: await resume(other),
        withoutCookie: await resume(one, {}),
        admin: (await fetch(`${one}/admin/openapi.json`)).status,
      }).toEqual({ created: 201, one: 200, rotating: 200, other: 404, withoutCookie: 404, admin: 404 });
      const content = await contentOf(redis.url);
      expect([content.includes(`session:${id}`), content.includes(accessToken(1))]).toEqual([true, false]);
    });
  });
