import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { openConsole, openMetric, panel } from './console-page.ts';
import { test } from './demo-fixture.ts';

/** The pictures of the console in `docs/`, of the synthetic conversations of a demo. Only `npm run test:e2e -- --project pictures` makes them. */

const picture = (name: string) => fileURLToPath(new URL(`../docs/${name}.png`, import.meta.url));

test.use({
  viewport: { width: 1280, height: 800 },
  contextOptions: { reducedMotion: 'reduce' },
  demoOptions: { isAlive: true, logLevel: 'silent' },
});

test('the overview', async ({ page, demo }) => {
  await openConsole(page, demo);
  // The relay reads the conversations of the past first.
  for (const name of ['Conversations', 'Handoff rate', 'Turn latency, median'])
    await expect(page.locator('.card').filter({ hasText: name })).toContainText(
      /from \d.* the week before|same as the week before/,
    );
  await page.screenshot({ path: picture('console-overview') });
});

test('a call', async ({ page, demo }) => {
  await openConsole(page, demo, '/console/conversations?channel=VOICE-SIP');
  const calls = page.locator('.data-row').filter({ hasText: 'I would like to complain' });
  await calls
    .filter({ hasText: /\d:\d\d$/ })
    .first()
    .getByRole('link')
    .click();
  await expect(panel(page).locator('audio')).toBeVisible();
  await expect(panel(page).getByRole('listitem').first()).toBeVisible();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: picture('console') });
});

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('an alert rule', async ({ page, demo }) => {
    await openConsole(page, demo, '/console/alerts');
    await openMetric(page, 'Slow turns');
    await page.mouse.move(0, 0);
    await page.screenshot({ path: picture('console-alerts') });
  });
});

test('the behaviour of a draft', async ({ page, demo }) => {
  await openConsole(page, demo, '/console/behaviour');
  const editor = page.getByLabel('Behaviour text');
  await expect(editor).toHaveValue(/^You are Iris/);
  const added =
    '<channel:voice>\nSpeak slowly, and spell order numbers.\n<language:de>Say "Sie".</language>\n</channel>';
  await editor.fill(`${await editor.inputValue()}\n${added}\n`);
  await expect(page.getByRole('status')).toHaveText('All tags are valid');
  await page.screenshot({ path: picture('console-behavior') });
});

test('the branding', async ({ page, demo }) => {
  await openConsole(page, demo, '/console/install');
  const chat = page.frameLocator('iframe[title=Preview]').locator('foyer-chat');
  await page.getByRole('textbox', { name: 'Accent' }).fill('#7a2e5d');
  await page
    .getByLabel('Greeting in this language')
    .fill('Welcome to Lumen & Oak\nAsk about lamps, orders and deliveries.');
  await page.getByLabel('First words in this language').fill('Where is my order?\nHow do returns work?');
  await expect(chat.locator('.starter')).toHaveCount(2);
  await page.getByLabel('Greeting in this language').scrollIntoViewIfNeeded();
  await page
    .getByRole('heading', { name: 'Preview' })
    .evaluate((it) => it.scrollIntoView({ block: 'center' }));
  await page.screenshot({ path: picture('console-install') });
});
