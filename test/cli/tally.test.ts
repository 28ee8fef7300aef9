import { describe, expect, it } from 'vitest';
import {
  checkOutcome,
  failureLine,
  flakyLine,
  type PlaywrightReport,
  playwrightOutcome,
  scenariosOutcome,
  type VitestReport,
  vitestOutcome,
} from '../tally.ts';

const ofRunner = (status: number) => ({ name: 'the runner', reason: `exit status ${status}` });
const vitestReport = (
  numPassedTests: number,
  testResults: VitestReport['testResults'] = [],
): VitestReport => ({
  numPassedTests,
  testResults,
});
const browserSpec = (
  title: string,
  status: string,
  results: { readonly error?: { readonly message: string } }[],
) => ({
  file: 'a.e2e.ts',
  line: 3,
  title,
  tests: [{ projectName: 'e2e', status, results }],
});
const browserReport = (expected: number, ...specs: ReturnType<typeof browserSpec>[]): PlaywrightReport => ({
  stats: { expected },
  suites: [{ title: 'a.e2e.ts', suites: [{ title: 'a visitor', specs }] }],
});

describe('the outcome of a step', () => {
  it('is the exit status of a check', () => {
    expect([checkOutcome(0), checkOutcome(1)]).toEqual([
      { passed: 1, failures: [] },
      { passed: 0, failures: [ofRunner(1)] },
    ]);
  });

  it.each([
    ['all pass', vitestReport(12), 0, { passed: 12, failures: [] }],
    ['no test ran', vitestReport(0), 0, { passed: 0, failures: [ofRunner(0)] }],
    ['no report was written', undefined, 1, { passed: 0, failures: [ofRunner(1)] }],
    ['no report but exit status 0', undefined, 0, { passed: 0, failures: [ofRunner(0)] }],
    ['an error outside of the tests', vitestReport(12), 1, { passed: 12, failures: [ofRunner(1)] }],
  ])('counts the tests of Vitest: %s', (_, report, status, outcome) => {
    expect(vitestOutcome(report, status)).toEqual(outcome);
  });

  it('names failed tests of Vitest and files that cannot be loaded, and how to run them alone', () => {
    const file = '/home/somebody/test/foyer/test/b.test.ts';
    const report = vitestReport(1, [
      { name: 'a.test.ts', status: 'failed', message: 'Cannot find module\n  at x', assertionResults: [] },
      {
        name: file,
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'b holds' },
          {
            status: 'failed',
            fullName: 'b (really) breaks',
            failureMessages: ['\u001b[31mProperty failed\u001b[39m\n{ seed: -90, path: "1:2" }'],
          },
        ],
      },
    ]);
    expect(vitestOutcome(report, 1)).toEqual({
      passed: 1,
      failures: [
        { name: 'a.test.ts', reason: 'Cannot find module', select: ['a.test.ts'] },
        {
          name: 'test/b.test.ts › b (really) breaks',
          reason: 'Property failed',
          seed: '-90',
          select: [file, '-t', String.raw`^b \(really\) breaks$`],
        },
      ],
    });
  });

  it.each([
    ['all pass', browserReport(5), 0, { passed: 5, failures: [] }],
    ['no test ran', browserReport(0), 0, { passed: 0, failures: [ofRunner(0)] }],
    ['the browser is missing', undefined, 1, { passed: 0, failures: [ofRunner(1)] }],
  ])('counts browser tests: %s', (_, report, status, outcome) => {
    expect(playwrightOutcome(report, status)).toEqual(outcome);
  });

  it('names failed browser tests, those that passed only on a retry included', () => {
    const report = browserReport(
      1,
      browserSpec('opens', 'expected', [{}]),
      browserSpec('sends', 'unexpected', [{ error: { message: 'Test timeout\nof 1 ms' } }]),
      browserSpec('ends', 'flaky', [{ error: { message: 'closed' } }, {}]),
    );
    expect(playwrightOutcome(report, 1)).toEqual({
      passed: 1,
      failures: [
        {
          name: '[e2e] a.e2e.ts:3 › sends',
          reason: 'Test timeout',
          select: ['[e2e] › a.e2e.ts › a visitor › sends'],
        },
        {
          name: '[e2e] a.e2e.ts:3 › ends',
          reason: 'closed',
          select: ['[e2e] › a.e2e.ts › a visitor › ends'],
        },
      ],
    });
  });

  it.each([
    ['all are ok', 'A ok\n7 ok, 0 FAIL, 0 unsupported, 0 disputed', 0, { passed: 7, failures: [] }],
    ['the browser is missing', '', 1, { passed: 0, failures: [ofRunner(1)] }],
    [
      'some are not ok',
      'A-1 ok\nA-2 FAIL  no message\nA-3 unsupported  x\n1 ok, 1 FAIL, 1 unsupported, 0 disputed\n',
      1,
      {
        passed: 1,
        failures: [
          { name: 'A-2', reason: 'FAIL  no message', select: ['--only', 'A-2'] },
          { name: 'A-3', reason: 'unsupported  x', select: ['--only', 'A-3'] },
        ],
      },
    ],
  ])('counts scenarios: %s', (_, printed, status, outcome) => {
    expect(scenariosOutcome(printed, status)).toEqual(outcome);
  });

  it('is printed with the seed of a failed property', () => {
    const failed = { name: 'test/p.test.ts › p', reason: 'Property failed' };
    expect([
      failureLine({ ...failed, seed: '7' }),
      flakyLine({ ...failed, seed: '7' }),
      flakyLine(failed),
    ]).toEqual([
      'test/p.test.ts › p: Property failed (seed 7)',
      'flaky: test/p.test.ts › p (seed 7)',
      'flaky: test/p.test.ts › p',
    ]);
  });
});
