import { extraEnglish } from '../src/widget/extra-strings.ts';
import arabic from '../src/widget/locales/ar.ts';
import { english } from '../src/widget/strings.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { smallTargets } from './targets.ts';
import { BRANDING, walk } from './walk.ts';

/**
 * axe-core finds nothing in any state, light and dark, in both directions (WCAG 2.2 AA and its best practices), and nothing is
 * too small to be pressed.
 */

const LOOKS = [
  { name: 'light, left to right', colorScheme: 'light', lang: 'en', words: { ...english, ...extraEnglish } },
  { name: 'dark, left to right', colorScheme: 'dark', lang: 'en', words: { ...english, ...extraEnglish } },
  { name: 'light, right to left', colorScheme: 'light', lang: 'ar', words: arabic },
  { name: 'dark, right to left', colorScheme: 'dark', lang: 'ar', words: arabic },
] as const;

for (const { name, lang, words, colorScheme } of LOOKS) {
  test.describe(name, () => {
    test.use({
      colorScheme,
      words,
      demoOptions: {
        emulator: { pace: { wordMs: 5, thinkingMs: 20 } },
        logLevel: 'silent',
        branding: BRANDING,
      },
    });

    test('has no barrier that axe-core can find, and no small target, in any state', async ({
      chat,
      page,
      demo,
      browserName: _,
    }) => {
      test.setTimeout(180_000);
      const found: Record<string, string[]> = {};
      const check = async (state: string) => {
        found[state] = [...(await violations(page, 'foyer-chat')), ...(await smallTargets(page))];
      };
      await walk(chat, demo, lang, check);
      const clean = Object.fromEntries(Object.keys(found).map((state) => [state, []]));
      expect(Object.keys(found).length).toBeGreaterThanOrEqual(15);
      expect(found).toEqual(clean);
    });
  });
}
