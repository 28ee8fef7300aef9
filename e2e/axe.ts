import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright/test';
import { animationsFinished } from './animations.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules whose result depends on the colour scheme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Violations that axe-core finds below `root`, with their elements: of all rules, or only of those named. */
export async function violations(page: Page, root: string, rules?: readonly string[]): Promise<string[]> {
  // Waits for animations: a fading element does not have its final colours.
  await animationsFinished(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const results = await page.evaluate(
    ([root, rules]) =>
      (window as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } }).axe.run(
        { include: [[root]] },
        // Elements without a violation are not described, which would take longer than finding them.
        { resultTypes: ['violations'], ...(rules && { runOnly: rules }) },
      ),
    [root, rules] as const,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}
