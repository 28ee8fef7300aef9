import { describe, expect, it } from 'vitest';
import { checkTally, playwrightTally, vitestTally } from '../tally.mjs';

const vitestReport = (numPassedTests: number, numFailedTests: number, testResults: unknown[] = []) => ({
  numPassedTests,
  numFailedTests,
  testResults,
});
const playwrightReport = (expected: number, unexpected: number, flaky = 0) => ({
  stats: { expected, unexpected, flaky, skipped: 0 },
});

describe('tally', () => {
  it('counts a check by its exit status', () => {
    expect([checkTally(0), checkTally(1)]).toEqual([
      { passed: 1, failed: 0 },
      { passed: 0, failed: 1 },
    ]);
  });

  it.each([
    ['all pass', vitestReport(12, 0), 0, { passed: 12, failed: 0 }],
    ['some fail', vitestReport(12, 2), 1, { passed: 12, failed: 2 }],
    ['no test ran', vitestReport(0, 0), 0, { passed: 0, failed: 1 }],
    ['no report was written', undefined, 1, { passed: 0, failed: 1 }],
    ['no report although all is said to be well', undefined, 0, { passed: 0, failed: 1 }],
    ['an error outside of the tests', vitestReport(12, 0), 1, { passed: 12, failed: 1 }],
    [
      'a file that cannot be loaded',
      vitestReport(12, 1, [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
      ]),
      1,
      { passed: 12, failed: 2 },
    ],
  ])('counts unit tests: %s', (_, report, status, tally) => {
    expect(vitestTally(report, status)).toEqual(tally);
  });

  it.each([
    ['all pass', playwrightReport(5, 0), 0, { passed: 5, failed: 0 }],
    ['some fail', playwrightReport(4, 1), 1, { passed: 4, failed: 1 }],
    ['one passed only when it was tried again', playwrightReport(4, 0, 1), 0, { passed: 4, failed: 1 }],
    ['no test ran', playwrightReport(0, 0), 0, { passed: 0, failed: 1 }],
    ['the browser is missing', undefined, 1, { passed: 0, failed: 1 }],
  ])('counts browser tests: %s', (_, report, status, tally) => {
    expect(playwrightTally(report, status)).toEqual(tally);
  });
});
