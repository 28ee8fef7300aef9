import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from 'playwright/test';
import { ALIVE, faultsInLooks, openConsole, openMetric, openRead, ruleRow } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: ALIVE });

const PATH = '/console/alerts?range=7d';

const fired = (page: Page) => page.getByRole('table', { name: 'What has fired' }).locator('tbody tr');

test('fired alerts are listed with their duration, and lead to the conversations of their window', async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, PATH);
  const slow = fired(page).filter({ hasText: 'Slow turns' }).first();
  await expect(slow).toContainText('Resolved');
  await expect(slow).toContainText('Turn latency, 95th percentile > 4');
  await expect(slow).toContainText(/\d+:\d\d/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = (await readFile((await (await saved).path()) ?? '', 'utf8')).trim().split('\r\n');
  expect(lines.length).toBe((await fired(page).count()) + 1);
  const since = Date.parse((await slow.locator('time').getAttribute('datetime')) ?? '');
  await slow.getByRole('link', { name: /^Conversations of/ }).click();
  const { searchParams } = new URL(page.url());
  const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  expect([to, searchParams.get('layer')]).toEqual([since, 'latency']);
  // The window of ten minutes, and what began before it and was still going on.
  expect(from).toBe(since - 1_200_000);
  await expect(page.locator('[data-row]').first()).toBeVisible();

  expect(faults).toEqual([]);
});

test('the page says where to look when no webhook has ever come', { tag: '@ci' }, async ({ page, demos }) => {
  const demo = await demos.start({ logLevel: 'silent' });
  await openConsole(page, demo, '/console/alerts?range=1h');
  await expect(page.getByText('No webhook has reported an alert in this time.')).toBeVisible();
  await demo.close();
});

test('an alert of yesterday opens with its metric, its conversations and their handoff reasons', async ({
  page,
  demo,
}) => {
  const faults = await openRead(page, demo, '/console/alerts?range=1h', 2);
  await expect(page.getByText('Nothing fired in the last hour.')).toBeVisible();
  await page.getByRole('link', { name: 'Show last 7 days' }).click();
  await fired(page).getByRole('link', { name: 'Slow turns' }).first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'Slow turns Resolved' })).toBeVisible();
  const since = new URL(page.url()).searchParams.get('since') ?? '';
  const rows = page.getByRole('table', { name: 'Conversations' }).getByRole('row');
  await expect(rows.filter({ hasText: /slow turns, up to|a turn of/ }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Handoff reasons' })).toBeVisible();
  // The value of the alert opens the conversations with turns above its threshold.
  await page.locator('.incident > p').getByRole('link', { name: / s$/ }).click();
  await expect(page.getByRole('button', { name: /^Remove Turns above 4/ })).toBeVisible();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'All of this time' }).click();
  const { searchParams } = new URL(page.url());
  // The window of ten minutes, and ten more in which its conversations may have begun.
  expect(Date.parse(since) - Date.parse(searchParams.get('from') ?? '')).toBe(20 * 60_000);
  expect(Date.parse(searchParams.get('to') ?? '')).toBeGreaterThan(Date.parse(since));
  expect([searchParams.get('layer'), faults]).toEqual(['latency', []]);
});

test('a rule shows its metric with the threshold, and how often it would have fired', async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, PATH);
  await openMetric(page, 'Slow turns');
  await expect(page).toHaveURL(/rule=ar_/);
  await page.getByText(/^Would have fired/).click();
  await expect(page.locator('.metric li').first().getByRole('link')).toHaveAttribute(
    'href',
    /conversations\?.*from=/,
  );
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: /^Turn latency/ }).getByRole('row')).not.toHaveCount(0);
  await ruleRow(page, 'Failing API calls').getByRole('link', { name: 'Failing API calls' }).click();
  await expect(page.getByText(/do not tell API errors/)).toBeVisible();
  expect(faults).toEqual([]);
});

test('a rule shows how often it would have fired while it is written, and can be read by keyboard', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-row]').first()).toBeFocused();
  await openMetric(page, 'Slow turns');

  await page.getByRole('button', { name: 'Create rule' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Enter a threshold')).toBeVisible();
  await dialog.getByLabel('Metric').selectOption('call_volume');
  await dialog.getByLabel('Threshold').fill('0');
  await expect(dialog.getByRole('status')).toContainText(/^Would have fired/);
  await dialog.getByLabel('Threshold').fill('100000');
  await expect(dialog.getByRole('status')).toContainText(/^Would not have fired/);
  await dialog.getByLabel('Metric').selectOption('function_errors');
  await expect(dialog.getByText(/do not tell function errors/)).toBeVisible();
  expect(faults).toEqual([]);
});

