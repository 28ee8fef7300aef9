import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { readCsv } from '../test/support/read-csv.ts';
import { openConsole, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({
  demoOptions: {
    emulator: { pace: { wordMs: 1, thinkingMs: 5 }, conversations: { count: 300, seed: 7 } },
    logLevel: 'silent',
  },
});

test('the file has all conversations of the range and the filters, not those that are loaded', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(100);
  const shown = await rows(page).count();
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Separated by semicolons/ }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(
    /^conversations_\d{4}-\d\d-\d\dT\d{4}Z_\d{4}-\d\d-\d\dT\d{4}Z\.csv$/,
  );
  const [heads = [], ...all] = readCsv(await readFile(await file.path(), 'utf8'), ';');
  expect(heads.slice(0, 3)).toEqual(['\uFEFFid', 'started_at', 'ended_at']);
  expect(all.length).toBeGreaterThan(shown);
  const ids = await rows(page).evaluateAll((links) => links.map((it) => it.getAttribute('data-row')));
  expect(all.map(([id]) => id)).toEqual(expect.arrayContaining(ids));
  expect(faults).toEqual([]);
});
