import type { Locator, Page } from 'playwright/test';
import { BRANDING } from '../dev/gallery/branding.ts';
import { deferredEnglish } from '../src/widget/locales/deferred-strings.ts';
import { visitEveryState } from './every-state.ts';
import { expect, FAST, test } from './fixtures.ts';
import { smallTargets } from './target-size.ts';

test.use({
  demoOptions: {
    emulator: { pace: FAST },
    logLevel: 'silent',
    branding: BRANDING,
  },
});

/** Names of running animations. Ignores the animation that delays the banner. */
const animations = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('foyer-chat')]
      .flatMap((it) => it.shadowRoot?.getAnimations() ?? [])
      .filter((it) => Number(it.effect?.getComputedTiming().duration) > 10)
      .map((it) => (it instanceof CSSAnimation ? it.animationName : it.constructor.name))
      .filter((name) => name !== 'foyer-appear'),
  );

test.describe('forced colours and reduced motion', () => {
  test.use({ forcedColors: 'active', reducedMotion: 'reduce' });

  test('leave no animation', async ({ chat, page }) => {
    await page.goto(chat.shop);
    await expect(chat.launcher()).toBeVisible();
    const moving = await animations(page);
    await chat.launcher().click();
    moving.push(...(await animations(page)));
    await page.getByRole('button', { name: deferredEnglish.consent }).click();
    await chat.send('quiet');
    await expect(page.locator('foyer-chat .typing-dots')).toBeVisible();
    moving.push(...(await animations(page)));
    await page.evaluate("Foyer.close(), Foyer.animate('bounce', 5000)");
    moving.push(...(await animations(page)));
    expect(moving).toEqual([]);
  });

  test('show the focus', async ({ chat, page }) => {
    await page.goto(chat.shop);
    await chat.launcher().focus();
    const ring = (it: Locator) =>
      it.evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
      });
    await expect.poll(() => ring(chat.launcher())).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: deferredEnglish.consent }).press('Enter');
    await chat.composer().focus();
    await expect.poll(() => ring(page.locator('foyer-chat .field'))).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => ring(page.locator('foyer-chat :focus'))).toBe(true);
  });
});

test.describe('no preference', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('animates launcher and panel, which proves the check', async ({ chat, page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
    await page.goto(chat.shop);
    await expect(chat.launcher()).toBeVisible();
    await page.evaluate("Foyer.animate('bounce')");
    await expect.poll(() => animations(page)).toContain('Animation');
    await page.evaluate('Foyer.open()');
    await expect.poll(() => animations(page)).toContain('foyer-rise');
  });
});

/** A desktop of 1280 by 1024 pixels at a zoom of 400 %. */
const MAGNIFIED = { width: 320, height: 256 };

test.describe('a zoom of 400 %', () => {
  test.use({ viewport: MAGNIFIED });

  test('keeps the whole chat reachable by scrolling in one direction', async ({ chat, demo, page }) => {
    /** Whether an element is visible after it was scrolled into view. */
    const isReachable = async (it: Locator) => {
      await it.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
      const box = await it.boundingBox();
      return (
        box !== null &&
        box.x >= 0 &&
        box.x + box.width <= MAGNIFIED.width &&
        Math.min(box.y + box.height, MAGNIFIED.height) - Math.max(box.y, 0) >= 24
      );
    };
    const found: Record<string, unknown> = {};
    await visitEveryState(chat, demo, 'en', async (state) => {
      const isOpen = (await chat.panel().count()) > 0;
      const isTalking = isOpen && state !== 'consent';
      found[state] = {
        sideways: await page.evaluate(() =>
          [...document.querySelectorAll('foyer-chat')]
            .flatMap((it) => [
              document.documentElement,
              ...(it.shadowRoot?.querySelectorAll('.panel, .transcript') ?? []),
            ])
            .filter((it) => it.scrollWidth > it.clientWidth)
            .map((it) => it.className),
        ),
        small: await smallTargets(page),
        reachable: [
          isTalking ? await isReachable(chat.composer()) : true,
          isTalking && state !== 'unreachable'
            ? await isReachable(page.locator('foyer-chat [data-message-id]').last())
            : true,
          state === 'consent'
            ? await isReachable(page.getByRole('heading', { name: deferredEnglish.consentTitle }))
            : true,
          state === 'menu' ? await isReachable(page.getByRole('menuitemcheckbox')) : true,
        ],
      };
    });
    const fine = { sideways: [], small: [], reachable: [true, true, true, true] };
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((state) => [state, fine])));
  });
});
