import type { Page } from 'playwright/test';
import german from '../src/widget/locales/translations/de.ts';
import { ChatPage, expect, test } from './fixtures.ts';

/** Aborts the first requests for the panel. Returns the paths of all requests. */
async function failPanelRequests(page: Page, times: number): Promise<string[]> {
  const paths: string[] = [];
  await page.route('**/assets/panel-*', (route) => {
    paths.push(new URL(route.request().url()).pathname.replace(/-[\w-]{6}\.js$/, '-HASH.js'));
    return paths.length > times ? route.continue() : route.abort();
  });
  return paths;
}

/** Checks that the chat works, including its late chunks, which import the panel's own file. */
async function expectComplete(chat: ChatPage) {
  await expect(chat.suggestions().first()).toBeVisible();
  await chat.send('markdown');
  await expect(chat.messages('agent').last().locator('pre')).toBeVisible();
  await chat.chooseMenuItem('end');
  await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
}

test.describe('a panel that cannot be loaded', () => {
  test.use({ texts: german });

  test('the launcher reports a panel that cannot be loaded, and loads it on a retry', { tag: '@ci' }, async ({
    chat,
    page,
  }) => {
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        document.documentElement.lang = 'de';
      });
    });
    const paths = await failPanelRequests(page, 2);
    await page.goto(chat.shop);
    const launcher = page.getByRole('button', { name: 'Chat ⚠', exact: true });
    await chat.launcher().click();
    await expect(launcher).toBeFocused();
    await launcher.press('Enter');
    await expect.poll(() => paths.length).toBe(2);
    await expect(launcher).toBeFocused();
    await launcher.press('Enter');
    await expect(chat.composer()).toBeFocused();
    await expectComplete(chat);
    expect(paths).toEqual(['/assets/panel-HASH.js', '/1/assets/panel-HASH.js', '/2/assets/panel-HASH.js']);
  });
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`with ${reducedMotion === 'reduce' ? 'reduced' : 'any'} motion`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('the launcher shows a ring from the frame after the tap until the panel is there', {
      tag: '@ci',
    }, async ({ chat, page }) => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/assets/panel-*', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(chat.shop);
      const ring = () =>
        chat.launcher().evaluate((element) => {
          const { borderRadius } = getComputedStyle(element, '::before');
          const turns = element
            .getAnimations({ subtree: true })
            .some(({ effect }) => (effect as KeyframeEffect).getKeyframes().some(({ rotate }) => rotate));
          return [borderRadius === '50%', turns];
        });
      expect(await ring()).toEqual([false, false]);
      await chat.launcher().evaluate((element) => {
        (element as HTMLElement).click();
        return new Promise(requestAnimationFrame);
      });
      expect(await ring()).toEqual([true, reducedMotion !== 'reduce']);
      release();
      await expect(chat.composer()).toBeFocused();
      await page.getByRole('button', { name: 'Close chat' }).click();
      expect(await ring()).toEqual([false, false]);
    });
  });
}

test('an inline chat and a framed chat show a retry button while the panel cannot be loaded', {
  tag: '@ci',
}, async ({ page, demo }) => {
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
    await failPanelRequests(page, 1);
    await page.goto(address);
    const again = page.getByRole('button', { name: 'Open chat ⚠' });
    const middle = await again.evaluate((element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    });
    expect(middle).toBe(address === chat.shop ? 8 + 200 : 640);
    await again.click();
    await expect(chat.composer()).toBeFocused();
    await expectComplete(chat);
    await expect(again).toBeHidden();
    await page.unroute('**/assets/panel-*');
  }
});
