import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with the parts of a page under `root`, each with where it is. */
export async function violations(page: Page, root: string): Promise<string[]> {
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
    (it) =>
      (window as unknown as { axe: { run(context: object): Promise<AxeResults> } }).axe.run({
        include: [[it]],
      }) as Promise<AxeResults>,
    root,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}
