import type { Failure } from './tally.d.mts';

interface StepOutcome {
  readonly step: { readonly only?: unknown };
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly flaky?: readonly Failure[];
}

export function repeatFailures<Outcome extends StepOutcome>(
  outcomes: readonly Outcome[],
  passesAlone?: (outcome: Outcome, failure: Failure) => Promise<boolean>,
): Promise<Outcome[]>;
