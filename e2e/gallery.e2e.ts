import { stateUrl } from '../dev/gallery/looks.ts';
import { expect, test } from './gallery-server.ts';

/** The gallery of `npm run dev`, which `npm run shots` photographs. */

test('the gallery reaches every state of the widget', { tag: '@full' }, async ({ dev, page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${dev.url}/gallery/`);
  const states = (await page.getByLabel('state').locator('option').allTextContents()).slice(1);
  expect(states.length).toBeGreaterThan(20);
  for (const state of states) {
    await page.goto(dev.url + stateUrl({ state, scheme: 'light', lang: 'en' }));
    await page.locator('html[data-ready], html[data-failed]').waitFor();
  }
  expect(errors).toEqual([]);
});
