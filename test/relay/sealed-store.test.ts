import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { sealedStore } from '../../src/relay/store/sealed-store.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const OLD = '9f2c61d07be84a3590cd1e7f8a6b52d4380e9c7b1fa26d5430c8be19f7a4d263';
const NEW = '1b7e04c9a85f3d62e0719c4b8d2fa6537c9e15b0f48a2d6379c0e1b5a4f8d327';
const TOKEN = 'CNRY-access-1-0c9e8d7f6a5b4c3d';
const BOUNDS = { name: 'calls', maxEntries: 10, maxAgeMs: 60_000 };

function setUp() {
  const clock = createFakeClock();
  const memory = createMemoryStore(clock);
  let unreadable = 0;
  const open = (...keys: string[]) => sealedStore(memory, keys, () => void unreadable++);
  return { memory, open, later: clock.now() + 60_000, unreadable: () => unreadable };
}

describe('S-124: a store with a key', () => {
  it('holds neither values nor entries in the clear', async () => {
    const { memory, open, later } = setUp();
    const store = open(OLD);
    await store.put('session:1', TOKEN, later);
    await store.claim('session:2', TOKEN, later);
    await store.list(BOUNDS).append(TOKEN);
    const held = [
      await memory.get('session:1'),
      await memory.get('session:2'),
      ...(await memory.list(BOUNDS).read(1)),
    ];
    expect(held.map((it) => /^1\.[\da-f]{8}\.[\w-]+$/.test(it ?? ''))).toEqual([true, true, true]);
    // Each time another nonce.
    expect(new Set(held).size).toBe(3);
    expect(held.join().includes('CNRY')).toBe(false);
    expect([await store.get('session:1'), await store.take('session:2')]).toEqual([TOKEN, TOKEN]);
    expect(await store.list(BOUNDS).read(1)).toEqual([TOKEN]);
  });

  it('reads what an earlier key has encrypted, and encrypts with the first', async () => {
    const { memory, open, later, unreadable } = setUp();
    await open(OLD).put('session:1', 'old', later);
    const rotating = open(NEW, OLD);
    await rotating.put('session:2', 'new', later);
    const after = open(NEW);
    expect([await rotating.get('session:1'), await after.get('session:2')]).toEqual(['old', 'new']);
    expect([await after.get('session:1'), unreadable()]).toEqual([undefined, 1]);
    expect(await memory.get('session:1')).not.toBe('old');
  });

  it('refuses what was not encrypted for its place', async () => {
    const { memory, open, later, unreadable } = setUp();
    const store = open(OLD);
    await store.put('session:1', TOKEN, later);
    const sealed = (await memory.get('session:1')) ?? '';
    await memory.put('session:2', sealed, later);
    await memory.put('session:3', `${sealed.slice(0, -4)}AAAA`, later);
    await memory.put('session:4', TOKEN, later);
    await memory.list(BOUNDS).append(TOKEN);
    const read = await Promise.all([2, 3, 4].map((nth) => store.get(`session:${nth}`)));
    expect([read, await store.list(BOUNDS).read(1), unreadable()]).toEqual([
      [undefined, undefined, undefined],
      [],
      4,
    ]);
  });

  it('keeps the order of entries that are added at once, whatever their size', async () => {
    const { open } = setUp();
    const list = open(OLD).list(BOUNDS);
    const entries = ['a'.repeat(1_000_000), 'b', 'c'.repeat(300_000), 'd'];
    await Promise.all(entries.map((entry) => list.append(entry)));
    expect((await list.read(4)).map((it) => it.charAt(0))).toEqual(['d', 'c', 'b', 'a']);
    expect((await list.readPage(4)).map(({ value }) => value.length)).toEqual([1, 300_000, 1, 1_000_000]);
  });

  it('S-137: sends messages that only relays with its key can read, in order, each for its topic', async () => {
    const { memory, open, unreadable } = setUp();
    const [sender, receiver] = [open(NEW, OLD), open(OLD, NEW)];
    const [told, heard]: [string[], string[]] = [[], []];
    memory.subscribe('events', (message) => told.push(message));
    const leave = receiver.subscribe('events', (message) => heard.push(message));
    const messages = ['a'.repeat(300_000), 'b', 'c'];
    await Promise.all(messages.map((message) => sender.publish('events', message)));
    await memory.publish('other', told[1] ?? '');
    receiver.subscribe('other', (message) => heard.push(message));
    await memory.publish('other', told[1] ?? '');
    await memory.publish('events', 'in the clear');
    await vi.waitFor(() => expect([heard, unreadable()]).toEqual([messages, 2]));
    expect(told.slice(0, 3).filter((it) => !/^1\.[\da-f]{8}\.[\w-]+$/.test(it))).toEqual([]);

    await sender.publish('events', 'late');
    leave();
    await vi.waitFor(() => expect(told).toHaveLength(5));
    await memory.get('any');
    expect(heard).toEqual(messages);
  });

  it('S-137: hides the names of what it counts, alike on all relays with its key', async () => {
    const { memory } = setUp();
    const named: string[] = [];
    const counting = {
      ...memory,
      limiter: () => ({
        consume: async (key: string) => void named.push(key),
        count: async () => ({ before: 0, retryInMs: 0 }),
      }),
    };
    for (const keys of [[OLD], [OLD, NEW], [NEW]])
      for (const address of ['203.0.113.1', '203.0.113.2'])
        await sealedStore(counting, keys, () => {})
          .limiter({ name: 'create', times: 1, inMs: 60_000 })
          .consume(address);
    expect(named.filter((it) => !/^[\w-]{43}$/.test(it))).toEqual([]);
    expect(named.slice(2, 4)).toEqual(named.slice(0, 2));
    expect(new Set(named).size).toBe(4);
  });

  it('stays as it is without a key', () => {
    const { memory, open } = setUp();
    expect(open()).toBe(memory);
  });
});
