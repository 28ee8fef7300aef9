import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright/test';
import { extraEnglish } from '../src/widget/extra-strings.ts';
import arabic from '../src/widget/locales/ar.ts';
import { english } from '../src/widget/strings.ts';
import { expect, test } from './fixtures.ts';
import { smallTargets } from './targets.ts';
import { BRANDING, walk } from './walk.ts';

/**
 * axe-core finds nothing in any state, light and dark, in both directions (WCAG 2.2 AA and its best practices), and nothing is
 * too small to be pressed.
 */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page: Page): Promise<string[]> {
  // What still moves or fades has other colours than it will have.
  await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('foyer-chat')]
        .flatMap((it) => it.shadowRoot?.getAnimations() ?? [])
        .filter((it) => it.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((it) => it.finished.catch(() => {})),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const results = await page.evaluate(
    () =>
      (window as unknown as { axe: { run(context: object): Promise<AxeResults> } }).axe.run({
        include: [['foyer-chat']],
      }) as Promise<AxeResults>,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

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
        found[state] = [...(await violations(page)), ...(await smallTargets(page))];
      };
      await walk(chat, demo, lang, check);
      const clean = Object.fromEntries(Object.keys(found).map((state) => [state, []]));
      expect(Object.keys(found).length).toBeGreaterThanOrEqual(15);
      expect(found).toEqual(clean);
    });
  });
}
