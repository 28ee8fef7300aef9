import { chromium } from 'playwright';
import { play } from '../play.ts';
import { runOnce, runScenario, unknownIn } from '../run.ts';
import { type Scenario, Unsupported, type Verdict } from '../scenario.ts';
import { judge } from '../then/index.ts';
import { buildInPage, readWidget } from './built.ts';
import { BROWSER, createBrowserWorld, type Ground } from './world.ts';

/** Runs scenarios against the built widget in a real browser. */

export interface BrowserRun {
  /** `where`: the headless engine has run it, for what no page can show. */
  run(scenario: Scenario): Promise<{ readonly verdict: Verdict; readonly where: 'browser' | 'headless' }>;
  /** Plays it once, on its own expectations, and tells what does not hold of each of the others. */
  holdAgainst(
    scenario: Scenario,
    others: readonly Scenario['then'][],
  ): Promise<readonly (readonly string[])[]>;
  dispose(): Promise<void>;
}

/** What stands inside of the client or behind the relay is nothing that a page could show. */
const ELSEWHERE: readonly string[] = ['upstream', 'memory', 'fleet'];

/** Playwright switches the back-forward cache off by default. */
const PAGE_CACHE = '--disable-back-forward-cache';

export async function startBrowserRun(executablePath: string | undefined): Promise<BrowserRun> {
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-first-run', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    ignoreDefaultArgs: [PAGE_CACHE],
  });
  const ground: Ground = { browser, widget: readWidget(), inPage: await buildInPage() };
  return {
    dispose: () => browser.close(),
    async holdAgainst(scenario, others) {
      const world = await createBrowserWorld(ground);
      const played = await play(scenario, 1, world);
      await world.dispose();
      return [scenario.then, ...others].map((then) => judge({ ...scenario, then }, played));
    },
    async run(scenario) {
      const unknown = unknownIn(scenario, BROWSER);
      if (unknown?.needs && ELSEWHERE.includes(unknown.needs))
        return { verdict: await runScenario(scenario), where: 'headless' };
      return {
        verdict: unknown ? { is: 'unsupported', step: unknown.what } : await runIn(ground, scenario),
        where: 'browser',
      };
    },
  };
}

/** The machine has other things to do as well: one quiet run of three is the page's own time. */
const RUNS_IN_REAL_TIME = 3;

const isOfRealTime = ({ then }: Scenario): boolean =>
  /"(scroll_fps_min|max_main_thread_block_ms)"/.test(JSON.stringify(then));

async function runIn(ground: Ground, scenario: Scenario): Promise<Verdict> {
  let verdict = await runOnceIn(ground, scenario);
  for (let i = 1; i < RUNS_IN_REAL_TIME && verdict.is === 'FAIL' && isOfRealTime(scenario); i++) {
    verdict = await runOnceIn(ground, scenario);
  }
  return verdict;
}

async function runOnceIn(ground: Ground, scenario: Scenario): Promise<Verdict> {
  try {
    const { faults } = await runOnce(scenario, 1, await createBrowserWorld(ground));
    return faults.length > 0 ? { is: 'FAIL', faults } : { is: 'ok' };
  } catch (error) {
    if (error instanceof Unsupported) return { is: 'unsupported', step: error.message };
    throw error;
  }
}
