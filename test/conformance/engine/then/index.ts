import type { ScenarioRun } from '../recording.ts';
import { fillVariables, type Scenario, Unsupported } from '../scenario.ts';
import { type Abilities, ms, type UnknownWord } from '../vocabulary.ts';
import { type Check, check, group } from './check.ts';
import { connections } from './connections.ts';
import { handling } from './handling.ts';
import { invariants } from './invariants.ts';
import { never } from './never.ts';
import { outbound } from './outbound.ts';
import { stored } from './stored.ts';
import { timing } from './timing.ts';
import { trace } from './trace.ts';
import { upstream } from './upstream.ts';
import { eachTab, tabs, visible } from './views.ts';

/** All words of `then`. */
const THEN: Readonly<Record<string, Check>> = {
  wait: check(ms, () => []),
  visible,
  each_tab: eachTab,
  tabs,
  trace,
  never,
  timing,
  invariants,
  stored,
  ...outbound,
  ...connections,
  ...upstream,
  ...handling,
};

const all = group(THEN);

export const findUnknownCheck = ({ then }: Scenario, abilities: Abilities): UnknownWord | undefined =>
  all.findUnknown('then', then, abilities);

/** Evaluates the expectations of a scenario. Returns the failures. */
export function evaluate({ then }: Scenario, run: ScenarioRun): readonly string[] {
  try {
    return [...run.failures, ...all.evaluate('then', fillVariables(then) as never, run)];
  } catch (error) {
    // After a failure of the script the view may lack parts, which is not the runner's fault.
    if (error instanceof Unsupported && run.failures.length > 0) return run.failures;
    throw error;
  }
}
