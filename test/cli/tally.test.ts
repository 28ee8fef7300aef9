import { describe, expect, it } from 'vitest';
import {
  checkTally,
  playwrightFailures,
  playwrightTally,
  scenarioFailures,
  scenariosTally,
  vitestFailures,
  vitestTally,
} from '../tally.mjs';

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

  it.each([
    ['all are ok', '7 ok, 0 FAIL, 0 unsupported, 0 disputed', 0, { passed: 7, failed: 0 }],
    ['some are not', 'A ok\n7 ok, 1 FAIL, 2 unsupported, 3 disputed\n', 1, { passed: 7, failed: 6 }],
    ['the browser is missing', '', 1, { passed: 0, failed: 1 }],
  ])('counts scenarios: %s', (_, printed, status, tally) => {
    expect(scenariosTally(status, printed)).toEqual(tally);
  });

  it('names the seed of a failed property', () => {
    const failureMessages = [
      'Error: Property failed after 345 tests\n{ seed: -90, path: "1:2", endOnFailure: true }',
    ];
    const assertionResults = [{ status: 'failed', fullName: 'p', failureMessages }];
    expect(
      vitestFailures(vitestReport(0, 1, [{ name: '/a/test/p.test.ts', status: 'failed', assertionResults }])),
    ).toEqual(['test/p.test.ts › p: Error: Property failed after 345 tests (seed -90)']);
  });

  it('names the failed unit tests and the files that cannot be loaded', () => {
    const testResults = [
      { name: 'a.test.ts', status: 'failed', message: 'Cannot find module\n  at x', assertionResults: [] },
      {
        name: '/home/somebody/test/foyer/test/b.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'b holds' },
          {
            status: 'failed',
            fullName: 'b breaks',
            failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'],
          },
        ],
      },
    ];
    expect([vitestFailures(vitestReport(1, 1, testResults)), vitestFailures(undefined)]).toEqual([
      ['a.test.ts: Cannot find module', 'test/b.test.ts › b breaks: expected 1'],
      [],
    ]);
  });

  it('names the failed browser tests', () => {
    const spec = (title: string, status: string, results: unknown[]) => ({
      file: 'a.e2e.ts',
      line: 3,
      title,
      tests: [{ projectName: 'e2e', status, results }],
    });
    const report = {
      ...playwrightReport(1, 1, 1),
      suites: [
        {
          specs: [spec('opens', 'expected', [{}])],
          suites: [
            {
              specs: [
                spec('sends', 'unexpected', [{ error: { message: 'Test timeout\nof 1 ms' } }]),
                spec('ends', 'flaky', [{ error: { message: 'closed' } }, {}]),
              ],
            },
          ],
        },
      ],
    };
    expect([playwrightFailures(report), playwrightFailures(undefined)]).toEqual([
      ['[e2e] a.e2e.ts:3 › sends: Test timeout', '[e2e] a.e2e.ts:3 › ends: closed'],
      [],
    ]);
  });

  it('names the scenarios that are not ok', () => {
    expect(scenarioFailures('A-1 ok\nA-2 FAIL no message\nA-3 unsupported x\n1 ok, 1 FAIL')).toEqual([
      'A-2 FAIL no message',
      'A-3 unsupported x',
    ]);
  });
});
