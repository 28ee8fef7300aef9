import { expect } from 'playwright/test';
import { openConsole } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({
  demoOptions: {
    isAlive: true,
    logLevel: 'silent',
    settings: { FOYER_TIME_ZONE: 'Asia/Kolkata' },
  },
  timezoneId: 'America/New_York',
});

test('the console shows times of the organisation, and a copied link shows somebody else the same', {
  tag: '@ci',
}, async ({ page, demo, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const faults = await openConsole(page, demo, '/console/conversations');
  const times = page.locator('[data-row] time');
  await expect(times.first()).toBeVisible();
  const iso = (await times.first().getAttribute('datetime')) ?? '';
  const hourIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
      new Date(iso),
    );
  await expect(page.locator(`time[datetime="${iso}"]`).first()).toContainText(hourIn('Asia/Kolkata'));

  await page.getByRole('button', { name: 'Times of Asia/Kolkata' }).click();
  await page.getByRole('button', { name: 'America/New York' }).click();
  await expect(page.locator(`time[datetime="${iso}"]`).first()).toContainText(hourIn('America/New_York'));
  await page.getByRole('button', { name: 'Times of America/New_York' }).click();
  await page.getByRole('button', { name: 'Copy link with these times' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(Object.fromEntries(link.searchParams)).toEqual({
    from: expect.stringMatching(/Z$/),
    to: expect.stringMatching(/Z$/),
    zone: 'America/New_York',
  });

  const elsewhere = await (await browser.newContext({ timezoneId: 'Asia/Tokyo' })).newPage();
  await openConsole(elsewhere, demo, link.pathname + link.search);
  await expect(elsewhere.locator(`time[datetime="${iso}"]`).first()).toContainText(
    hourIn('America/New_York'),
  );
  await page.goto(`${demo.relayUrl}/console/report`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('(Asia/Kolkata)');
  expect(faults).toEqual([]);
});
