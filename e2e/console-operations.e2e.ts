import { expect, type Page } from 'playwright/test';
import { faultsInLooks, openConsole, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';

const PATH = '/console/operations';

const form = (page: Page) => page.getByRole('form');
const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`);
const send = (page: Page) => page.getByRole('button', { name: 'Send request' }).click();
const answer = (page: Page) => page.locator('.operation-answer', { hasText: 'Save as JSON' });
const curl = (page: Page) => page.getByRole('figure', { name: 'For a shell' });

async function openOperation(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
}

test('an attribute is made, listed and deleted by forms that nobody has written', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('attribute branch');
  await expect(rows(page)).toHaveCount(4);
  await expect(page).toHaveURL(/q=attribute\+branch$/);

  await openOperation(page, 'Create attribute');
  await send(page);
  await expect(field(page, 'name')).toBeFocused();
  await expect(field(page, 'name')).toHaveAccessibleDescription('name is required.');
  await field(page, 'name').fill('Loyalty tier');
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'false');
  await expect(curl(page)).toContainText(`-d '{"name":"Loyalty tier"}'`);
  await expect(curl(page)).toContainText('Bearer $FOYER_ADMIN_KEY');
  await expect(page.getByText(demo.adminKey)).toHaveCount(0);
  await send(page);
  await expect(answer(page).getByRole('row', { name: 'name Loyalty tier' })).toBeVisible();
  const id = await answer(page).getByRole('row', { name: /^id / }).getByRole('cell').innerText();

  await openOperation(page, 'List attributes');
  await send(page);
  await expect(answer(page).getByRole('row', { name: `${id} Loyalty tier` })).toBeVisible();
  await answer(page).getByRole('button', { name: 'JSON', exact: true }).click();
  await expect(answer(page).locator('pre')).toContainText('"name": "Loyalty tier"');

  // The input is still there after a look at another form.
  await openOperation(page, 'Create attribute');
  await expect(field(page, 'name')).toHaveValue('Loyalty tier');

  await openOperation(page, 'Delete attribute');
  await field(page, 'attribute_id').fill(id);
  await page.getByRole('button', { name: 'Delete attribute' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete attribute?' });
  await expect(dialog).toContainText(id);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(answer(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete attribute' }).click();
  await dialog.getByRole('button', { name: 'Delete attribute' }).click();
  await expect(answer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Delete attribute' }).click();
  await dialog.getByRole('button', { name: 'Delete attribute' }).click();
  await expect(page.getByRole('alert')).toContainText('The platform does not know this.');

  await page.keyboard.press('Escape');
  await expect(rows(page).nth(3)).toBeFocused();
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Delete attribute' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('up to 20 entries of the audio cache are deleted, with a result for each', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, `${PATH}?op=listAudioCache`);
  await field(page, 'limit').fill('2');
  await send(page);
  const entries = answer(page).getByRole('table', { name: 'entries' });
  const known = await entries.getByRole('row').nth(1).getByRole('cell').first().innerText();

  await openOperation(page, 'Delete audio cache entries');
  const remove = page.getByRole('button', { name: 'Delete audio cache entries' });
  await field(page, 'ids').fill(Array.from({ length: 21 }, (_, nth) => nth).join('\n'));
  await remove.click();
  await expect(field(page, 'ids')).toBeFocused();
  await expect(form(page)).toContainText('ids must have at most 20 entries.');
  await field(page, 'ids').fill(`${known}\n987654`);
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete audio cache entries' }).click();
  await expect(answer(page).getByRole('row')).toHaveText([`deleted${known}`, 'failed987654']);
  expect(faults).toEqual([]);
});

test('an error of the relay stands at its field', { tag: ['@ci', '@own-demo'] }, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, `${PATH}?op=getHandoffState`);
  await send(page);
  await expect(field(page, 'id')).toBeFocused();
  await expect(field(page, 'id')).toHaveAttribute('aria-invalid', 'true');
  await expect(form(page)).toContainText('id one of id and shared_id is required.');
  await field(page, 'shared_id').fill('nobody');
  await send(page);
  await expect(page.getByRole('alert')).toContainText('The platform does not know this.');
  expect(faults).toEqual([]);
});

test('an answer that is no JSON is saved as a file, and one without end is left to curl', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, `${PATH}?op=exportConversations`);
  await field(page, 'start_time').fill('2026-03-02T09:00:00Z');
  await field(page, 'end_time').fill('2026-03-03T09:00:00Z');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the answer (text/csv)' }).click();
  await (await download).cancel();
  await openOperation(page, 'Get conversation audio');
  await page.getByRole('button', { name: 'Save the answer (audio/wav)' }).click();
  await expect(field(page, 'conversation_id')).toBeFocused();
  await openOperation(page, 'Stream events');
  await expect(page.getByText('The answer does not end.')).toBeVisible();
  await expect(curl(page)).toContainText('/admin/v1/events');
  expect(faults).toEqual([]);
});

test('forms and answers have no fault for axe', {
  tag: ['@own-demo', '@ci'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await expect(rows(page).first()).toBeVisible();
  expect(await faultsInLooks(page)).toEqual([]);
  await openOperation(page, 'Create webhook endpoint');
  await field(page, 'url').fill('http://');
  await send(page);
  expect(await faultsInLooks(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close' }).click();
  await openOperation(page, 'List audio cache');
  await send(page);
  await expect(answer(page)).toBeVisible();
  expect(await faultsInLooks(page)).toEqual([]);
  expect(faults).toEqual([]);
});
