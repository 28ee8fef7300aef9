import type { Locator } from 'playwright/test';
import { BRANDING } from '../dev/gallery/branding.ts';
import { english } from '../src/widget/locales/strings.ts';
import { runningAnimations } from './animations.ts';
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

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('show the focus', async ({ chat, page }) => {
    await page.goto(chat.shop);
    await chat.launcher().focus();
    const ring = (locator: Locator) =>
      locator.evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
      });
    await expect.poll(() => ring(chat.launcher())).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: english.consent }).press('Enter');
    await chat.composer().focus();
    await expect.poll(() => ring(page.locator('foyer-chat .field'))).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => ring(page.locator('foyer-chat :focus'))).toBe(true);
  });
});

test.describe('reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('leaves no animation, which a call of `animate` does not change', async ({ chat, page }) => {
    await page.goto(chat.shop);
    await expect(chat.launcher()).toBeVisible();
    await page.evaluate("Foyer.animate('bounce', 5000)");
    expect(await runningAnimations(page)).toEqual([]);
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
    await expect.poll(() => runningAnimations(page)).toContain('Animation');
    await page.evaluate('Foyer.open()');
    await expect.poll(() => runningAnimations(page)).toContain('foyer-rise');
  });
});

/** States that have a card in place of the composer. */
const HAS_ENDED = /^(ended|feedback)/;

/** A desktop of 1280 by 1024 pixels at a zoom of 400 %. */
const MAGNIFIED = { width: 320, height: 256 };

test.describe('a zoom of 400 %', () => {
  test.use({ viewport: MAGNIFIED });

  test('keeps the whole chat reachable by scrolling in one direction', async ({ chat, demo, page }) => {
    /** Whether an element is visible after it was scrolled into view. */
    const isReachable = async (locator: Locator) => {
      await locator.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
      const box = await locator.boundingBox();
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
            .flatMap((element) => [
              document.documentElement,
              ...(element.shadowRoot?.querySelectorAll('.panel, .transcript') ?? []),
            ])
            .filter((element) => element.scrollWidth > element.clientWidth)
            .map((element) => element.className),
        ),
        small: await smallTargets(page),
        reachable: [
          isTalking && !HAS_ENDED.test(state) ? await isReachable(chat.composer()) : true,
          isTalking && state !== 'unreachable'
            ? await isReachable(page.locator('foyer-chat [data-message-id]').last())
            : true,
          state === 'consent'
            ? await isReachable(page.getByRole('heading', { name: english.consentTitle }))
            : true,
          state === 'menu' ? await isReachable(page.getByRole('menuitemcheckbox')) : true,
        ],
      };
    });
    const fine = { sideways: [], small: [], reachable: [true, true, true, true] };
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((state) => [state, fine])));
  });
});
