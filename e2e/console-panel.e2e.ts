import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { readCsv } from '../test/support/read-csv.ts';
import { openConsole, panel, rows, SOME_CONVERSATIONS } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: SOME_CONVERSATIONS });

test('a note is written beside the conversation, and is there for the next operator', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  await rows(page).nth(1).click();
  await panel(page).getByRole('button', { name: 'Add note' }).click();
  const dialog = page.getByRole('dialog');
  const note = 'Call back <b>tomorrow</b>.\nשלום';
  await dialog.getByLabel('Note').fill(note);

  // A failed save keeps the typed text.
  await page.route('**/note', (route) => route.fulfill({ status: 503, json: { title: 'Not now' } }), {
    times: 1,
  });
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Not now.');
  await expect(dialog.getByLabel('Note')).toHaveValue(note);
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(dialog).toHaveCount(0);

  await page.reload();
  await expect(panel(page).getByText('Call back <b>tomorrow</b>.')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Edit note' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a turn is annotated where it stands, and those placed through the relay are shown again', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d&channel=VOICE-SIP');
  await rows(page).nth(1).click();
  await panel(page).getByRole('button', { name: 'Annotate turn 2' }).last().click();
  await page.getByRole('button', { name: 'Wrong information' }).and(page.locator(':popover-open *')).click();
  const marked = panel(page).getByRole('listitem').nth(1);
  await expect(marked.getByText('⚑ Wrong information')).toBeVisible();
  await page.reload();
  await expect(marked.getByText('⚑ Wrong information')).toBeVisible();
  await expect(panel(page).getByText('The platform does not tell any others.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Next conversation' }).click();
  await expect(page.getByText('⚑ Wrong information')).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('a conversation that was handed off shows what is stored for whoever took over', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  await page
    .locator('.data-row')
    .filter({ has: page.locator('.tag.info') })
    .first()
    .getByRole('link')
    .click();
  await expect(panel(page).getByText('"reason"')).toBeVisible();
  expect(faults).toEqual([]);
});

test('the file of values has the conversations of the filters alone', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  await openConsole(page, demo, '/console/conversations?range=7d&channel=VOICE-SIP');
  await expect(rows(page).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByRole('link', { name: 'Separated by commas' }).click();
  const [heads = [], ...all] = readCsv(await readFile(await (await download).path(), 'utf8'), ',');
  expect(all.length).toBeGreaterThan(0);
  expect(new Set(all.map((row) => row[heads.indexOf('channel')]))).toEqual(new Set(['VOICE-SIP']));
});
