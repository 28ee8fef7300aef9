import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { test } from './demo-fixture.ts';
import { stateUrl } from './gallery/looks.ts';
import { ENGLISH, STRING_NAMES, stringNames } from './gallery/string-names.ts';

/** The gallery of `npm run dev`, which `npm run test:e2e -- --project shots` photographs. */

/** Texts and labels of the widget, also those that only assistive technology gets and those that appear a moment later. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('foyer-chat')?.shadowRoot;
    return [...(root?.querySelectorAll(':not([hidden], [hidden] *)') ?? [])]
      .flatMap((element) => [
        ...[...element.childNodes].map((node) => (node instanceof Text ? node.data : '')),
        ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
      ])
      .join('\n');
  });

test('the gallery reaches every state of the widget and shows every string', {
  tag: '@full',
}, async ({ gallery, page }) => {
  const failed: string[] = [];
  page.on('pageerror', (error) => failed.push(error.message));
  await page.goto(`${gallery}/gallery/`);
  const states = (await page.getByLabel('state').locator('option').allTextContents()).slice(1);
  expect(states.length).toBeGreaterThan(50);
  const shown = new Set<string>();
  for (const state of states) {
    await page.goto(gallery + stateUrl({ state, scheme: 'light', lang: STRING_NAMES }), {
      waitUntil: 'commit',
    });
    await page.locator('html[data-ready], html[data-failed]').waitFor();
    for (const name of stringNames(await textsOf(page))) shown.add(name);
  }
  const missing = Object.keys(ENGLISH).filter((name) => !shown.has(name));
  expect({ failed, missing }).toEqual({ failed: [], missing: [] });
});
