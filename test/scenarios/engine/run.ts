import { fleetOf, runFleet } from './fleet.ts';
import { delays, judge, spread, unsupportedCheck } from './judge.ts';
import { play, unsupportedStep } from './play.ts';
import type { Scenario, Verdict } from './scenario.ts';

/** Every bound on a time holds for all of these; the other checks do not depend on chance. */
const SEEDS = 50;

/** Runs one scenario against the real client on a virtual clock. */
export async function runScenario(scenario: Scenario): Promise<Verdict> {
  const fleet = fleetOf(scenario);
  if (fleet) return runFleet(scenario, fleet.size, fleet.forMs);
  const step = unsupportedStep(scenario) ?? unsupportedCheck(scenario);
  if (step !== undefined) return { is: 'unsupported', step };
  const isTimed = /"(timing|delay_ms)"/.test(JSON.stringify(scenario.then));
  const waits: (readonly number[])[] = [];
  for (let seed = 1; seed <= (isTimed ? SEEDS : 1); seed++) {
    const played = await play(scenario, seed);
    const faults = judge(scenario, played);
    waits.push(delays(played));
    played.far.chat.dispose();
    if (played.far.clock.waiting() > 0)
      return { is: 'FAIL', faults: [`${played.far.clock.waiting()} timers are left`] };
    if (faults.length > 0) return { is: 'FAIL', faults: isTimed ? [`seed ${seed}`, ...faults] : faults };
  }
  const { jitter_stddev_min_fraction: least } = (scenario.then['timing'] ?? {}) as Record<string, unknown>;
  const faults = typeof least === 'number' ? spread(waits, least) : [];
  return faults.length > 0 ? { is: 'FAIL', faults } : { is: 'ok' };
}
