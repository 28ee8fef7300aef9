// Decides what becomes of failed tests: docs/testing.md#flaky.
import { type Failure, isDriverFailure, type Outcome } from './tally.ts';

const MAX_ATTEMPTS = 2;
/** More failures than these are no chance, and repeating them would take too long. */
const MAX_FAILURES = 10;

export interface StepOutcome extends Outcome {
  readonly step: { readonly only?: unknown };
}

/**
 * Moves each failure that does not fail the run to `flaky`: those of tests that pass when they run alone, if `passesAlone` is
 * given, and those of a driver that does not start.
 */
export async function repeatFailures<Of extends StepOutcome>(
  outcomes: readonly Of[],
  passesAlone?: (outcome: Of, failure: Failure) => Promise<boolean>,
): Promise<(Of & { readonly flaky: readonly Failure[] })[]> {
  const count = outcomes.reduce((sum, { failures }) => sum + failures.length, 0);
  const passesOnce = async (outcome: Of, failure: Failure) => {
    // Only the steps that run tests have failures by chance.
    if (!passesAlone || !outcome.step.only || count > MAX_FAILURES) return false;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++)
      if (await passesAlone(outcome, failure)) return true;
    return false;
  };
  const results = [];
  for (const outcome of outcomes) {
    const failures: Failure[] = [];
    const flaky: Failure[] = [];
    let { passed } = outcome;
    for (const failure of outcome.failures) {
      const hasPassed = await passesOnce(outcome, failure);
      if (hasPassed) passed += 1;
      (hasPassed || isDriverFailure(failure) ? flaky : failures).push(failure);
    }
    results.push({ ...outcome, passed, failures, flaky });
  }
  return results;
}
