import type { Locator, Page } from 'playwright/test';
import { extraEnglish } from '../src/widget/extra-strings.ts';
import { english } from '../src/widget/strings.ts';
import { expect, test } from './fixtures.ts';
import { smallTargets } from './targets.ts';
import { BRANDING, walk } from './walk.ts';

test.use({
  demoOptions: {
    emulator: { pace: { wordMs: 5, thinkingMs: 20 } },
    logLevel: 'silent',
    branding: BRANDING,
  },
});
test.setTimeout(120_000);

/** The line around a thing, by its border or else its outline: how wide, and whether it is of the text's colours. */
const edge = (it: Locator) =>
  it.first().evaluate((element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor, outlineWidth, outlineStyle, outlineColor } =
      getComputedStyle(element);
    const { backgroundColor } = getComputedStyle(element);
    const [width, style, colour] =
      borderTopStyle === 'none'
        ? [outlineWidth, outlineStyle, outlineColor]
        : [borderTopWidth, borderTopStyle, borderTopColor];
    return style === 'solid' && Number.parseFloat(width) >= 1 && colour !== backgroundColor;
  });

test.describe('colours that the visitor has forced', () => {
  test.use({ forcedColors: 'active' });

  test('leave an edge around all that has only a background otherwise', async ({ chat, demo, page }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const THINGS: Record<string, Record<string, Locator>> = {
      closed: { launcher: chat.launcher() },
      prompt: {
        prompt: page.getByRole('status').filter({ hasText: 'Need a hand?' }),
        answer: button('Yes, please'),
      },
      consent: { panel: chat.panel(), consent: button(extraEnglish.consent) },
      'greeting, suggestions, disclaimer, policies': {
        agent: chat.messages('agent').locator('.bubble'),
        suggestion: chat.suggestions(),
        field: page.locator('foyer-chat .field'),
        send: button(english.send),
      },
      'formatted text': { user: chat.messages('user').locator('.bubble'), copy: button(extraEnglish.copy) },
      card: { card: page.locator('foyer-chat .card') },
      menu: { menu: page.getByRole('menu') },
      reconnecting: { again: button(english.tryAgain) },
      ended: { restart: button(english.restart) },
    };
    const found: Record<string, Record<string, boolean>> = {};
    await walk(chat, demo, 'en', async (state) => {
      for (const [name, it] of Object.entries(THINGS[state] ?? {}))
        found[state] = { ...found[state], [name]: await edge(it) };
    });
    const seen = (things: Record<string, Locator>) =>
      Object.fromEntries(Object.keys(things).map((name) => [name, true]));
    expect(found).toEqual(Object.fromEntries(Object.entries(THINGS).map(([state, it]) => [state, seen(it)])));
  });

  test('show where the focus is', async ({ chat, page }) => {
    await page.goto(chat.shop);
    await chat.launcher().focus();
    const ring = (it: Locator) =>
      it.evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
      });
    await expect.poll(() => ring(chat.launcher())).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: extraEnglish.consent }).press('Enter');
    await chat.composer().focus();
    await expect.poll(() => ring(page.locator('foyer-chat .field'))).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => ring(page.locator('foyer-chat :focus'))).toBe(true);
  });
});

/** A desktop of 1280 by 1024 at 400 %. */
const MAGNIFIED = { width: 320, height: 256 };

test.describe('a window magnified to 400 %', () => {
  test.use({ viewport: MAGNIFIED });

  test('has all of the chat within reach, by scrolling in one direction', async ({ chat, demo, page }) => {
    /** Whether what has been brought into sight can be seen to be there. */
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
    await walk(chat, demo, 'en', async (state) => {
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
            ? await isReachable(page.getByRole('heading', { name: extraEnglish.consentTitle }))
            : true,
          state === 'menu' ? await isReachable(page.getByRole('menuitemcheckbox')) : true,
        ],
      };
    });
    const fine = { sideways: [], small: [], reachable: [true, true, true, true] };
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((state) => [state, fine])));
  });
});

/** What moves or fades for longer than an instant, by name. The banner's lets it wait, and moves nothing. */
const movements = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('foyer-chat')]
      .flatMap((it) => it.shadowRoot?.getAnimations() ?? [])
      .filter((it) => Number(it.effect?.getComputedTiming().duration) > 10)
      .map((it) => (it instanceof CSSAnimation ? it.animationName : it.constructor.name))
      .filter((name) => name !== 'foyer-appear'),
  );

for (const [reducedMotion, isStill] of [
  ['reduce', true],
  ['no-preference', false],
] as const) {
  test.describe(`a visitor who says about motion: ${reducedMotion}`, () => {
    test.use({ reducedMotion });

    test(
      isStill ? 'sees none, in any state' : 'sees some, which shows that it would be found',
      async ({ chat, demo, page }) => {
        const found: string[] = [];
        await walk(chat, demo, 'en', async () => {
          found.push(...(await movements(page)));
          await page.mouse.move(1100 + (found.length % 2), 500);
        });
        await page.evaluate("Foyer.close(), Foyer.animate('bounce', 5000)");
        found.push(...(await movements(page)));
        if (isStill) expect(found).toEqual([]);
        else expect(found).toContain('foyer-rise');
      },
    );
  });
}
