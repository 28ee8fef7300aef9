import { expect } from 'playwright/test';
import { goTo, openRead, panel, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({
  demoOptions: {
    emulator: { pace: { wordMs: 1, thinkingMs: 5 }, conversations: { count: 300, seed: 7 } },
    branding: { handoff_reasons: { damaged_goods: { en: 'Arrived broken', de: 'Kaputt angekommen' } } },
    logLevel: 'silent',
  },
});

test('a handoff reason has the name that the site has given it, and its id as title', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  const faults = await openRead(page, demo, '/console/overview?range=7d', 2);
  const named = page.getByRole('main').getByText('Arrived broken');
  await expect(named).toBeVisible();
  await expect(page.getByText('damaged_goods')).toHaveCount(0);
  const link = page.getByRole('link', { name: 'Arrived broken' });
  await expect(link).toHaveAttribute('title', 'damaged_goods');
  await link.click();
  await expect(page).toHaveURL(/reason=damaged_goods/);
  await expect(page.getByRole('button', { name: 'Remove Arrived broken' })).toBeVisible();
  await expect(page.locator('.data-row .tag.info').first()).toHaveText('Arrived broken');
  await rows(page).first().click();
  await expect(panel(page).getByText(/^Arrived broken/)).toBeVisible();
  await goTo(page, 'Report');
  await expect(page.getByText('damaged_goods')).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('filters that are seldom used are in a menu, and can be removed once they are set', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openRead(page, demo, '/console/conversations?range=7d', 2);
  const more = page.getByRole('button', { name: 'More filters' });
  await more.click();
  await page.getByRole('button', { name: 'Environment: sandbox' }).click();
  await expect(page).toHaveURL(/env=sandbox/);
  await page.getByRole('button', { name: 'Remove sandbox' }).click();
  await expect(page).not.toHaveURL(/env=/);
  await more.click();
  await page.getByRole('button', { name: 'Random sample' }).click();
  await expect(page).toHaveURL(/sample=random/);
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove Random sample' }).click();
  await expect(page).not.toHaveURL(/sample=/);
  expect(faults).toEqual([]);
});
