import { createClient } from '@redis/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createRelay } from '../../src/relay/index.ts';
import { createRedisStore } from '../../src/relay/node/redis/redis.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startFaultyTcp } from '../support/faulty-tcp.ts';
import { ADMIN_ENV, bearer } from './support/admin.ts';
import { configFor, SHOP, until } from './support/bench.ts';
import { hasRedis, type Redis, startRedis } from './support/redis.ts';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function begin(...options: readonly string[]): Promise<Redis> {
  const redis = await startRedis(...options);
  closings.push(redis.stop);
  return redis;
}

function open(url: string) {
  const clock = createFakeClock();
  const changes: unknown[] = [];
  const failures: string[] = [];
  const store = createRedisStore(url, {
    clock,
    onChange: (change) => changes.push(change),
    onFailure: (operation) => failures.push(operation),
  });
  closings.push(store.close);
  return { clock, changes, failures, store };
}

/** Describes a rejection in one line. */
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a Redis that cannot be reached', () => {
  const UNREACHABLE = 'redis://127.0.0.1:9';

  // E4
  it('reports an unreachable Redis with the operation, and counts limits locally', async () => {
    const { store, failures, clock } = open(UNREACHABLE);
    const keepUntil = clock.now() + 60_000;
    const list = store.list({ name: 'history', maxEntries: 1, maxAgeMs: 60_000 });
    const rejected = [
      () => store.put('a', '1', keepUntil),
      () => store.claim('a', '1', keepUntil),
      () => store.get('a'),
      () => store.take('a'),
      () => store.delete('a'),
      () => store.publish('a', '1'),
      () => list.append('1'),
      () => list.read(1),
      () => store.check(),
    ];
    for (const operation of rejected) await rejection(operation());
    await store.limiter({ name: 'create', times: 1, inMs: 60_000 }).consume('a');
    expect(failures.join(' ')).toBe('put claim get take delete publish append read check count');
  });

  it('counts failures of Redis in the metrics of a relay', async () => {
    const config = configFor('http://127.0.0.1:9', { ...ADMIN_ENV, FOYER_STORE_URL: UNREACHABLE });
    const relay = createRelay(config, { log: { write() {} }, browserFolder: '/nowhere' });
    closings.push(relay.close);
    const ask = (path: string, headers: Record<string, string>) =>
      relay.fetch(new Request(`https://relay.example${path}`, { headers }));
    const refused = await ask('/chat/sessions/any', { Origin: SHOP });
    const metrics = await (await ask('/metrics', bearer('read'))).text();
    expect(refused.status).toBe(503);
    // The use of the admin key is noted meanwhile.
    expect(metrics.match(/^foyer_store_errors_total\{operation="(?!put).*$/gm)).toEqual([
      // The limit of the address, then that of the admin key.
      'foyer_store_errors_total{operation="count"} 2',
      'foyer_store_errors_total{operation="get"} 1',
    ]);
  });
});