test('a change that the platform refuses says so', { tag: ['@ci', '@own-demo'] }, async ({ page, demo }) => {
  await openConsole(page, demo, PATH);
  await page.route('**/alert-rules/ar_*', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 409, title: 'Conflict', detail: 'No more rules fit.' }),
    }),
  );
  await page.getByRole('button', { name: 'Actions of “Slow turns”' }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('No more rules fit.');
});

const endpointRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('a webhook endpoint is created with its secret, changed and deleted', { tag: '@own-demo' }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, '/console/alerts?view=delivery&range=7d');
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`${demo.relayUrl}/admin/v1/webhooks/alerts`)).toBeVisible();
  await dialog.getByLabel('Name').fill('<img src=x onerror=alert(1)>');
  await dialog.getByLabel('Address').fill('https://10.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(dialog.getByRole('alert')).toContainText('public host');
  await dialog.getByLabel('Address').fill('https://relay.example.com/admin/v1/webhooks/other');
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await expect(dialog.getByText(/add other:signing_secret and restart the relay/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const row = endpointRow(page, '<img src=x');
  await expect(row).toContainText('An alert fires, An alert is resolved');

  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('button', { name: 'Edit endpoint' }).click();
  await dialog.getByLabel('An alert is resolved').uncheck();
  await dialog.getByLabel('Enabled').uncheck();
  await dialog.getByRole('button', { name: 'Save endpoint' }).click();
  await expect(row).toContainText('Disabled');
  await expect(row).not.toContainText('An alert is resolved');

  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('button', { name: 'Delete endpoint' }).click();
  await dialog.getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(row).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('the secret of an endpoint at this relay is rotated, and received webhooks show their bodies', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/alerts?view=delivery&range=1h');
  const dialog = page.getByRole('dialog');
  await endpointRow(page, 'Relay of the demo')
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(dialog.getByText(/replace the old secret of alerts by signing_secret/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'End the old secret' }).click();
  await expect(page.getByRole('button', { name: 'End the old secret' })).toHaveCount(0);

  const webhook = page.getByRole('group').filter({ hasText: 'alerts.triggered' }).first();
  await expect(webhook).toContainText('Signed');
  await expect(webhook).toContainText(/Slow turns|Failing API calls/);
  await webhook.locator('summary').click();
  await expect(webhook.locator('pre')).toContainText('"alert_rule_id": "ar_');
  expect(faults).toEqual([]);
});

test('the page lists who receives alerts, and a test names the receivers that it has reached', {
  tag: '@ci',
}, async ({ page, demos }) => {
  const told: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    told.push(text);
    response.writeHead(request.url === '/gone' ? 410 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver = `http://127.0.0.1:${port}`;
  const demo = await demos.start({
    logLevel: 'silent',
    settings: { FOYER_ALERT_NOTIFY_URL: `slack:${receiver}/hook,teams:${receiver}/gone` },
  });
  const faults = await openConsole(page, demo, '/console/alerts?view=delivery&range=1h');
  await page.getByRole('button', { name: 'Send a test' }).click();
  const receivers = page.getByRole('listitem').filter({ hasText: `127.0.0.1:${port}` });
  await expect(receivers).toHaveText([
    /^slack 127.*The test has arrived$/,
    /^teams 127.*The test has not arrived \(410\)/,
  ]);
  expect(told.map((text) => /This message is a test/.test(text))).toEqual([true, true]);
  expect(faults).toEqual([]);
  await demo.close();
  server.close();
});

test('an open metric and the dialogs have no fault for axe', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await openMetric(page, 'Slow turns');
  expect(await faultsInLooks(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByRole('dialog').getByLabel('Threshold').fill('4000');
  expect(await faultsInLooks(page, 'dialog')).toEqual([]);
  await page.goto(`${demo.relayUrl}/console/alerts?view=delivery`);
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('/admin/v1/webhooks/alerts')).toBeVisible();
  expect(await faultsInLooks(page, 'dialog')).toEqual([]);
  expect(faults).toEqual([]);
});
