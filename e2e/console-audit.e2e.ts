import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { faultsInLooks, openConsole } from './console-page.ts';
import { test } from './demo-fixture.ts';

const PATH = '/console/audit';

const records = (page: Page) => page.getByRole('table').locator('tbody tr');

/** Calls an operation as often as asked, with what the platform or the relay answers. */
async function call(
  page: Page,
  { relayUrl, adminKey }: Demo,
  [method, path, data]: readonly [string, string, object?],
  times = 1,
): Promise<void> {
  const headers = { Authorization: `Bearer ${adminKey}` };
  for (let nth = 0; nth < times; nth++)
    await page.request.fetch(`${relayUrl}/admin/v1${path}`, { method, headers, ...(data && { data }) });
}

test('a key for a colleague is made in the browser, and shown once with its entry', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, `${PATH}?view=keys`);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
  await page.getByRole('button', { name: 'Make a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('ada');
  await dialog.getByLabel(/^pii/).check();
  await dialog.getByRole('button', { name: 'Make a key' }).click();
  const [key = '', entry = ''] = await dialog.locator('code').allTextContents();
  const hash = createHash('sha256').update(key).digest('hex');
  expect([entry, key]).toEqual([`ada:read+pii:${hash}`, expect.stringMatching(/^foyer_[\w-]{49}$/)]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  expect([sent.filter((it) => it.includes(key) || it.includes(hash)), faults]).toEqual([[], []]);
});

test('changes are listed with who made them, are filtered by a press, and are saved', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  await call(page, demo, ['PATCH', '/behavior', { behavior: 'Be kind.' }], 120);
  await call(page, demo, ['DELETE', '/alert-rules/ar_nobody']);
  const faults = await openConsole(page, demo, PATH);
  await expect(records(page)).toHaveCount(100);
  await expect(records(page).first()).toContainText('demo signed in');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(records(page)).toHaveCount(122);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);

  const deletion = records(page).filter({ hasText: 'demo deleted the alert rule ar_nobody' });
  await expect(deletion).toContainText('platform');
  await expect(deletion.getByRole('link', { name: 'ar_nobody' })).toHaveAttribute(
    'href',
    /\/alerts\?rule=ar_nobody/,
  );
  await expect(records(page).nth(2)).toContainText('demo changed the behaviour of draft');
  await page.getByLabel('What they did').selectOption('deleted the alert rule');
  await expect(page).toHaveURL(/operation=deleteAlertRule/);
  await expect(records(page)).toHaveCount(1);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const [head, line] = (await readFile((await (await saving).path()) ?? '', 'utf8')).trim().split('\r\n');
  expect(head).toContain('Time,Who,Signed in by,Operation,About,Outcome,Network,Request');
  expect(line).toContain(',demo,key,deleteAlertRule,rule_id=ar_nobody,platform,');
  await page.getByLabel('What they did').selectOption('What they did: anything');
  await expect(records(page)).toHaveCount(100);
  expect(faults).toEqual([]);
});

test('reads are listed apart, and lead to their conversation; a range without any says so', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  await call(page, demo, ['GET', '/conversations/c-7']);
  const faults = await openConsole(page, demo, PATH);
  await page.getByRole('link', { name: 'Reads' }).click();
  const read = records(page).filter({ hasText: 'read the conversation' }).first();
  await expect(read.getByRole('link', { name: 'c-7' })).toHaveAttribute(
    'href',
    '/console/conversations?open=c-7',
  );
  await page.goto(`${demo.relayUrl}${PATH}?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`);
  await expect(page.getByText('Nothing was changed in this time.')).toBeVisible();
  expect(faults).toEqual([]);
});

test('keys are listed with their scopes and their last use', { tag: ['@ci', '@own-demo'] }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, `${PATH}?view=keys`);
  await expect(records(page)).toHaveText([/^demo.*read.*write.*call.*pii.*everything/]);
  await expect(records(page).locator('time')).toBeVisible();
  await records(page).getByRole('link').click();
  await expect(page).toHaveURL(/who=demo/);
  await expect(records(page).first()).toContainText('demo signed in');
  await page.getByRole('searchbox', { name: 'Who' }).fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing was changed in this time.')).toBeVisible();
  await page.route('**/admin/v1/keys', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 503, title: 'The relay is temporarily unavailable', request_id: 'r-1' }),
    }),
  );
  await page.getByRole('link', { name: 'Keys' }).click();
  await expect(page.getByRole('alert')).toContainText('The relay is temporarily unavailable.');
  expect(faults).toEqual([]);
});

test('the audit and the keys have no fault for axe', {
  tag: ['@own-demo', '@ci'],
}, async ({ page, demo }) => {
  await call(page, demo, ['DELETE', '/alert-rules/ar_nobody']);
  const faults = await openConsole(page, demo, PATH);
  for (const view of ['Changes', 'Reads', 'Keys']) {
    await page.getByRole('link', { name: view }).click();
    await expect(page.getByRole('table', { name: view })).toBeVisible();
    expect(await faultsInLooks(page), view).toEqual([]);
  }
  expect(faults).toEqual([]);
});
