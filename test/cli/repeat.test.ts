import { describe, expect, it } from 'vitest';
import { repeatFailures } from '../repeat.ts';
import type { Failure } from '../tally.ts';

const failed = (name: string, reason = 'expected 1'): Failure => ({ name, reason, select: [name] });
const outcome = (...failures: Failure[]) => ({ step: { only: () => [] }, passed: 5, failures });

/** Repeats with a machine on which each test passes at the attempt that `passesAt` names. */
async function repeat(outcomes: Parameters<typeof repeatFailures>[0], passesAt: Record<string, number> = {}) {
  const attempts: string[] = [];
  const results = await repeatFailures(outcomes, async (_, { name }) => {
    attempts.push(name);
    return attempts.filter((attempt) => attempt === name).length === passesAt[name];
  });
  return {
    attempts,
    results: results.map(({ passed, failures, flaky }) => ({
      passed,
      failed: failures.map(({ name }) => name),
      flaky: flaky?.map(({ name }) => name),
    })),
  };
}

describe('a failed test', () => {
  it('is flaky if it passes alone at the first or second attempt, and failed otherwise', async () => {
    expect(
      await repeat([outcome(failed('a'), failed('b')), outcome(), outcome(failed('c'))], { a: 1, b: 2 }),
    ).toEqual({
      attempts: ['a', 'b', 'b', 'c', 'c'],
      results: [
        { passed: 7, failed: [], flaky: ['a', 'b'] },
        { passed: 5, failed: [], flaky: [] },
        { passed: 5, failed: ['c'], flaky: [] },
      ],
    });
  });

  it('is not repeated if it is a check without tests', async () => {
    expect(await repeat([{ step: {}, passed: 0, failures: [failed('types')] }], { types: 1 })).toEqual({
      attempts: [],
      results: [{ passed: 0, failed: ['types'], flaky: [] }],
    });
  });

  it('is not repeated if it is one of more than ten', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `t${index}`);
    expect(await repeat([outcome(...names.map((name) => failed(name)))])).toEqual({
      attempts: [],
      results: [{ passed: 5, failed: names, flaky: [] }],
    });
  });

  it('is not repeated on the machine of a developer', async () => {
    expect(await repeatFailures([outcome(failed('a'))])).toMatchObject([
      { passed: 5, failures: [{ name: 'a' }], flaky: [] },
    ]);
  });

  it('is flaky if the driver of its engine did not start', async () => {
    const cause = 'Error: unable to start the driver of WebKit; it ended with 1';
    expect(await repeatFailures([outcome(failed('a', cause))])).toMatchObject([
      { passed: 5, failures: [], flaky: [{ name: 'a' }] },
    ]);
  });
});
