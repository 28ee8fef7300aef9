import { expect, it } from 'vitest';
import { seedProject } from '../../../src/emulator/store/seed-project.ts';
import { openStore } from '../../../src/emulator/store/store.ts';

const SHOP = { accountId: 'lumen-oak', projectId: 'shop' };
const MAIN = { ...SHOP, branchId: 'main' };

it('a project is seeded once: a changed text and deleted speech stay as they are', () => {
  const store = openStore(':memory:');
  seedProject(store, SHOP, 0);
  expect(store.audioCache.count(SHOP)).toBeGreaterThan(0);
  store.behaviors.put(MAIN, 'Be brief.');
  for (let id = 1; store.audioCache.count(SHOP) > 0; id += 1) store.audioCache.delete(SHOP, id);
  seedProject(store, SHOP, 0);
  expect([store.behaviors.get(MAIN), store.audioCache.count(SHOP)]).toEqual(['Be brief.', 0]);
  store.close();
});
