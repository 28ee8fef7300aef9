import { expect } from 'playwright/test';
import { openConsole } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP console.lan 127.0.0.1'],
    }),
});

test('the printed address opens the console signed in, and keeps the key out of the address', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.relayUrl}/console#key=${demo.adminKey}`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(page.url()).not.toContain(demo.adminKey);
  // S-115
  expect(await page.evaluate(() => [document.cookie, Object.keys(localStorage)])).toEqual(['', []]);

  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();

  await page.getByRole('button', { name: 'demo' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('Admin key')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Admin key')).toBeVisible();
});

test('a browser that keeps no cookie is told so after the right key', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  await page.route('**/console/session', async (route) => {
    const { 'set-cookie': _, ...headers } = (await route.fetch()).headers();
    await route.fulfill({ status: route.request().method() === 'POST' ? 204 : 401, headers, body: '' });
  });
  await page.goto(`${demo.relayUrl}/console`);
  await page.getByLabel('Admin key').fill(demo.adminKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('browsers do not keep a sign-in');
});

test('a sign-out that the relay does not answer is no sign-out', { tag: '@ci' }, async ({ page, demo }) => {
  await openConsole(page, demo, '/console/alerts');
  await page.route('**/console/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('You are still signed in');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
});

test('an address of the local network over http is said to be no place to sign in, and nothing is sent', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const address = demo.relayUrl.replace('127.0.0.1', 'console.lan');
  await page.goto(`${address}/console#key=${demo.adminKey}`);
  await expect(page.getByRole('alert')).toContainText('This address is not secure');
  await expect(page.getByLabel('Admin key')).toHaveValue(demo.adminKey);
  await page.getByLabel('Admin key').press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  expect([sent, page.url()]).toEqual([[], `${address}/console`]);
});
