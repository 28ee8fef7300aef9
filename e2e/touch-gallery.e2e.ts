import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { IS_FULL } from '../test/support/sizes.ts';
import { test } from './demo-fixture.ts';
import { stateUrl } from './gallery/looks.ts';
import { smallTargets } from './target-size.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
test.describe.configure({ mode: 'parallel' });

/** Fields into which a phone zooms, because their font is smaller than 16 px. */
const smallFields = (page: Page): Promise<string[]> =>
  page
    .locator('foyer-chat :is(textarea, input:not([type="radio"]))')
    .evaluateAll((fields) =>
      fields
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => (field as HTMLInputElement).placeholder),
    );

/** Tests over which the states are spread. Only the full size plays them all. */
const PARTS = 4;
const PLAYED = IS_FULL ? PARTS : PARTS / 2;

for (let part = 0; part < PLAYED; part++)
  test(`all that a finger presses is 44 px wide and high, and no field zooms (${part + 1} of ${PARTS})`, {
    tag: '@ci',
  }, async ({ gallery, page }) => {
    // The list of all states, without the frames that show them.
    await page.goto(`${gallery}/gallery/?state=none`);
    const states = (await page.getByLabel('state').locator('option').allTextContents()).slice(1);
    expect(states.length).toBeGreaterThan(50);
    const small: Record<string, string[]> = {};
    for (const state of states.filter((_, at) => at % PARTS === part)) {
      await page.goto(gallery + stateUrl({ state, scheme: 'light', lang: 'en' }), { waitUntil: 'commit' });
      await page.locator('html[data-ready], html[data-failed]').waitFor();
      const found = [...(await smallTargets(page, 44)), ...(await smallFields(page))];
      if (found.length > 0) small[state] = found;
    }
    expect(small).toEqual({});
  });
