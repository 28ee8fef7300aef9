import { expect } from 'playwright/test';
import { violations } from './axe.ts';
import { test } from './demo-fixture.ts';

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1280, 390])
    test(`the reference is searched without a script: ${colorScheme}, ${width} px`, { tag: '@ci' }, async ({
      page,
      demo,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${demo.relayUrl}/admin/docs`);
      const search = page.getByRole('searchbox', { name: 'Words of an operation or a problem code' });
      await search.fill('rotate secret');
      await search.press('Enter');
      await expect(page).toHaveURL(/\/admin\/docs\?q=rotate\+secret$/);
      await expect(page.getByText('Found 1 operation and 0 problem codes.')).toBeVisible();
      await expect(page.getByRole('article')).toHaveAttribute('id', 'rotateWebhookSecret');
      await expect(search).toHaveValue('rotate secret');
      expect(await violations(page, 'body')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.getByRole('link', { name: 'Show all' }).click();
      await expect(page.locator('#getHandoffState')).toBeVisible();
    });
