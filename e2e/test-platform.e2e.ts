import { fileURLToPath } from 'node:url';
import { test as base, expect, type Locator, type Page } from 'playwright/test';
import { type FoyerFixture, foyerFixture } from '../src/testing/playwright.ts';

/** The fixture of `foyer-chat/testing/playwright`, with a page of an embedder and no server at all. */

const RELAY = 'https://chat.example';
const PAGE = 'https://shop.example/';

const test = base.extend<{ foyer: FoyerFixture<Locator> }>({
  foyer: foyerFixture({
    relay: RELAY,
    greeting: 'Hello, how can I help?',
    scripts: fileURLToPath(new URL('../dist/browser', import.meta.url)),
  }),
});

/** Opens the shop, which no server has. */
async function openShop(page: Page): Promise<void> {
  await page.route(PAGE, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><script src="${RELAY}/widget.js" async></script></html>`,
    }),
  );
  await page.goto(PAGE);
}

test('a page with the script tag talks to the platform of the test', async ({ foyer, page }) => {
  const { platform, launcher, panel, composer, transcript, lastMessage } = foyer;
  platform.onMessage((text) => platform.stream(`You asked: ${text}`));
  await openShop(page);
  await launcher.click();
  await expect(panel).toBeVisible();
  await expect(lastMessage).toContainText('Hello, how can I help?');
  await composer.fill('Where is my order?');
  await composer.press('Enter');
  await expect(transcript.locator('[data-delivery]')).toHaveAttribute('data-delivery', 'sent');
  await expect(lastMessage).toContainText('You asked: Where is my order?');
  expect(platform.received.filter(({ kind }) => kind === 'userMessage')).toEqual([
    { kind: 'userMessage', text: 'Where is my order?' },
  ]);

  platform.drop();
  platform.reply('Still there?');
  await expect(lastMessage).toContainText('Still there?');
  expect(platform.connections).toHaveLength(2);

  platform.handoff({ liveAgent: { id: 'ada', name: 'Ada' } });
  platform.reply('Hello, this is Ada.');
  await expect(page.locator('[data-author="live-agent"]')).toContainText('Hello, this is Ada.');

  platform.end();
  await expect(page.locator('foyer-chat')).toHaveAttribute('data-connection', 'ended');
});

test('a page that loads again resumes the conversation', async ({ foyer, page }) => {
  await openShop(page);
  await foyer.launcher.click();
  await expect(foyer.lastMessage).toContainText('Hello, how can I help?');
  await page.reload();
  await foyer.launcher.click();
  await expect(foyer.lastMessage).toContainText('Hello, how can I help?');
  const { calls } = foyer.platform;
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
    'POST /chat/sessions',
    'POST /chat/sessions/session-1/resume',
  ]);
});

test('a platform that is offline is out of reach', async ({ foyer, page }) => {
  await openShop(page);
  foyer.platform.goOffline();
  await foyer.launcher.click();
  await expect(page.locator('foyer-chat')).toHaveAttribute('data-connection', 'failed');
});
