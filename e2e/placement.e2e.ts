import type { Locator } from 'playwright/test';
import { animationsFinished } from './animations.ts';
import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';

/** Distance of an element from each edge of the window. Scroll bars have no width in a headless browser. */
const edges = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, right, bottom, left } = element.getBoundingClientRect();
    return { top, right: innerWidth - right, bottom: innerHeight - bottom, left };
  });

const FULL = { top: 0, right: 0, bottom: 0, left: 0 };

test.describe('the corner', () => {
  for (const direction of ['ltr', 'rtl']) {
    for (const [position, side] of [
      ['bottom-right', 'right'],
      ['bottom-left', 'left'],
    ] as const) {
      const tag = (side === 'right') === (direction === 'ltr') ? [] : '@full';
      const title = `is ${position} for launcher, panel and prompt in a page with direction ${direction}`;
      test(title, { tag }, async ({ page, visit }) => {
        const chat = await visit({
          attributes: `data-position="${position}"`,
          html: `lang="en" dir="${direction}"`,
        });
        const corner = { bottom: 20, [side]: 20 };
        await expect.poll(() => edges(chat.launcher())).toMatchObject(corner);
        await page.evaluate("Foyer.prompt({ text: 'Need a hand?', actions: ['Yes'] })");
        const prompt = page.locator('foyer-chat .prompt');
        await expect(prompt).toBeVisible();
        await expect.poll(() => edges(prompt)).toMatchObject({ bottom: 94, [side]: 20 });
        await chat.launcher().click();
        await expect(chat.panel()).toBeVisible();
        // Above the launcher, which closes it.
        await expect.poll(() => edges(chat.panel())).toMatchObject({ bottom: 92, [side]: 20 });
      });
    }
  }

  test('the corner has the z-index of the options', async ({ page, visit }) => {
    const zIndexes = async () => {
      const launcher = await chat.launcher().evaluate((element) => getComputedStyle(element).zIndex);
      await chat.launcher().click();
      const panel = await chat.panel().evaluate((element) => getComputedStyle(element).zIndex);
      return [launcher, panel];
    };
    let chat = await visit();
    expect(await zIndexes()).toEqual(['2147483000', '2147483000']);
    await page.unroute(chat.shop);
    chat = await visit({ attributes: 'data-z-index="7"' });
    expect(await zIndexes()).toEqual(['7', '7']);
  });

  test('the page can move the corner through the parts', async ({ visit }) => {
    const chat = await visit({
      head: `<style>
        foyer-chat::part(launcher) { bottom: 90px; right: 40px }
        foyer-chat::part(panel) { bottom: 90px }
      </style>`,
    });
    await expect.poll(() => edges(chat.launcher())).toMatchObject({ bottom: 90, right: 40 });
    await chat.launcher().click();
    await expect.poll(() => edges(chat.panel())).toMatchObject({ bottom: 90, right: 20 });
  });

  test('the corner respects the safe area insets', async ({ page, visit }) => {
    const chat = await visit();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { top: 30, bottom: 34, left: 44, right: 48 },
    });
    await expect.poll(() => edges(chat.launcher())).toMatchObject({ bottom: 34, right: 48 });
    await chat.launcher().click();
    await expect.poll(() => edges(chat.panel())).toMatchObject({ bottom: 106, right: 48 });
    await page.setViewportSize({ width: 400, height: 700 });
    await expect.poll(() => edges(chat.panel())).toEqual(FULL);
    expect(
      await chat.panel().evaluate((element) => {
        const { paddingTop, paddingRight, paddingBottom, paddingLeft } = getComputedStyle(element);
        return [paddingTop, paddingRight, paddingBottom, paddingLeft];
      }),
    ).toEqual(['30px', '48px', '34px', '44px']);
  });
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('a phone shows the chat full screen, above the on-screen keyboard', async ({ page, visit }) => {
    const chat = await visit({ body: '<p style="height:3000px">Long</p>' });
    await chat.launcher().tap();
    await expect(chat.suggestions().first()).toBeVisible();
    await expect.poll(() => edges(chat.panel())).toEqual(FULL);
    await expect(chat.panel()).toHaveAttribute('aria-modal', 'true');

    /** Changes the visual viewport as iOS does: the layout viewport keeps its height. */
    const setViewport = (height: number, offsetTop: number) =>
      page.evaluate(
        ([height, offsetTop]) => {
          Object.defineProperties(visualViewport, {
            height: { value: height, configurable: true },
            offsetTop: { value: offsetTop, configurable: true },
          });
          visualViewport?.dispatchEvent(new Event('resize'));
        },
        [height, offsetTop],
      );
    await setViewport(460, 60);
    await expect.poll(() => edges(chat.panel())).toEqual({ ...FULL, top: 60, bottom: 844 - 520 });
    await expect.poll(async () => (await edges(chat.composer())).bottom).toBeGreaterThan(844 - 520);
    await expect.poll(async () => (await edges(chat.suggestions().last())).bottom).toBeGreaterThan(844 - 520);
    await setViewport(844, 0);
    await expect.poll(() => edges(chat.panel())).toEqual(FULL);
  });

  test('a chat that is opened again on a phone ends at the edge of the screen', { tag: '@ci' }, async ({
    page,
    visit,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const chat = await visit();
    await chat.launcher().tap();
    await expect(chat.suggestions().first()).toBeVisible();
    await page.getByRole('button', { name: 'Close chat' }).tap();
    await expect(chat.panel()).toBeHidden();
    await chat.launcher().tap();
    await expect(chat.panel()).toHaveAttribute('style', /--_height/);
    await animationsFinished(page);
    expect(await edges(chat.panel())).toEqual(FULL);
  });
});