if (hasRedis) {
  describe('a Redis behind the store', () => {
    it('gives every key a prefix and an expiry', async () => {
      const redis = await begin();
      const { store, clock } = open(redis.url);
      await store.put('session:1', 'x', clock.now() + 60_000);
      await store.claim('lock:1', 'x', clock.now() + 60_000);
      await store.limiter({ name: 'create', times: 1, inMs: 60_000 }).consume('203.0.113.1');
      await store.list({ name: 'history', maxEntries: 1, maxAgeMs: 60_000 }).append('x');
      const client = await createClient({ url: redis.url }).connect();
      const keys = (await client.keys('*')).sort();
      const lives = await Promise.all(keys.map((key) => client.pTTL(key)));
      client.destroy();
      expect(keys).toEqual([
        // The hash of what is counted, such as an address.
        expect.stringMatching(/^foyer:limit:create:[\w-]{43}$/),
        'foyer:list:history',
        'foyer:lock:1',
        'foyer:session:1',
      ]);
      expect(lives.filter((live) => !(live > 50_000 && live <= 60_000))).toEqual([]);
    });

    it('shares values, claims, counters, messages and lists between relays', async () => {
      const redis = await begin();
      const [one, other] = [open(redis.url), open(redis.url)];
      const heard: string[] = [];
      other.store.subscribe('news', (message) => heard.push(message));
      await other.store.check();
      const keepUntil = one.clock.now() + 60_000;
      await one.store.put('a:1', 'value', keepUntil);
      await one.store.claim('b:1', 'mine', keepUntil);
      const limit = { name: 'create', times: 1, inMs: 60_000 };
      await one.store.limiter(limit).consume('a');
      await one.store.publish('news', 'hello');
      const history = { name: 'history', maxEntries: 10, maxAgeMs: 60_000 };
      await one.store.list(history).append('one');
      await other.store.list(history).append('other');
      await until(() => heard.length > 0);
      expect([
        await other.store.take('a:1'),
        await one.store.get('a:1'),
        await other.store.claim('b:1', 'too late', keepUntil),
        ((await other.store.limiter(limit).consume('a')) ?? 0) > 0,
        heard,
        await one.store.list(history).read(10),
      ]).toEqual(['value', undefined, false, true, ['hello'], ['other', 'one']]);
    });

    it('holds no more of a list than its bounds allow', async () => {
      const redis = await begin();
      const { store } = open(redis.url);
      const client = await createClient({ url: redis.url }).connect();
      const short = store.list({ name: 'short', maxEntries: 3, maxAgeMs: 60_000 });
      for (let nth = 0; nth < 10; nth++) await short.append('x');
      const brief = store.list({ name: 'brief', maxEntries: 1_000_000, maxAgeMs: 20 });
      await brief.append('old');
      do await brief.append('new');
      while ((await brief.read(1_000_000)).includes('old'));
      await brief.append('new');
      const held = await client.xRange('foyer:list:brief', '-', '+');
      const length = await client.xLen('foyer:list:short');
      client.destroy();
      expect([length, held?.filter(({ message }) => message.entry === 'old')]).toEqual([3, []]);
    });

    it('fails at once while Redis is unreachable, counts limits locally, and reconnects by itself', async () => {
      const redis = await begin();
      const { store, changes, clock } = open(redis.url);
      const heard: string[] = [];
      store.subscribe('news', (message) => heard.push(message));
      await store.check();
      await redis.stop();
      await until(() => changes.length === 1);
      const limiter = store.limiter({ name: 'create', times: 1, inMs: 60_000 });
      expect([
        await rejection(store.get('a')),
        await rejection(store.put('a', '1', clock.now() + 10)),
        await rejection(store.publish('news', 'lost')),
        await limiter.consume('a'),
        ((await limiter.consume('a')) ?? 0) > 0,
      ]).toEqual([
        ...Array(3).fill(expect.stringMatching(/^StoreError: unable to use the store; [A-Z]\w+$/)),
        undefined,
        true,
      ]);
      await redis.start();
      await until(() => changes.length === 2);
      await store.put('a', '1', clock.now() + 60_000);
      await store.publish('news', 'found');
      await until(() => heard.length > 0);
      expect([await store.get('a'), heard, changes]).toEqual([
        '1',
        ['found'],
        [{ status: 'unreachable', reason: expect.stringMatching(/^[A-Z]\w+$/) }, { status: 'reachable' }],
      ]);
    });

    it('lets a command fail after two seconds, and keeps the connection for the others', async () => {
      const redis = await begin();
      const { store, changes, clock } = open(redis.url);
      await store.put('a', '1', clock.now() + 60_000);
      redis.freeze();
      const first = rejection(store.get('a'));
      await until(() => clock.waiting() === 1);
      clock.advance(1_000);
      const second = store.get('a');
      await until(() => clock.waiting() === 2);
      clock.advance(1_000);
      const found = await first;
      redis.thaw();
      expect([found, await second, await store.get('a'), clock.waiting()]).toEqual([
        'StoreError: unable to use the store; ETIMEDOUT',
        '1',
        '1',
        0,
      ]);
      expect(changes).toEqual([]);
    });

    it('replaces a connection that has not answered for four seconds', async () => {
      const redis = await begin();
      const { store, changes, clock } = open(redis.url);
      await store.put('a', '1', clock.now() + 60_000);
      redis.freeze();
      const lost = rejection(store.get('a'));
      await until(() => clock.waiting() === 1);
      clock.advance(2_000);
      expect(await lost).toBe('StoreError: unable to use the store; ETIMEDOUT');
      clock.advance(2_000);
      const next = store.get('a');
      redis.thaw();
      expect(await next).toBe('1');
      expect(changes).toEqual([{ status: 'unreachable', reason: 'ETIMEDOUT' }, { status: 'reachable' }]);
    });

    it('leaves a Redis that has become a replica, as after a failover', async () => {
      const [old, promoted] = [await begin(), await begin()];
      const clock = createFakeClock();
      const address = await startFaultyTcp(Number(new URL(old.url).port), clock);
      closings.push(address.close);
      const { store, changes } = open(`redis://127.0.0.1:${address.port}`);
      const keepUntil = clock.now() + 60_000;
      await store.put('a', '1', keepUntil);
      const client = await createClient({ url: old.url }).connect();
      await client.sendCommand(['REPLICAOF', '127.0.0.1', new URL(promoted.url).port]);
      client.destroy();
      address.redirect(Number(new URL(promoted.url).port));
      const refused = await rejection(store.put('a', '2', keepUntil));
      await store.put('a', '3', keepUntil);
      expect([refused, await store.get('a'), changes]).toEqual([
        'StoreError: unable to use the store; READONLY',
        '3',
        [{ status: 'unreachable', reason: 'READONLY' }, { status: 'reachable' }],
      ]);
    });

    it('reports why it cannot be used, without address and password', async () => {
      const redis = await begin('--requirepass', 'CNRY-password');
      const wrong = redis.url.replace('//', '//:CNRY-wrong@');
      const right = redis.url.replace('//', '//:CNRY-password@');
      const found = [redis.url, wrong, right, 'redis://127.0.0.1:9'].map((url) =>
        rejection(open(url).store.check()),
      );
      expect(await Promise.all(found)).toEqual([
        'StoreError: unable to use the store; NOAUTH',
        'StoreError: unable to use the store; WRONGPASS',
        'none',
        'StoreError: unable to use the store; ECONNREFUSED',
      ]);
    });
  });
} else {
  it('the tests with Redis are skipped, because there is no redis-server', () =>
    expect(hasRedis).toBe(false));
}
