import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { test } from './demo-fixture.ts';
import { DEVICES, stateUrl } from './gallery/looks.ts';

/** Takes pictures of every state of the gallery for people to look at, in `shots/`: each device, light and dark, both directions. */

const folder = fileURLToPath(new URL('../shots/', import.meta.url));

for (const [device, { width, height }] of Object.entries(DEVICES)) {
  for (const scheme of ['light', 'dark'] as const) {
    for (const lang of ['en', 'ar']) {
      const look = `${device}-${scheme}-${lang}`;

      test.describe(look, () => {
        test.use({
          viewport: { width, height },
          colorScheme: scheme,
          reducedMotion: 'reduce',
          hasTouch: device !== 'desktop',
          isMobile: device !== 'desktop',
        });

        test('every state', async ({ page, gallery }) => {
          await page.goto(`${gallery}/gallery/`);
          const states = await page.getByLabel('state').locator('option').allTextContents();
          for (const [index, state] of states.slice(1).entries()) {
            await page.goto(gallery + stateUrl({ state, scheme, lang }));
            await page.locator('html[data-ready], html[data-failed]').waitFor();
            expect(await page.locator('html').getAttribute('data-failed'), state).toBeNull();
            await page.evaluate(() => document.fonts.ready);
            const number = String(index + 1).padStart(2, '0');
            await page.screenshot({
              path: `${folder}${look}-${number}-${state.replace(/\W+/g, '-')}.png`,
              animations: 'disabled',
            });
          }
        });
      });
    }
  }
}
