import type { Page } from 'playwright/test';
import german from '../src/widget/locales/de.ts';
import { ChatPage, expect, test } from './fixtures.ts';

/** The first so many requests for the panel come to nothing. Returns the paths of all that were asked for. */
async function losePanel(page: Page, times: number): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/assets/panel-*', (route) => {
    asked.push(new URL(route.request().url()).pathname.replace(/-[\w-]+\.js$/, '-HASH.js'));
    return asked.length > times ? route.continue() : route.abort();
  });
  return asked;
}

/** Usable, and with all that loads later: what belongs to the panel has found the very panel that was loaded. */
async function isComplete(chat: ChatPage) {
  await expect(chat.suggestions().first()).toBeVisible();
  await chat.say('markdown');
  await expect(chat.messages('agent').last().locator('pre')).toBeVisible();
  await chat.choose('end');
  await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
}

test.describe('a panel that cannot be loaded', () => {
  test.use({ words: german });

  test('is told by the launcher in the language of the page, and comes when it is asked for again', async ({
    chat,
    page,
  }) => {
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        document.documentElement.lang = 'de';
      });
    });
    const asked = await losePanel(page, 2);
    await page.goto(chat.shop);
    const launcher = page.getByRole('button', { name: `${german.open} ⚠`, exact: true });
    await chat.launcher().click();
    await expect(launcher).toBeFocused();
    await launcher.press('Enter');
    await expect.poll(() => asked.length).toBe(2);
    await expect(launcher).toBeFocused();
    await launcher.press('Enter');
    await expect(chat.composer()).toBeFocused();
    await isComplete(chat);
    expect(asked).toEqual(['/assets/panel-HASH.js', '/1/assets/panel-HASH.js', '/2/assets/panel-HASH.js']);
  });
});

test('a chat within a page, and one in a frame, have a button in their place while the panel cannot be loaded', async ({
  page,
  demo,
}) => {
  // A page that no server sent is not on loopback to the browser, which asks before it reaches there.
  await page.context().grantPermissions(['local-network-access']);
  const chat = new ChatPage(page, demo);
  await page.route(chat.shop, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Inline</title>
        <div id="chat" style="width:400px;height:500px"></div>
        <script src="${demo.relayUrl}/widget.js" data-container="#chat" async></script></html>`,
    }),
  );
  for (const address of [chat.shop, `${demo.relayUrl}/frame`]) {
    await losePanel(page, 1);
    await page.goto(address);
    const again = page.getByRole('button', { name: 'Open chat ⚠' });
    const middle = await again.evaluate((it) => {
      const { left, width } = it.getBoundingClientRect();
      return left + width / 2;
    });
    expect(middle).toBe(address === chat.shop ? 8 + 200 : 640);
    await again.click();
    await expect(chat.composer()).toBeFocused();
    await isComplete(chat);
    await expect(again).toBeHidden();
    await page.unroute('**/assets/panel-*');
  }
});
