import { findUnknownAction } from './actions/index.ts';
import { runFleet } from './fleet.ts';
import { createHeadlessBrowser, HEADLESS } from './headless/headless-browser.ts';
import type { TestBrowser } from './page.ts';
import { playScenario } from './play-scenario.ts';
import { reconnectDelays } from './recording.ts';
import { type Scenario, Unsupported, type Verdict } from './scenario.ts';
import { findUnknownStep } from './steps/index.ts';
import { evaluate, findUnknownCheck } from './then/index.ts';
import { jitterFailures } from './then/timing.ts';
import { traceMomentsOf } from './then/trace.ts';
import type { Abilities, UnknownWord } from './vocabulary.ts';

/** Number of seeds for scenarios with bounds on times. Other checks do not depend on chance. */
const SEEDS = 50;

const isTimed = ({ then }: Scenario): boolean =>
  /"(timing|delay_ms|trace)"|spinner_after_ms/.test(JSON.stringify(then));

/** Finds the first part of a scenario that a runner with these abilities does not know or cannot do. */
export function findUnknown(scenario: Scenario, abilities: Abilities): UnknownWord | undefined {
  const { given, when, then } = scenario;
  const marks = ['start', ...given.map((step) => step['mark'])];
  const unreached = when.find(({ after }) => !marks.includes(after));
  if (unreached) return { what: `when ${unreached.do}: the script has no mark ${unreached.after}` };
  const moments = [...marks, 'offline', 'online', 'drop', 'close'];
  const wanted = [
    ...traceMomentsOf(then).map(({ mark, since }) => mark ?? since),
    ...['outbound_after_mark', 'outbound_before_mark'].flatMap((key) =>
      Object.keys((then[key] ?? {}) as object),
    ),
  ];
  const strange = wanted.find((moment) => !moments.includes(moment));
  if (strange !== undefined) return { what: `then: the script has no moment ${strange}` };
  for (const step of given) {
    const unknown = findUnknownStep(step, abilities);
    if (unknown) return unknown;
  }
  const pageCount = Number(given.find((step) => 'tabs' in step)?.['tabs'] ?? 1);
  for (const action of when) {
    const unknown = findUnknownAction(action, abilities);
    if (unknown) return unknown;
    if (typeof action['tab'] === 'number' && action['tab'] > pageCount)
      return { what: `when ${action.do}: there is no page ${action['tab']}` };
  }
  return findUnknownCheck(scenario, abilities);
}

/** Plays a scenario once, evaluates `then`, and checks that nothing is left afterwards. */
export async function runOnce(
  scenario: Scenario,
  seed: number,
  browser: TestBrowser,
): Promise<{
  readonly failures: readonly string[];
  readonly unused: readonly string[];
  readonly waits: readonly (number | undefined)[];
}> {
  try {
    const run = await playScenario(scenario, seed, browser);
    const failures = evaluate(scenario, run);
    return {
      failures: [...failures, ...(await browser.dispose())],
      unused: run.unused,
      waits: reconnectDelays(run.recording),
    };
  } catch (error) {
    await browser.dispose();
    throw error;
  }
}

export const okWith = (unused: readonly string[]): Verdict =>
  unused.length > 0 ? { is: 'ok', unused } : { is: 'ok' };

/**
 * Runs one scenario against the real client on a virtual clock, without a browser. `seeds`: how often, if it has
 * bounds on times. `isPolled`: the frames travel by polls.
 */
export async function runScenario(scenario: Scenario, seeds = SEEDS, isPolled = false): Promise<Verdict> {
  const unknown = findUnknown(scenario, HEADLESS);
  if (unknown) return { is: 'unsupported', step: unknown.what };
  if (scenario.given.some((step) => 'fleet' in step)) return runFleet(scenario);
  const waits: (readonly (number | undefined)[])[] = [];
  let unused: readonly string[] = [];
  for (let seed = 1; seed <= (isTimed(scenario) ? seeds : 1); seed++) {
    try {
      const run = await runOnce(scenario, seed, createHeadlessBrowser(isPolled));
      waits.push(run.waits);
      unused = run.unused;
      if (run.failures.length > 0)
        return { is: 'FAIL', failures: isTimed(scenario) ? [`seed ${seed}`, ...run.failures] : run.failures };
    } catch (error) {
      if (error instanceof Unsupported) return { is: 'unsupported', step: error.message };
      throw error;
    }
  }
  const { jitter_stddev_min_fraction: least } = (scenario.then['timing'] ?? {}) as Record<string, unknown>;
  const failures = typeof least === 'number' ? jitterFailures(waits, least) : [];
  return failures.length > 0 ? { is: 'FAIL', failures } : okWith(unused);
}