test.describe('an option of the page', () => {
  test('a container shows the chat open and of the same size, without a launcher', async ({
    page,
    visit,
  }) => {
    const chat = await visit({
      attributes: 'data-container="#chat"',
      body: '<h1>Help</h1><div id="chat" style="width:420px;height:500px;margin:30px"></div><p id="after">After</p>',
    });
    await expect(chat.suggestions().first()).toBeVisible();
    const box = await page.locator('#chat').boundingBox();
    expect([await chat.panel().boundingBox(), box?.height]).toEqual([box, 500]);
    await expect(chat.launcher()).toBeHidden();
    await expect(page.getByRole('button', { name: 'Close chat' })).toHaveCount(0);
    await expect(page.locator('body')).toBeFocused();
  });

  test('a container keeps the chat in place while it asks if it should end', async ({ page, visit }) => {
    const chat = await visit({
      attributes: 'data-container="#chat"',
      body: '<div id="chat" style="width:420px;height:500px;margin:30px"></div>',
    });
    await expect(chat.suggestions().first()).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'End chat' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    const box = await page.locator('#chat').boundingBox();
    expect(await chat.panel().boundingBox()).toEqual(box);
    expect(await page.locator('.scrim').boundingBox()).toEqual(box);
  });

  test('an option opens the chat full screen', async ({ visit }) => {
    const chat = await visit({ attributes: 'data-render-mode="fullscreen" data-auto-open="true"' });
    await expect(chat.panel()).toBeVisible();
    await expect.poll(() => edges(chat.panel())).toEqual(FULL);
  });

  for (const [platform, isFull] of [
    ['web', false],
    ['android', false],
    ['ios', true],
  ] as const) {
    const tag = platform === 'android' ? '@full' : [];
    const title = `sends the platform ${platform} to the relay, and sets the shape of the panel`;
    test(title, { tag }, async ({ page, visit }) => {
      const created = page.waitForRequest(
        (request) => request.url().endsWith('/chat/sessions') && request.method() === 'POST',
      );
      const chat = await visit({ attributes: `data-platform="${platform}"` });
      await chat.launcher().click();
      expect((await created).postDataJSON()).toMatchObject({ platform });
      await expect.poll(async () => (await edges(chat.panel())).top === 0).toBe(isFull);
      await expect(page.getByRole('button', { name: 'Close chat' })).toHaveCount(isFull ? 0 : 1);
    });
  }

  for (const [colorScheme, background] of [
    ['auto', 'rgb(35, 40, 48)'],
    ['dark', 'rgb(35, 40, 48)'],
    ['light', 'rgb(255, 255, 255)'],
  ] as const) {
    test(`an option sets the colour scheme of the prompt: ${colorScheme}`, async ({ page, visit }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await visit({ attributes: `data-color-scheme="${colorScheme}"` });
      await page.evaluate("Foyer.prompt({ text: 'Need a hand?' })");
      const prompt = page.locator('foyer-chat .prompt');
      await expect(prompt).toHaveCSS('background-color', background);
    });
  }

  test('an option removes the launcher or the header', async ({ page, visit }) => {
    const chat = await visit({ attributes: 'data-show-icon="false" data-show-header="false"' });
    await expect(chat.launcher()).toBeHidden();
    await page.evaluate('Foyer.open()');
    await expect(chat.composer()).toBeFocused();
    await expect(chat.host().locator('[part="header"]')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(chat.panel()).toBeHidden();
    await expect(chat.launcher()).toBeHidden();
  });

  test('an option opens the chat without moving the focus', async ({ page, visit }) => {
    const chat = await visit({ attributes: 'data-auto-open="true"', body: '<input autofocus>' });
    await expect(chat.suggestions().first()).toBeVisible();
    await expect(page.locator('input')).toBeFocused();
  });
});
