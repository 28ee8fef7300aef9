import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRedisStore } from '../../src/relay/node/redis/redis.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { sealedStore } from '../../src/relay/store/sealed-store.ts';
import type { Store } from '../../src/relay/store/store.ts';
import { LIST_POSITION } from '../../src/relay/store/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from './support/bench.ts';
import { hasRedis, type Redis, startRedis } from './support/redis.ts';

const clock = createFakeClock();
const SOON = 20;
const later = () => clock.now() + 60_000;

let redis: Redis | undefined;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
});
afterAll(() => redis?.stop());

const opened: Store[] = [];
const keep = (store: Store): Store => {
  opened.push(store);
  return store;
};
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

interface Kind {
  readonly name: string;
  open(): Store;
  /** Waits until `SOON` has passed and nothing is there any more. A Redis has its own clock. */
  pass(isThere: () => Promise<boolean>): Promise<void>;
}
const memory: Kind = {
  name: 'memory store',
  open: () => keep(createMemoryStore(clock)),
  pass: async () => clock.advance(SOON),
};
const shared: Kind = {
  name: 'redis store',
  open: () => keep(createRedisStore(redis?.url ?? '', { clock, onChange: () => {}, onFailure: () => {} })),
  async pass(isThere) {
    while (await isThere());
  },
};

/** Stores whose values are encrypted (S-124). */
const sealed = ({ name, open, pass }: Kind): Kind => ({
  name: `sealed ${name}`,
  open: () => sealedStore(open(), ['5a'.repeat(32)], () => {}),
  pass,
});
const KINDS = hasRedis ? [memory, shared] : [memory];

