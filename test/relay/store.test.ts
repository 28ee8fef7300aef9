import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';

describe('memory store', () => {
  it('gives back what was put last', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    await store.put('a', '1', clock.now() + 10);
    await store.put('a', '2', clock.now() + 10);
    expect([await store.get('a'), await store.get('b')]).toEqual(['2', undefined]);
  });

  it('forgets, also what it never had', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    await store.put('a', '1', clock.now() + 10);
    await store.forget('a');
    await store.forget('b');
    expect(await store.get('a')).toBeUndefined();
  });

  it('keeps nothing past its time', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    await store.put('a', '1', clock.now() + 10);
    clock.advance(9);
    const before = await store.get('a');
    clock.advance(1);
    expect([before, await store.get('a')]).toEqual(['1', undefined]);
  });

  it('gives a claim to the first, and to another once it has lapsed', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    const claim = () => store.claim('a', '1', clock.now() + 10);
    const together = await Promise.all([claim(), claim()]);
    clock.advance(10);
    expect([together, await claim()]).toEqual([[true, false], true]);
  });

  it('lets a value be taken once', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    await store.put('a', '1', clock.now() + 10);
    expect([await store.take('a'), await store.take('a'), await store.get('a')]).toEqual([
      '1',
      undefined,
      undefined,
    ]);
  });

  it('tells subscribers of a topic what is published, until they leave', async () => {
    const store = createMemoryStore(createFakeClock());
    const heard: string[] = [];
    const leave = store.subscribe('news', (message) => heard.push(message));
    await store.publish('news', '1');
    await store.publish('other', '2');
    leave();
    leave();
    await store.publish('news', '3');
    expect(heard).toEqual(['1']);
  });

  it('counts what is spent by key and by limit', async () => {
    const store = createMemoryStore(createFakeClock());
    const create = store.limiter({ name: 'create', times: 2, inMs: 60_000 });
    const resume = store.limiter({ name: 'resume', times: 2, inMs: 60_000 });
    for (let spent = 0; spent < 2; spent++) expect(await create.spend('a')).toBeUndefined();
    expect([await resume.waitOf('a'), (await create.waitOf('a')) !== undefined]).toEqual([undefined, true]);
    const over = (await create.spend('a')) ?? 0;
    expect([over > 0 && over <= 60_000, await create.spend('b'), await resume.spend('a')]).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  it('lets the entry of a kind go that was longest unused when there are too many', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock, 2);
    const until = clock.now() + 10;
    await store.put('a:1', '1', until);
    await store.put('a:2', '2', until);
    await store.get('a:1');
    await store.put('b:1', 'other', until);
    await store.put('a:3', '3', until);
    const kept = await Promise.all(['a:1', 'a:2', 'a:3', 'b:1'].map((key) => store.get(key)));
    expect(kept).toEqual(['1', undefined, '3', 'other']);
  });
});
