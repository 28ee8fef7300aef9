import { createHmac } from 'node:crypto';
import { createClient } from '@redis/client';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN_ENV, bearer } from './support/admin.ts';
import { until, useBench } from './support/bench.ts';
import { hasRedis, startRedis } from './support/redis.ts';

const open = useBench();
const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const STORE_KEY = '9f2c61d07be84a3590cd1e7f8a6b52d4380e9c7b1fa26d5430c8be19f7a4d263';
const WEBHOOK_SECRET = 'CNRY-webhook-5a4b3c2d1e0f';
const TEXT = 'the visitor told us a secret';
const IPV4 = '203.0.113.77';
const IPV6 = '2001:db8:77:7::';

/** Everything that a Redis is told: all commands with their arguments, and all messages. */
async function watch(url: string) {
  const commands: string[] = [];
  const messages: string[] = [];
  const [monitor, subscriber] = [createClient({ url }), createClient({ url })];
  closings.push(
    () => monitor.destroy(),
    () => subscriber.destroy(),
  );
  await Promise.all([monitor.connect(), subscriber.connect()]);
  // Without the time, and the address of this machine that each command comes from.
  await monitor.monitor((line) => void commands.push(String(line).replace(/^\S+ \[[^\]]*\] /, '')));
  await subscriber.pSubscribe('*', (message, channel) => void messages.push(`${channel} ${message}`));
  return { commands, messages };
}

/** A relay behind a proxy, on its own Redis, of which visitors, a stranger and the platform make use. */
async function use(env: Record<string, string>) {
  const redis = await startRedis();
  closings.push(redis.stop);
  const seen = await watch(redis.url);
  const bench = await open({
    env: {
      ...ADMIN_ENV,
      ...env,
      FOYER_STORE_URL: redis.url,
      FOYER_TRUST_PROXY: 'loopback',
      FOYER_WEBHOOK_SECRETS: `alerts:${WEBHOOK_SECRET}`,
      FOYER_INSIGHTS: 'off',
    },
  });
  for (const from of [IPV4, `${IPV6}1`]) {
    const headers = { 'X-Forwarded-For': from };
    const created = await bench.call('/chat/sessions', { method: 'POST', headers });
    const { session_id } = created.json as { session_id: string };
    await bench.call(`/chat/sessions/${session_id}`, { method: 'DELETE', headers });
    await bench.call('/admin/v1/keys', { headers: { ...headers, Authorization: 'Bearer wrong' } });
  }
  const body = JSON.stringify({ id: 'evt-1', type: 'alerts.triggered', data: { name: TEXT } });
  const timestamp = String(Math.floor(bench.clock.now() / 1_000));
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${timestamp}.${body}`).digest('hex');
  const leaving = new AbortController();
  closings.push(() => leaving.abort());
  const stream = await fetch(`${bench.url}/admin/v1/events`, {
    headers: bearer('all'),
    signal: leaving.signal,
  });
  const received = await bench.call('/admin/v1/webhooks/alerts', {
    method: 'POST',
    origin: null,
    body,
    headers: { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature },
  });
  expect(received.status).toBeLessThan(300);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes(TEXT)) text += (await reader?.read())?.value ?? '';
  await until(() => seen.messages.length >= 3 && seen.commands.some((line) => line.includes('"XADD"')));
  return seen;
}

if (hasRedis) {
  describe('S-137: the contents of Redis', () => {
    it('S-137: a Redis with a key of the store sees no text of a message or value, and no address', async () => {
      const { commands, messages } = await use({ FOYER_STORE_KEY: STORE_KEY });
      const all = [...commands, ...messages].join('\n');
      expect([TEXT, IPV4, IPV6.slice(0, -2), 'alerts.triggered'].filter((it) => all.includes(it))).toEqual(
        [],
      );
      expect(messages.filter((line) => !/^foyer:topic:\S+ 1\.[\da-f]{8}\.[\w-]+$/.test(line))).toEqual([]);
    });

    it('S-137: a Redis without a key sees no address in what it counts', async () => {
      const { commands } = await use({});
      const counted = commands.filter((line) => line.includes('foyer:limit:')).join('\n');
      expect([IPV4, IPV6.slice(0, -2)].filter((it) => counted.includes(it))).toEqual([]);
      expect(counted).toContain('foyer:limit:createByAddress:');
    });
  });
} else {
  it('the tests with Redis are skipped, because there is no redis-server', () =>
    expect(hasRedis).toBe(false));
}
