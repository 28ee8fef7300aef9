import arabic from '../src/widget/locales/translations/ar.ts';
import { runningAnimations } from './animations.ts';
import { COLOUR_RULES, violations } from './axe.ts';
import { missingEdges } from './edges.ts';
import { type ChatPage, expect, FAST, test } from './fixtures.ts';
import { BRANDING } from './gallery/branding.ts';
import { expectReachable } from './magnified.ts';
import { STATES, visitState } from './states.ts';
import { smallTargets } from './target-size.ts';
import { PSEUDO_LOCALE, untranslated } from './untranslated.ts';

/**
 * Accessibility of every state, light, dark and with forced colours: axe-core (WCAG 2.2 AA, best practices), target sizes, edges,
 * and no animation under reduced motion.
 */
async function expectAccessible(chat: ChatPage, state: string): Promise<void> {
  const { page } = chat;
  // Before axe, which takes longer than an animation.
  const moving = await runningAnimations(page);
  const light = [...(await violations(page, 'foyer-chat')), ...(await smallTargets(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, 'foyer-chat', COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
  const forced = await missingEdges(chat, state);
  expect({ moving, light, dark, forced }).toEqual({ moving: [], light: [], dark: [], forced: [] });
}

// There are many, which all workers may share: their demo starts fast.
test.describe.configure({ mode: 'parallel' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('with longer texts', () => {
  test.use({
    texts: PSEUDO_LOCALE,
    demoOptions: {
      emulator: { pace: FAST },
      logLevel: 'silent',
      branding: { ...BRANDING, strings: { en: PSEUDO_LOCALE } },
    },
  });

  for (const state of STATES)
    test(`longer texts stay accessible, translated and reachable at a zoom of 400 %: ${state}`, async ({
      chat,
      demo,
      page,
    }) => {
      await visitState(state, { chat, demo }, 'en', async () => {
        await expectAccessible(chat, state);
        await page.setViewportSize({ width: 360, height: 740 });
        // The configuration, which has the strings, loads with the panel.
        if (state !== 'closed') expect(await untranslated(page)).toEqual([]);
        await expectReachable(chat, state);
      });
    });
});

test.describe('right to left', () => {
  test.use({
    texts: arabic,
    demoOptions: { emulator: { pace: FAST }, logLevel: 'silent', branding: BRANDING },
  });

  for (const state of STATES)
    test(`the chat from right to left is accessible: ${state}`, { tag: '@full' }, async ({ chat, demo }) => {
      await visitState(state, { chat, demo }, 'ar', () => expectAccessible(chat, state));
    });
});
