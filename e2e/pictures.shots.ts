import { fileURLToPath } from 'node:url';
import { extraEnglish } from '../src/widget/extra-strings.ts';
import arabic from '../src/widget/locales/ar.ts';
import { english } from '../src/widget/strings.ts';
import { test } from './fixtures.ts';
import { BRANDING, walk } from './walk.ts';

/** Pictures of every state for people to look at, in `shots/`: desktop, phone, dark, right to left. */

const folder = fileURLToPath(new URL('../shots/', import.meta.url));

const LOOKS = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'light', lang: 'en' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark', lang: 'en' },
  {
    name: 'phone',
    viewport: { width: 390, height: 844 },
    colorScheme: 'light',
    lang: 'en',
    isMobile: true,
    hasTouch: true,
  },
  {
    name: 'phone-dark',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    lang: 'en',
    isMobile: true,
    hasTouch: true,
  },
  { name: 'rtl', viewport: { width: 1280, height: 800 }, colorScheme: 'light', lang: 'ar' },
] as const;

for (const { name, lang, ...device } of LOOKS) {
  test.describe(name, () => {
    test.use({
      ...device,
      words: lang === 'ar' ? arabic : { ...english, ...extraEnglish },
      demoOptions: {
        emulator: { pace: { wordMs: 5, thinkingMs: 20 } },
        logLevel: 'silent',
        branding: BRANDING,
      },
    });

    test('states', async ({ chat, page, demo }) => {
      test.setTimeout(180_000);
      let count = 0;
      await walk(chat, demo, lang, async (state) => {
        count += 1;
        await page.evaluate(() => document.fonts.ready);
        await page.waitForTimeout(400);
        const number = String(count).padStart(2, '0');
        await page.screenshot({ path: `${folder}${name}-${number}-${state.replace(/\W+/g, '-')}.png` });
      });
    });
  });
}
