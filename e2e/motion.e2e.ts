import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from 'playwright/test';
import { type FoyerFixture, foyerFixture } from '../src/testing/playwright.ts';
import { animationsFinished } from './animations.ts';
import { test as base } from './demo-fixture.ts';

const RELAY = 'https://chat.example';
const PAGE = 'https://shop.example/';

const test = base.extend<{ foyer: FoyerFixture<Locator> }>({
  foyer: foyerFixture({
    relay: RELAY,
    greeting: 'Hello, how can I help?',
    scripts: fileURLToPath(new URL('../dist/browser', import.meta.url)),
  }),
});

/** Opens the shop and its chat in a window of this height. */
async function openChat(page: Page, { launcher, lastMessage }: FoyerFixture<Locator>, height: number) {
  await page.setViewportSize({ width: 1_000, height });
  await page.route(PAGE, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><script src="${RELAY}/widget.js" async></script></html>`,
    }),
  );
  await page.goto(PAGE);
  await launcher.click();
  await expect(lastMessage).toContainText('Hello, how can I help?');
  await animationsFinished(page);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('unable to measure; the element is not rendered');
  return box;
}

test('the launcher of a high window stays below the panel and closes it', { tag: '@full' }, async ({
  foyer,
  page,
}) => {
  const { launcher, panel } = foyer;
  await openChat(page, foyer, 900);
  const [button, dialog] = [await boxOf(launcher), await boxOf(panel)];
  expect(button.y).toBe(dialog.y + dialog.height + 12);
  expect(button.x + button.width).toBe(dialog.x + dialog.width);
  await expect(launcher).toHaveAttribute('aria-expanded', 'true');
  await launcher.click();
  await expect(panel).toBeHidden();
  await expect(launcher).toHaveAttribute('aria-expanded', 'false');
  await expect(launcher).toBeFocused();
});

test('the panel of a low window lies over the launcher', { tag: '@full' }, async ({ foyer, page }) => {
  await openChat(page, foyer, 700);
  await expect(page.locator('foyer-chat .launcher')).toBeHidden();
  const { y, height } = await boxOf(foyer.panel);
  expect(700 - y - height).toBe(20);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the panel ${reducedMotion === 'reduce' ? 'vanishes' : 'shrinks'} on closing with ${reducedMotion}`, {
    tag: '@full',
  }, async ({ foyer, page }) => {
    await page.emulateMedia({ reducedMotion });
    await openChat(page, foyer, 900);
    const closing = await page.evaluate(() => {
      (window as unknown as { Foyer: { close(): void } }).Foyer.close();
      const panel = document.querySelector('foyer-chat')?.shadowRoot?.querySelector<HTMLElement>('.panel');
      return panel && [panel.inert, panel.getAnimations().map(({ effect }) => effect?.getTiming().duration)];
    });
    expect(closing ?? null).toEqual(reducedMotion === 'reduce' ? null : [true, [140]]);
    await expect(page.locator('foyer-chat .panel')).toHaveCount(0);
  });
}

test('an answer appears in the place of the typing dots', { tag: '@full' }, async ({ foyer, page }) => {
  const { platform, composer } = foyer;
  await openChat(page, foyer, 900);
  await composer.fill('Where is my order?');
  await composer.press('Enter');
  await expect(page.locator('foyer-chat [data-delivery="sent"]')).toBeVisible();
  platform.send({ kind: 'agentThinking' });
  const bubbles = page.locator('foyer-chat :is(.typing, [data-author="agent"]) .bubble');
  await expect(page.locator('foyer-chat .typing-dots')).toBeVisible();
  await animationsFinished(page);
  const before = [await boxOf(bubbles.last()), await boxOf(page.locator('foyer-chat .row .avatar').last())];
  platform.reply('On its way.');
  await expect(foyer.lastMessage).toContainText('On its way.');
  await expect(page.locator('foyer-chat .typing-dots')).toHaveCount(0);
  const after = [await boxOf(bubbles.last()), await boxOf(page.locator('foyer-chat .row .avatar').last())];
  const place = ({ x, y, height }: { x: number; y: number; height: number }) => ({ x, y, height });
  expect(after.map(place)).toEqual(before.map(place));
});