describe.each([...KINDS, ...KINDS.map(sealed)])('$name', ({ open, pass }) => {
  /** Makes unique keys, so that tests on one Redis are independent. */
  let nth = 0;
  const isKept = (store: Store, key: string) => async () => (await store.get(key)) !== undefined;
  const fresh = (name: string) => `${name}:${expect.getState().currentTestName}:${nth++}`;

  it('returns the value that was stored last', async () => {
    const store = open();
    const key = fresh('a');
    await store.put(key, '1', later());
    await store.put(key, '2 \u0000\n🙂', later());
    expect([await store.get(key), await store.get(fresh('b'))]).toEqual(['2 \u0000\n🙂', undefined]);
  });

  it('deletes keys, even unknown ones', async () => {
    const store = open();
    const key = fresh('a');
    await store.put(key, '1', later());
    await store.delete(key);
    await store.delete(fresh('b'));
    expect(await store.get(key)).toBeUndefined();
  });

  it('returns no expired values', async () => {
    const store = open();
    const [key, gone] = [fresh('a'), fresh('b')];
    await store.put(gone, '1', clock.now() - 1);
    await store.put(key, '1', clock.now() + SOON);
    const before = await store.get(key);
    await pass(isKept(store, key));
    await pass(isKept(store, gone));
    expect([before, await store.get(key), await store.get(gone)]).toEqual(['1', undefined, undefined]);
  });

  it('grants a claim to one of several callers, and to another after it has expired', async () => {
    const store = open();
    const key = fresh('a');
    const claim = () => store.claim(key, '1', clock.now() + SOON);
    const together = await Promise.all([claim(), claim()]);
    await pass(isKept(store, key));
    expect([together.toSorted(), await claim()]).toEqual([[false, true], true]);
  });

  it('lets only one caller take a value', async () => {
    const store = open();
    const key = fresh('a');
    await store.put(key, '1', later());
    const taken = await Promise.all([store.take(key), store.take(key)]);
    expect([taken, await store.get(key)]).toEqual([['1', undefined], undefined]);
  });

  it('sends published messages to the subscribers of a topic until they unsubscribe', async () => {
    const store = open();
    const received: string[] = [];
    const [topic, other] = [fresh('topic'), fresh('other')];
    const unsubscribe = store.subscribe(topic, (message) => received.push(message));
    const all: string[] = [];
    store.subscribe(topic, (message) => all.push(message));
    await store.publish(topic, '1');
    await store.publish(other, '2');
    await until(() => all.length === 1);
    unsubscribe();
    unsubscribe();
    await store.publish(topic, '3');
    await until(() => all.length === 2);
    expect([received, all]).toEqual([['1'], ['1', '3']]);
  });

  it('counts by key and by limit', async () => {
    const store = open();
    const create = store.limiter({ name: fresh('create'), times: 2, inMs: 60_000 });
    const resume = store.limiter({ name: fresh('resume'), times: 2, inMs: 60_000 });
    for (let spent = 0; spent < 2; spent++) expect(await create.consume('a')).toBeUndefined();
    const over = (await create.consume('a')) ?? 0;
    expect([over > 0 && over <= 60_000, await create.consume('b'), await resume.consume('a')]).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  it('counts beyond the limit, and tells the count before', async () => {
    const { count } = open().limiter({ name: fresh('create'), times: 2, inMs: 60_000 });
    const befores: number[] = [];
    for (const key of ['a', 'a', 'a', 'b', 'a']) {
      const { before, retryInMs } = await count(key);
      befores.push(before);
      expect(retryInMs > 0 && retryInMs <= 60_000).toBe(true);
    }
    expect(befores).toEqual([0, 1, 2, 0, 3]);
  });

  it('reads the latest entries of a list, the newest first', async () => {
    const store = open();
    const bounds = { name: fresh('history'), maxEntries: 3, maxAgeMs: 60_000 };
    const list = store.list(bounds);
    const before = await list.read(10);
    for (const entry of ['1', '2 \u0000\n🙂', '2 \u0000\n🙂']) await list.append(entry);
    expect([before, await list.read(10), await list.read(1), await store.list(bounds).read(2)]).toEqual([
      [],
      ['2 \u0000\n🙂', '2 \u0000\n🙂', '1'],
      ['2 \u0000\n🙂'],
      ['2 \u0000\n🙂', '2 \u0000\n🙂'],
    ]);
  });

  it('reads a list in pages, each before the last entry of the page before, whatever is added', async () => {
    const store = open();
    const list = store.list({ name: fresh('history'), maxEntries: 10, maxAgeMs: 60_000 });
    for (const entry of ['1', '2', '3', '4', '5']) await list.append(entry);
    const values: string[][] = [];
    let before: string | undefined;
    for (let nth = 0; nth < 4; nth += 1) {
      const page = await list.readPage(2, before);
      for (const { position } of page) expect(position).toMatch(LIST_POSITION);
      before = page.at(-1)?.position ?? before;
      values.push(page.map(({ value }) => value));
      await list.append('new');
    }
    expect(values).toEqual([['5', '4'], ['3', '2'], ['1'], []]);
  });

  it('keeps no more entries in a list than its bounds allow, and none of another list', async () => {
    const store = open();
    const list = store.list({ name: fresh('history'), maxEntries: 2, maxAgeMs: 60_000 });
    const other = store.list({ name: fresh('history'), maxEntries: 2, maxAgeMs: 60_000 });
    for (const entry of ['1', '2', '3']) await list.append(entry);
    await other.append('4');
    expect([await list.read(10), await other.read(10)]).toEqual([['3', '2'], ['4']]);
  });

  it('drops entries of a list that are too old, even while new ones arrive', async () => {
    const store = open();
    const maxEntries = 1_000_000;
    const list = store.list({ name: fresh('history'), maxEntries, maxAgeMs: SOON });
    const hasOld = async () => (await list.read(maxEntries)).includes('old');
    await list.append('old');
    await pass(async () => {
      await list.append('new');
      return hasOld();
    });
    expect(await hasOld()).toBe(false);
    await list.append('new');
    expect(await hasOld()).toBe(false);
  });

  it('the store can be checked, and close() is idempotent', async () => {
    const store = open();
    await store.check();
    await store.close();
    await store.close();
  });
});

describe('memory store', () => {
  it('the memory store evicts the least recently used key of a kind when there are too many', async () => {
    const store = createMemoryStore(clock, 2);
    await store.put('a:1', '1', later());
    await store.put('a:2', '2', later());
    await store.get('a:1');
    await store.put('b:1', 'other', later());
    await store.put('a:3', '3', later());
    const kept = await Promise.all(['a:1', 'a:2', 'a:3', 'b:1'].map((key) => store.get(key)));
    expect(kept).toEqual(['1', undefined, '3', 'other']);
  });

  it('makes room by removing expired entries that nobody reads', async () => {
    const store = createMemoryStore(clock, 4);
    await store.put('a:kept', 'kept', clock.now() + 60_000);
    for (const name of ['a:1', 'a:2', 'a:3']) await store.put(name, 'expires', clock.now() + 1_000);
    clock.advance(1_000);
    for (const name of ['a:4', 'a:5', 'a:6']) await store.put(name, 'later', clock.now() + 60_000);
    const kept = await Promise.all(['a:kept', 'a:4', 'a:5', 'a:6'].map((key) => store.get(key)));
    expect(kept).toEqual(['kept', 'later', 'later', 'later']);
  });
});
