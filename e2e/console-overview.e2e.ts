import { expect } from 'playwright/test';
import { openConsole } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({
  demoOptions: {
    emulator: { pace: { wordMs: 1, thinkingMs: 5 }, conversations: { count: 300, seed: 7 } },
    logLevel: 'silent',
  },
});

test('a range without a week to compare with says since when the figures are known', async ({
  page,
  demo,
}) => {
  await openConsole(page, demo, '/console/overview?range=7d');
  const card = page.locator('.card').filter({ hasText: 'Conversations' });
  await expect(async () => {
    await page.reload();
    await expect(
      page.getByText(/^Known since .*, which is too late to compare with the week before\.$/),
    ).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(card).toContainText('the week before is not known');
});

test('a relay that has read nothing yet shows no figures, and one that cannot read says why', async ({
  page,
  demo,
}) => {
  await page.route('**/admin/v1/overview?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const failing = { since: new Date().toISOString(), code: 'UNREACHABLE' };
    await route.fulfill({ json: { ...answer, known_since: null, known_until: null, failing } });
  });
  await openConsole(page, demo, '/console/overview');
  await expect(page.getByText('The relay has not read any conversation yet.')).toBeVisible();
  await expect(page.getByText(/The relay cannot read the platform since \d.* \(UNREACHABLE\)/)).toBeVisible();
  await expect(page.locator('.card').filter({ hasText: 'Conversations' })).toContainText('–');
});
