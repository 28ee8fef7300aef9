import { unknownAct } from './acts/index.ts';
import { runFleet } from './fleet.ts';
import { createHeadlessWorld, HEADLESS } from './headless/world.ts';
import type { World } from './page.ts';
import { play } from './play.ts';
import { delays } from './record.ts';
import { type Scenario, Unsupported, type Verdict } from './scenario.ts';
import { unknownStep } from './steps/index.ts';
import { judge, unknownCheck } from './then/index.ts';
import { spread } from './then/timing.ts';
import { looksOf } from './then/trace.ts';
import type { Abilities, Unknown } from './words.ts';

/** Every bound on a time holds for all of these; the other checks do not depend on chance. */
const SEEDS = 50;

const isTimed = ({ then }: Scenario): boolean =>
  /"(timing|delay_ms|trace)"|spinner_after_ms/.test(JSON.stringify(then));

/** The first thing of a scenario that a runner with these abilities does not understand, or cannot do. */
export function unknownIn(scenario: Scenario, abilities: Abilities): Unknown | undefined {
  const { given, when, then } = scenario;
  const marks = ['start', ...given.map((it) => it['mark'])];
  const unreached = when.find(({ after }) => !marks.includes(after));
  if (unreached) return { what: `when ${unreached.do}: the script has no mark ${unreached.after}` };
  const moments = [...marks, 'offline', 'online', 'drop', 'close'];
  const wanted = [
    ...looksOf(then).map(({ mark, since }) => mark ?? since),
    ...['outbound_after_mark', 'outbound_before_mark'].flatMap((key) =>
      Object.keys((then[key] ?? {}) as object),
    ),
  ];
  const strange = wanted.find((it) => !moments.includes(it));
  if (strange !== undefined) return { what: `then: the script has no moment ${strange}` };
  for (const step of given) {
    const unknown = unknownStep(step, abilities);
    if (unknown) return unknown;
  }
  for (const act of when) {
    const unknown = unknownAct(act, abilities);
    if (unknown) return unknown;
  }
  return unknownCheck(scenario, abilities);
}

/** Plays it once and holds what happened against `then`; nothing may be left afterwards. */
export async function runOnce(
  scenario: Scenario,
  seed: number,
  world: World,
): Promise<{ readonly faults: readonly string[]; readonly waits: readonly (number | undefined)[] }> {
  try {
    const played = await play(scenario, seed, world);
    const faults = judge(scenario, played);
    return { faults: [...faults, ...(await world.dispose())], waits: delays(played.chronicle) };
  } catch (error) {
    await world.dispose();
    throw error;
  }
}

/** Runs one scenario against the real client on a virtual clock, without a browser. */
export async function runScenario(scenario: Scenario): Promise<Verdict> {
  const unknown = unknownIn(scenario, HEADLESS);
  if (unknown) return { is: 'unsupported', step: unknown.what };
  if (scenario.given.some((it) => 'fleet' in it)) return runFleet(scenario);
  const waits: (readonly (number | undefined)[])[] = [];
  for (let seed = 1; seed <= (isTimed(scenario) ? SEEDS : 1); seed++) {
    try {
      const run = await runOnce(scenario, seed, createHeadlessWorld());
      waits.push(run.waits);
      if (run.faults.length > 0)
        return { is: 'FAIL', faults: isTimed(scenario) ? [`seed ${seed}`, ...run.faults] : run.faults };
    } catch (error) {
      if (error instanceof Unsupported) return { is: 'unsupported', step: error.message };
      throw error;
    }
  }
  const { jitter_stddev_min_fraction: least } = (scenario.then['timing'] ?? {}) as Record<string, unknown>;
  const faults = typeof least === 'number' ? spread(waits, least) : [];
  return faults.length > 0 ? { is: 'FAIL', faults } : { is: 'ok' };
}
