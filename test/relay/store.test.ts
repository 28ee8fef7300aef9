import { describe, expect, it } from 'vitest';
import { createMemoryStore, type SessionRecord } from '../../src/relay/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const record = (accessToken: string): SessionRecord => ({ at: 'open', accessToken, expiresAt: 0 });

describe('memory store', () => {
  it('gives back what was put last', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    await store.put('a', record('1'), clock.now() + 10);
    await store.put('a', { at: 'over' }, clock.now() + 10);
    expect([await store.get('a'), await store.get('b')]).toEqual([{ at: 'over' }, undefined]);
  });

  it('forgets, also what it never had', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    await store.put('a', record('1'), clock.now() + 10);
    await store.forget('a');
    await store.forget('b');
    expect(await store.get('a')).toBeUndefined();
  });

  it('keeps nothing past its time', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    await store.put('a', record('1'), clock.now() + 10);
    clock.advance(9);
    const before = await store.get('a');
    clock.advance(1);
    expect([before, await store.get('a')]).toEqual([record('1'), undefined]);
  });

  it('lets the session go that was longest unused when there are too many', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock, 2);
    const until = clock.now() + 10;
    await store.put('a', record('1'), until);
    await store.put('b', record('2'), until);
    await store.get('a');
    await store.put('c', record('3'), until);
    expect([await store.get('a'), await store.get('b'), await store.get('c')]).toEqual([
      record('1'),
      undefined,
      record('3'),
    ]);
  });
});
