import { expect, type Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { faultsInLooks, goTo, openConsole } from './console-page.ts';
import { test } from './demo-fixture.ts';

const PATH = '/console/behaviour';

const editor = (page: Page) => page.getByLabel('Behaviour text');
const preview = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const versions = (page: Page) => page.getByRole('main').locator('.version');

/** Changes the text of the branch as another program does. */
async function changeElsewhere(page: Page, { relayUrl, adminKey }: Demo, behavior: string): Promise<void> {
  const headers = { Authorization: `Bearer ${adminKey}` };
  const saved = await page.request.patch(`${relayUrl}/admin/v1/behavior`, { data: { behavior }, headers });
  expect(saved.status()).toBe(200);
}

test('a sentence is changed on a draft, reviewed, saved, and restored from the history', {
  tag: '@own-demo',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await expect(editor(page)).toHaveValue(/^You are Iris/);
  await expect(page.getByText('Nothing was saved through this relay yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeDisabled();
  const before = await editor(page).inputValue();

  // Issues and previews follow what is typed; a closing tag completes itself.
  await editor(page).fill(`${before}\n<channel:fax>Never.</channel>`);
  await expect(page.getByRole('status')).toHaveText('1 invalid tag');
  await page.getByRole('button', { name: /"fax" is not a channel/ }).click();
  expect(
    await editor(page).evaluate((it: HTMLTextAreaElement) =>
      it.value.slice(it.selectionStart, it.selectionEnd),
    ),
  ).toBe('<channel:fax>');
  await page.keyboard.insertText('<channel:voice>');
  await expect(page.getByRole('status')).toHaveText('All tags are valid');
  await editor(page).fill(`${before}\n<channel:sms>Always <language:de>duzen.`);
  await page.keyboard.type('</');
  await page.keyboard.type('</');
  await expect(editor(page)).toHaveValue(
    `${before}\n<channel:sms>Always <language:de>duzen.</language></channel>`,
  );
  await page.keyboard.press('Control+z');
  await page.keyboard.type('channel>');
  await expect(preview(page, 'SMS · German')).toContainText('Always duzen.');
  await expect(preview(page, 'SMS · other languages')).not.toContainText('duzen.');
  await expect(preview(page, 'Voice · German')).not.toContainText('Always');
  await page.getByRole('button', { name: 'French' }).click();
  await expect(preview(page, 'SMS · German')).toHaveCount(0);

  // A look at another page loses nothing.
  await goTo(page, 'Alerts');
  await goTo(page, 'Behaviour');
  await expect(editor(page)).toHaveValue(/duzen/);

  await page.keyboard.press('Control+s');
  await expect(dialog(page).getByRole('region', { name: 'Changes' })).toContainText('Added: <channel:sms>');
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Save to draft' }).click();
  await expect(page.getByText('Not saved')).toHaveCount(0);
  await expect(versions(page)).toHaveText([/demo Current \+1 −0 lines/, /Changed elsewhere/]);
  await expect(page.getByText(/^Saved to draft \d\d:\d\d/)).toBeVisible();
  await page.getByRole('button', { name: 'Show change' }).click();
  await expect(versions(page).first()).toContainText('Added: <channel:sms>');
  await page.reload();
  await expect(editor(page)).toHaveValue(/duzen/);

  await versions(page).last().locator('summary').click();
  await page.getByRole('button', { name: 'Restore in the editor' }).click();
  await expect(editor(page)).toHaveValue(before);
  await page.getByRole('button', { name: 'Review changes' }).click();
  await dialog(page).getByRole('button', { name: 'Save to draft' }).click();
  await expect(versions(page)).toHaveCount(3);
  expect(faults).toEqual([]);
});

test('a change that was made elsewhere meanwhile is shown before it is saved over', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await editor(page).fill('Mine.');
  await changeElsewhere(page, demo, 'Theirs.');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('The text has been changed elsewhere');
  await dialog(page).getByText('What was changed elsewhere').click();
  await expect(dialog(page).getByRole('region', { name: 'What was changed elsewhere' })).toContainText(
    'Added: Theirs.',
  );

  // Once more, while the changes are reviewed.
  await changeElsewhere(page, demo, 'Theirs again.');
  await dialog(page).getByRole('button', { name: 'Save to draft' }).click();
  await expect(dialog(page).getByText('The behaviour text has changed in the meantime.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(editor(page)).toHaveValue('Mine.');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await dialog(page).getByRole('button', { name: 'Save to draft' }).click();
  await expect(versions(page).first()).toContainText('Current');
  await page.reload();
  await expect(editor(page)).toHaveValue('Mine.');
  expect(faults).toEqual([]);
});

test('main is read-only, and another branch is opened by its name', { tag: '@own-demo' }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, PATH);
  await page.getByRole('button', { name: 'Branch: draft' }).click();
  await page.getByRole('button', { name: /^main/ }).click();
  await expect(page).toHaveURL(/branch=main/);
  await expect(editor(page)).not.toBeEditable();
  await expect(page.getByText('The platform does not take changes of main.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review changes' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Branch: main' }).click();
  await page.getByLabel('Another branch').fill('<img src=x onerror=alert(1)>');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goBack();
  await expect(editor(page)).toHaveValue(/^You are Iris/);
  expect(faults).toEqual([]);
});

test('a text that cannot be read says so and is read again, and a script that is gone leads to a reload', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  // The page's own script, not what the console shares with its pages.
  await page.route('**/console/assets/page-*', (route) => route.fulfill({ status: 404 }));
  await openConsole(page, demo, PATH);
  await expect(page.getByText('The page could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await page.route('**/admin/v1/behavior?*', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 503, title: 'The platform cannot be reached', request_id: 'request-7' }),
    }),
  );
  await page.getByRole('button', { name: 'Reload the console' }).click();
  await expect(page.getByRole('alert')).toContainText('The platform cannot be reached.');
  await expect(page.getByRole('alert')).toContainText('request-7');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(editor(page)).toHaveValue(/^You are Iris/);
});

test('an issue and a review of behaviour have no fault for axe', {
  tag: ['@own-demo', '@ci'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await editor(page).fill(`${await editor(page).inputValue()}\n<channel:fax>${'Never'.repeat(80)}`);
  await changeElsewhere(page, demo, 'Theirs.');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await dialog(page).getByText('What was changed elsewhere').click();
  expect(await faultsInLooks(page, 'dialog')).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Save to draft' }).click();
  await versions(page).first().locator('summary').click();
  await expect(page.locator('.version .diff')).toBeVisible();
  expect(await faultsInLooks(page)).toEqual([]);
  expect(faults).toEqual([]);
});
