import { expect } from 'playwright/test';
import { test } from './demo-fixture.ts';

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
