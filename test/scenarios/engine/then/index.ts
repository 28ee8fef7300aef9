import type { Played } from '../record.ts';
import { filled, type Scenario, Unsupported } from '../scenario.ts';
import { type Abilities, ms, type Unknown } from '../words.ts';
import { type Check, check, group } from './check.ts';
import { connections } from './connections.ts';
import { handling } from './handling.ts';
import { invariants } from './invariants.ts';
import { never } from './never.ts';
import { outbound } from './outbound.ts';
import { eachTab, tabs, visible } from './sights.ts';
import { stored } from './stored.ts';
import { timing } from './timing.ts';
import { trace } from './trace.ts';
import { upstream } from './upstream.ts';

/** Every word of `then`. */
export const THEN: Readonly<Record<string, Check>> = {
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

export const unknownCheck = ({ then }: Scenario, abilities: Abilities): Unknown | undefined =>
  all.find('then', then, abilities);

/** Whole values, every key, order included: what does not hold. */
export function judge({ then }: Scenario, played: Played): readonly string[] {
  try {
    return [...played.faults, ...all.judge('then', filled(then) as never, played)];
  } catch (error) {
    // Where the script went wrong there is nothing to be seen, and that is no lack of the runner's.
    if (error instanceof Unsupported && played.faults.length > 0) return played.faults;
    throw error;
  }
}
