import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from 'playwright/test';
import { type FoyerFixture, foyerFixture } from '../src/testing/playwright.ts';
import { test as base } from './demo-fixture.ts';

/** The fixture of `foyer-chat/testing/playwright`, with a page of an embedder and no server at all. */

const RELAY = 'https://chat.example';
const PAGE = 'https://shop.example/';

const built = (path: string) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

const test = base.extend<{ foyer: FoyerFixture<Locator> }>({
  foyer: foyerFixture({
    relay: RELAY,
    greeting: 'Hello, how can I help?',
    scripts: built('browser'),
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

test('a platform that is offline is out of reach', { tag: '@ci' }, async ({ foyer, page }) => {
  await openShop(page);
  foyer.platform.goOffline();
  await foyer.launcher.click();
  await expect(page.locator('foyer-chat')).toHaveAttribute('data-connection', 'failed');
});

test('the package’s widget talks to a platform in its page', async ({ page }) => {
  const html = `<!doctype html><html lang="en"><title>Shop</title><script type="module">
    import { mount } from '/package/index.js';
    import { createTestPlatform } from '/package/testing.js';
    const platform = createTestPlatform({ greeting: 'Hello' });
    platform.onMessage((text) => platform.reply('You asked: ' + text));
    platform.install(window);
    mount({ relay: platform.relay });
  </script></html>`;
  await page.route(`${PAGE}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    return route.fulfill({ path: built(pathname.replace('/package', 'foyer-chat/dist')) });
  });
  await page.goto(PAGE);
  const chat = page.locator('foyer-chat');
  await chat.getByRole('button', { name: /^Open chat/ }).click();
  await expect(chat.locator('[data-author="agent"]')).toContainText('Hello');
  await chat.getByRole('textbox').fill('Where is my order?');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.locator('[data-author="agent"]').last()).toContainText('You asked: Where is my order?');
});
