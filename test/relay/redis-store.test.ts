import { createClient } from '@redis/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createRedisStore } from '../../src/relay/store/redis.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from './support/bench.ts';
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
  const store = createRedisStore(url, { clock, onChange: (change) => changes.push(change) });
  closings.push(store.close);
  return { clock, changes, store };
}

/** A rejection as one line. */
const fault = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Error) => `${error.name}: ${error.message}`,
  );

if (hasRedis) {
  describe('a Redis behind the store', () => {
    it('gives every key a prefix and a time to live', async () => {
      const redis = await begin();
      const { store, clock } = open(redis.url);
      await store.put('session:1', 'x', clock.now() + 60_000);
      await store.claim('lock:1', 'x', clock.now() + 60_000);
      await store.limiter({ name: 'create', times: 1, inMs: 60_000 }).spend('203.0.113.1');
      const client = await createClient({ url: redis.url }).connect();
      const keys = (await client.keys('*')).sort();
      const lives = await Promise.all(keys.map((key) => client.pTTL(key)));
      client.destroy();
      expect(keys).toEqual(['foyer:limit:create:203.0.113.1', 'foyer:lock:1', 'foyer:session:1']);
      expect(lives.filter((it) => !(it > 50_000 && it <= 60_000))).toEqual([]);
    });

    it('is shared: what one relay puts, claims, counts and says, another one finds and hears', async () => {
      const redis = await begin();
      const [one, other] = [open(redis.url), open(redis.url)];
      const heard: string[] = [];
      other.store.subscribe('news', (message) => heard.push(message));
      await other.store.check();
      const keepUntil = one.clock.now() + 60_000;
      await one.store.put('a:1', 'value', keepUntil);
      await one.store.claim('b:1', 'mine', keepUntil);
      const limit = { name: 'create', times: 1, inMs: 60_000 };
      await one.store.limiter(limit).spend('a');
      await one.store.publish('news', 'hello');
      await until(() => heard.length > 0);
      expect([
        await other.store.take('a:1'),
        await one.store.get('a:1'),
        await other.store.claim('b:1', 'too late', keepUntil),
        ((await other.store.limiter(limit).spend('a')) ?? 0) > 0,
        heard,
      ]).toEqual(['value', undefined, false, true, ['hello']]);
    });

    it('fails at once while it is away, counts limits by itself, and is there again by itself', async () => {
      const redis = await begin();
      const { store, changes, clock } = open(redis.url);
      const heard: string[] = [];
      store.subscribe('news', (message) => heard.push(message));
      await store.check();
      await redis.stop();
      await until(() => changes.length === 1);
      const limiter = store.limiter({ name: 'create', times: 1, inMs: 60_000 });
      expect([
        await fault(store.get('a')),
        await fault(store.put('a', '1', clock.now() + 10)),
        await fault(store.publish('news', 'lost')),
        await limiter.spend('a'),
        ((await limiter.spend('a')) ?? 0) > 0,
      ]).toEqual([
        ...Array(3).fill(expect.stringMatching(/^StoreFault: unable to use the store; [A-Z]\w+$/)),
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
        [{ at: 'away', reason: expect.stringMatching(/^[A-Z]\w+$/) }, { at: 'back' }],
      ]);
    });

    it('gives a command two seconds, and the next one a new connection', async () => {
      const redis = await begin();
      const { store, changes, clock } = open(redis.url);
      await store.put('a', '1', clock.now() + 60_000);
      redis.freeze();
      const asked = fault(store.get('a'));
      await until(() => clock.waiting() === 1);
      clock.advance(2_000);
      const found = await asked;
      redis.thaw();
      expect([found, await store.get('a'), clock.waiting()]).toEqual([
        'StoreFault: unable to use the store; ETIMEDOUT',
        '1',
        0,
      ]);
      expect(changes).toEqual([{ at: 'away', reason: 'ETIMEDOUT' }, { at: 'back' }]);
    });

    it('says why it cannot be used, and neither where it is nor what opens it', async () => {
      const redis = await begin('--requirepass', 'CNRY-password');
      const wrong = redis.url.replace('//', '//:CNRY-wrong@');
      const right = redis.url.replace('//', '//:CNRY-password@');
      const found = [redis.url, wrong, right, 'redis://127.0.0.1:9'].map((url) =>
        fault(open(url).store.check()),
      );
      expect(await Promise.all(found)).toEqual([
        'StoreFault: unable to use the store; NOAUTH',
        'StoreFault: unable to use the store; WRONGPASS',
        'none',
        'StoreFault: unable to use the store; ECONNREFUSED',
      ]);
    });
  });
} else {
  it('has no redis-server to be tested with here', () => expect(hasRedis).toBe(false));
}
