import type { Locator } from 'playwright/test';
import { english } from '../src/widget/locales/translations/strings.ts';
import { runningAnimations } from './animations.ts';
import { ChatPage, expect, FAST, test } from './fixtures.ts';
import { BRANDING } from './gallery/branding.ts';

test.use({
  demoOptions: {
    emulator: { pace: FAST },
    logLevel: 'silent',
    branding: BRANDING,
  },
});

test('the focus is visible in forced colours', { tag: '@ci' }, async ({ browser, demo }) => {
  const page = await browser.newPage({ forcedColors: 'active' });
  const chat = new ChatPage(page, demo);
  await page.goto(chat.shop);
  const ring = (locator: Locator) =>
    locator.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const isWide = Number.parseFloat(outlineWidth) >= 2;
      return { isFocused: element.matches(':focus-visible'), outlineStyle, isWide };
    });
  const RING = { isFocused: true, outlineStyle: 'solid', isWide: true };
  await chat.launcher().focus();
  // The focus loads the panel, whose style sheet must leave the launcher its ring.
  const sheets = () => chat.host().evaluate(({ shadowRoot }) => shadowRoot?.adoptedStyleSheets.length);
  await expect.poll(sheets).toBeGreaterThan(1);
  expect(await ring(chat.launcher())).toEqual(RING);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: english.consent }).press('Enter');
  await chat.composer().focus();
  await expect
    .poll(() => ring(page.locator('foyer-chat .field')))
    .toMatchObject({ outlineStyle: 'solid', isWide: true });
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => ring(page.locator('foyer-chat :focus'))).toEqual(RING);
  await page.close();
});

test.describe('reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('reduced motion leaves no animation, even when the page calls `animate`', { tag: '@ci' }, async ({
    chat,
    page,
  }) => {
    await page.goto(chat.shop);
    await expect(chat.launcher()).toBeVisible();
    await page.evaluate("Foyer.animate('bounce', 5000)");
    expect(await runningAnimations(page)).toEqual([]);
  });
});

test.describe('no preference', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('launcher and panel are animated without a preference', { tag: '@ci' }, async ({ chat, page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
    await page.goto(chat.shop);
    await expect(chat.launcher()).toBeVisible();
    await page.evaluate("Foyer.animate('bounce')");
    await expect.poll(() => runningAnimations(page)).toContain('Animation');
    await page.evaluate('Foyer.open()');
    await expect.poll(() => runningAnimations(page)).toContain('foyer-rise');
  });
});
