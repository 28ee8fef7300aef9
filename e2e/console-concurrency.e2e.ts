import { expect } from 'playwright/test';
import { openConsole, SOME_CONVERSATIONS } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: SOME_CONVERSATIONS });

test('the window that is still open is marked in the table of a plot', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, '/console/overview?range=6h');
  const plot = page.locator('figure').filter({ hasText: 'Peak of conversations' });
  await plot.getByRole('button', { name: 'Show as table' }).click();
  await expect(plot.getByRole('row').last()).toContainText(/^\d\d:\d\d so far/);
  await expect(plot.getByRole('row').nth(1)).not.toContainText('so far');
  expect(faults).toEqual([]);
});

test('the six busiest variants are drawn, and the others on demand', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  await page.route(/\/concurrency\?.*slice_by=variant/, async (route) => {
    const answer = await (await route.fetch()).json();
    const [{ time }] = answer.intervals;
    const intervals = Array.from({ length: 9 }, (_, nth) => ({
      time,
      max_concurrent_conversations: nth + 1,
      variant_id: `variant-${nth + 1}`,
      variant_name: `Variant ${nth + 1}`,
    }));
    await route.fulfill({ json: { ...answer, intervals } });
  });
  const faults = await openConsole(page, demo, '/console/overview?range=7d');
  const drawn = page.locator('.small-plots bdi');
  const busiest = [9, 8, 7, 6, 5, 4].map((number) => `Variant ${number}`);
  await expect(drawn).toHaveText(busiest);
  await expect(page.getByText('3 more variants, each with a peak of at most 3:')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Variant 2' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all variants' }).click();
  await expect(drawn).toHaveCount(9);
  await expect(page).toHaveURL(/variants=all/);
  expect(faults).toEqual([]);
});
