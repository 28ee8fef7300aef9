import { BRANDING } from '../dev/gallery/branding.ts';
import { english } from '../src/widget/locales/strings.ts';
import arabic from '../src/widget/locales/translations/ar.ts';
import { runningAnimations } from './animations.ts';
import { COLOUR_RULES, violations } from './axe.ts';
import { missingEdges } from './edges.ts';
import { visitEveryState } from './every-state.ts';
import { expect, FAST, test } from './fixtures.ts';
import { smallTargets } from './target-size.ts';

/**
 * Accessibility of every state, light, dark and with forced colours, in both directions: axe-core (WCAG 2.2 AA, best
 * practices), target sizes, edges, and no animation under reduced motion.
 */

const DIRECTIONS = [
  { name: 'left to right', lang: 'en', texts: english },
  { name: 'right to left', lang: 'ar', texts: arabic },
] as const;

for (const { name, lang, texts } of DIRECTIONS) {
  test.describe(name, () => {
    test.use({
      contextOptions: { reducedMotion: 'reduce' },
      texts,
      demoOptions: {
        emulator: { pace: FAST },
        logLevel: 'silent',
        branding: BRANDING,
      },
    });

    const tag = lang === 'ar' ? '@full' : [];
    test('has no axe-core violation, no small target, no animation and no missing edge in any state', {
      tag,
    }, async ({ chat, page, demo }) => {
      const found: Record<string, string[]> = {};
      const check = async (state: string) => {
        // Before axe, which takes longer than an animation.
        const moving = await runningAnimations(page);
        found[state] = [...moving, ...(await violations(page, 'foyer-chat')), ...(await smallTargets(page))];
        await page.emulateMedia({ colorScheme: 'dark' });
        found[`${state}, dark`] = await violations(page, 'foyer-chat', COLOUR_RULES);
        await page.emulateMedia({ colorScheme: 'light' });
        found[`${state}, forced colours`] = await missingEdges(chat, state);
      };
      await visitEveryState(chat, demo, lang, check);
      const clean = Object.fromEntries(Object.keys(found).map((state) => [state, []]));
      expect(Object.keys(found).length).toBeGreaterThanOrEqual(45);
      expect(found).toEqual(clean);
    });
  });
}
