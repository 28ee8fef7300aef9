import { expect, it } from 'vitest';
import { createMessageDeduplicator } from '../../../src/relay/node/socket/message-deduplicator.ts';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

it('S-80: keeps at most 256 marks of a session, of its latest messages', async () => {
  const clock = createFakeClock();
  const keys = new Set<string>();
  const memory = createMemoryStore(clock);
  const store = {
    ...memory,
    put: (key: string, value: string, keepUntil: number) => {
      keys.add(key);
      return memory.put(key, value, keepUntil);
    },
  };
  const deduplicator = createMessageDeduplicator(store, clock, 'session', clock.now() + 86_400_000);
  for (let nth = 0; nth < 5_000; nth += 1) await deduplicator.markStored(`message-${nth}`);
  expect(keys.size).toBeLessThanOrEqual(256);
  expect([await deduplicator.claim('message-4999'), await deduplicator.claim('message-new')]).toEqual([
    'drop',
    'send',
  ]);
});
