import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { readCsv } from '../test/support/read-csv.ts';
import { countRows, openConsole, openRead, panel, rows, SOME_CONVERSATIONS } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: SOME_CONVERSATIONS });

/** Downloads the list as a file, and returns its name and its rows. */
async function download(page: Page) {
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Separated by semicolons/ }).click();
  const file = await saving;
  const [heads = [], ...all] = readCsv(await readFile(await file.path(), 'utf8'), ';');
  return { name: file.suggestedFilename(), heads, ids: all.map(([id]) => id) };
}

const idsOf = (page: Page) =>
  rows(page).evaluateAll((links) => links.map((it) => it.getAttribute('data-row') ?? ''));

test('the file has all conversations of the range and the filters, not those that are loaded', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(100);
  const shown = await rows(page).count();
  const { name, heads, ids } = await download(page);
  expect(name).toMatch(/^conversations_\d{4}-\d\d-\d\dT\d{4}Z_\d{4}-\d\d-\d\dT\d{4}Z\.csv$/);
  expect(heads.slice(0, 3)).toEqual(['\uFEFFid', 'started_at', 'ended_at']);
  expect(ids.length).toBeGreaterThan(shown);
  expect(ids).toEqual(expect.arrayContaining(await idsOf(page)));
  expect(faults).toEqual([]);
});

test('the file of the conversations that a figure counts has exactly their rows', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openRead(page, demo, '/console/overview?range=24h', 1);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Handoff rate/ })
    .click();
  const count = await countRows(page);
  await expect(page.getByText(`${count} of ${count}`)).toBeVisible();
  const { name, ids } = await download(page);
  expect(name).toMatch(/^conversations_handoff_/);
  expect([ids.length, ids.sort()]).toEqual([count, (await idsOf(page)).sort()]);

  // Of one channel it is not known how many there are: the number of all would look as if some were missing.
  await page.getByLabel('Channel', { exact: true }).selectOption('WEBCHAT');
  await expect(page.getByText(/^\d+ shown$/)).toBeVisible();
  const shown = await countRows(page);
  await expect(page.getByText(`${shown} shown`, { exact: true })).toBeVisible();
  expect((await download(page)).ids.sort()).toEqual((await idsOf(page)).sort());
  expect(faults).toEqual([]);
});

test('a search shows who said what was found, and opens the conversation there', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d&q=order');
  const first = rows(page).first();
  const row = page.locator('.data-row').first();
  await expect(row.getByText(/^(caller|agent) said$/)).toBeVisible();
  await expect(row.locator('mark').first()).toHaveText(/^order$/i);
  await first.click();
  const found = panel(page).locator('[data-found=true]');
  await expect(found).toBeInViewport();
  await expect(found).toContainText(/order/i);

  await page.getByRole('combobox', { name: 'Said by' }).selectOption({ label: 'agent said' });
  await expect(page).toHaveURL(/said=agent/);
  await expect(row.getByText('agent said')).toBeVisible();
  await expect(page.getByText('caller said', { exact: true }).filter({ visible: true })).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('the peak leads to the conversations that ran then, and says so', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, '/console/overview?range=7d');
  const peak = page.locator('.concurrency figure > .hint').getByRole('link');
  const count = Number(/^\d+/.exec((await peak.textContent()) ?? '')?.[0]);
  await peak.click();
  await expect(page.getByText(/^Conversations that ran in this time/)).toBeVisible();
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(count);
  expect(await countRows(page)).toBeGreaterThanOrEqual(count);
  const { name, ids } = await download(page);
  expect(name).toMatch(/^conversations_ran_/);
  expect(ids.sort()).toEqual((await idsOf(page)).sort());

  // One that began before the time, and was going on in it.
  const long = page
    .getByRole('row')
    .filter({ hasText: /[1-9]\d*:\d\d$/ })
    .first();
  const began = Date.parse((await long.locator('time').getAttribute('datetime')) ?? '');
  const id = await long.locator('[data-row]').getAttribute('data-row');
  const later = (ms: number) => new Date(began + ms).toISOString();
  const range = `from=${later(30_000)}&to=${later(40_000)}`;
  await page.goto(`${demo.relayUrl}/console/conversations?${range}&ran=yes`);
  await expect(page.locator(`[data-row="${id}"]`)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Ran then' }).click();
  await expect(page.getByText(/^(No conversation|There were no)/).or(rows(page).first())).toBeVisible();
  await expect(page.locator(`[data-row="${id}"]`)).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('columns, their order and the order of the rows are in the address', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  const heads = page.getByRole('columnheader');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Environment', exact: true }).click();
  await page.getByRole('button', { name: '✓ Channel' }).click();
  await page.getByRole('button', { name: 'Move First words up' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Duration' }).getByRole('link').click();
  await expect(page.getByText(/^Sorted: the \d+ that are loaded\.$/)).toBeVisible();
  await page.reload();
  await expect(heads).toHaveText([
    'First words',
    'Time',
    'Variant',
    'Handoff',
    'Turns',
    'Duration',
    'Environment',
  ]);
  await expect(page.getByRole('columnheader', { name: 'Duration' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const lasted = await rows(page).evaluateAll((links) =>
    links.map((it) => {
      const text = it.closest('.data-row')?.children[5]?.textContent ?? '';
      return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    }),
  );
  expect(lasted).toEqual(lasted.toSorted((one, other) => other - one));
  // The rows open from the column that is first.
  await rows(page).first().click();
  await expect(panel(page).getByRole('listitem').first()).toBeVisible();
  expect(faults).toEqual([]);
});

for (const [width, shown] of [
  [1440, ['Time', 'Channel', 'First words', 'Variant', 'Handoff', 'Turns', 'Duration']],
  [1024, ['Time', 'First words', 'Handoff', 'Duration']],
  [390, ['Time', 'First words', 'Duration']],
] as const)
  test(`the list shows at ${width} px these columns: ${shown.join(', ')}`, { tag: '@ci' }, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openConsole(page, demo, '/console/conversations?range=7d');
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveText([...shown]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

test('a link to a conversation that is not loaded shows the ones before and after it', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  await expect(rows(page).first()).toBeVisible();
  const loaded = await rows(page).count();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(loaded + 10);
  const ids = await idsOf(page);

  const idInAddress = () => new URL(page.url()).searchParams.get('open');
  await page.goto(`${demo.relayUrl}/console/conversations?range=7d&open=${ids[loaded + 5]}`);
  for (const [button, id] of [
    ['Next', ids[loaded + 6]],
    ['Next', ids[loaded + 7]],
    ['Previous', ids[loaded + 6]],
    ['Previous', ids[loaded + 5]],
    ['Previous', ids[loaded + 4]],
  ] as const) {
    await panel(page)
      .getByRole('button', { name: `${button} conversation` })
      .click();
    await expect.poll(idInAddress).toBe(id);
  }
  // The last one that is loaded is not the last of the range.
  await page.goto(`${demo.relayUrl}/console/conversations?range=7d&open=${ids[loaded - 1]}`);
  await panel(page).getByRole('button', { name: 'Next conversation' }).click();
  await expect.poll(idInAddress).toBe(ids[loaded]);
  expect(faults).toEqual([]);
});
