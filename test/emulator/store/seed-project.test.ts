import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/emulator/store/migrations.ts';
import { seedProject } from '../../../src/emulator/store/seed-project.ts';
import { openStore } from '../../../src/emulator/store/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-seed-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

it('a project of a file of version 5 is not seeded again', () => {
  const file = join(folder, 'version-5.db');
  const db = new Database(file);
  for (const sql of MIGRATIONS.slice(0, 5)) db.exec(sql);
  db.exec(`
    PRAGMA user_version = 5;
    INSERT INTO settings VALUES ('furnished:lumen-oak/shop', '2026-11-02T09:00:00.000Z');
    INSERT INTO behaviors VALUES ('lumen-oak', 'shop', 'main', 'Be brief.');
  `);
  db.close();
  const store = openStore(file);
  seedProject(store, SHOP, 0);
  expect([store.behaviors.get(MAIN), store.audioCache.count(SHOP)]).toEqual(['Be brief.', 0]);
  store.close();
});
