import { expect } from 'playwright/test';
import { ALIVE, openConsole, panel, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: ALIVE });

test('the morning check leads from the figures to the words and the recording of one call', async ({
  page,
  demo,
}) => {
  test.slow();
  const faults = await openConsole(page, demo, '/console');
  const card = (name: string) => page.locator('.card').filter({ hasText: name });

  // The last 24 hours against the same of the week before: they appear by themselves once the relay has read them.
  for (const name of ['Conversations', 'Handoff rate', 'Turn latency, median'])
    await expect(card(name)).toContainText(
      /[+−]\d\S*\s(%|points) from \d.* the week before|same as the week before/,
      {
        timeout: 45_000,
      },
    );

  // Problems and news.
  await expect(card('Out-of-domain turns')).toContainText(/Silent turns \d/);
  await expect(page.getByRole('listitem').filter({ hasText: 'late_delivery' })).toContainText('New');

  // From a number to its rows, to one of them, to its words and its recording.
  await card('Handoff rate').getByRole('link').click();
  await expect(rows(page).first()).toBeVisible();
  // Until the calls are read, the list shows the rows of all channels.
  const calls = page.waitForResponse((response) =>
    /\/conversations\?(?=.*handoff=true)(?=.*VOICE-SIP)/.test(response.url()),
  );
  await page.getByLabel('Channel', { exact: true }).selectOption('VOICE-SIP');
  await calls;
  await expect(page.locator('.list-side [data-status=ready]')).toBeVisible();
  await page
    .locator('.data-row')
    .filter({ hasText: /\d:\d\d$/ })
    .first()
    .getByRole('link')
    .click();
  await expect(panel(page).getByRole('listitem').first()).toBeVisible();
  await panel(page)
    .getByRole('button', { name: /^Play from/ })
    .last()
    .click();
  await expect
    .poll(() =>
      panel(page)
        .locator('audio')
        .evaluate((element: HTMLAudioElement) => element.currentTime),
    )
    .toBeGreaterThan(0);
  expect(faults).toEqual([]);
});
