import { chromium } from 'playwright';
import { BROWSER_ARGUMENTS } from '../../../browsers/browser.ts';
import { findUnknown, okWith, runOnce, runScenario } from '../run.ts';
import { type Scenario, Unsupported, type Verdict } from '../scenario.ts';
import { measuredIn } from '../then/timing.ts';
import { buildInPage, readBuiltWidget } from './build.ts';
import { BROWSER, type BrowserResources, createRealBrowser } from './real-browser.ts';

/** Runs scenarios against the built widget in a real browser. */

export interface BrowserRun {
  /** Runs a scenario. `where` is `headless` when a page could not show what it checks. */
  run(scenario: Scenario): Promise<{ readonly verdict: Verdict; readonly where: 'browser' | 'headless' }>;
  dispose(): Promise<void>;
}

/** Abilities for which scenarios run headless, because they concern the client's memory or the relay. */
const HEADLESS_ABILITIES: readonly string[] = ['upstream', 'memory', 'fleet'];

/** Playwright's default argument that switches the back-forward cache off. */
const DISABLE_PAGE_CACHE = '--disable-back-forward-cache';

export async function startBrowserRun(executablePath: string | undefined): Promise<BrowserRun> {
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: BROWSER_ARGUMENTS,
    ignoreDefaultArgs: [DISABLE_PAGE_CACHE],
  });
  const resources: BrowserResources = { browser, widget: readBuiltWidget(), inPage: await buildInPage() };
  return {
    dispose: () => browser.close(),
    async run(scenario) {
      const unknown = findUnknown(scenario, BROWSER);
      if (unknown?.needs && HEADLESS_ABILITIES.includes(unknown.needs))
        return { verdict: await runScenario(scenario), where: 'headless' };
      return {
        verdict: unknown
          ? { is: 'unsupported', step: unknown.what }
          : await runInBrowser(resources, scenario),
        where: 'browser',
      };
    },
  };
}

/** Attempts of scenarios that measure the page, because the machine may be busy. */
const ATTEMPTS_OF_MEASURED = 3;

async function runInBrowser(resources: BrowserResources, scenario: Scenario): Promise<Verdict> {
  const attempts = measuredIn(scenario.then).length > 0 ? ATTEMPTS_OF_MEASURED : 1;
  let verdict = await runOnceInBrowser(resources, scenario);
  for (let nth = 1; nth < attempts && verdict.is === 'FAIL'; nth += 1)
    verdict = await runOnceInBrowser(resources, scenario);
  return verdict;
}

async function runOnceInBrowser(resources: BrowserResources, scenario: Scenario): Promise<Verdict> {
  try {
    const { failures, unused } = await runOnce(scenario, 1, await createRealBrowser(resources));
    return failures.length > 0 ? { is: 'FAIL', failures } : okWith(unused);
  } catch (error) {
    if (error instanceof Unsupported) return { is: 'unsupported', step: error.message };
    throw error;
  }
}
