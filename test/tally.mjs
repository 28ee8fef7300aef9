// How the outcome of a step becomes numbers. Every way of not having passed counts as at least one failure.

/** @typedef {{ passed: number, failed: number }} Tally */

/** A step without tests of its own is one check. @returns {Tally} */
export const checkTally = (status) => (status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/** The seed with which fast-check generates the failed case again; empty for any other error. */
const seedOf = (message) => {
  const seed = /\{ seed: (-?\d+)/.exec(message)?.[1];
  return seed === undefined ? '' : ` (seed ${seed})`;
};

/** One short line for a failed test: its name, with a file of this project, the first line of its error, and its seed. */
const failureLine = (name, message = '') =>
  `${name.replace(/^\/.*\/(?=(test|e2e)\/)/, '')}: ${message.replace(ESCAPES, '').trim().split('\n', 1)[0].slice(0, 120)}${seedOf(message)}`;

/** The failed tests of Vitest's JSON report, a line each. @returns {string[]} */
export const vitestFailures = (report) =>
  (report?.testResults ?? []).flatMap((file) => [
    ...(file.status === 'failed' && file.message ? [failureLine(file.name, file.message)] : []),
    ...file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failureLine(`${file.name} › ${test.fullName}`, test.failureMessages?.[0])),
  ]);

/** The failed tests of Playwright's JSON report, a line each. @returns {string[]} */
export const playwrightFailures = (report) => {
  const ofSuite = ({ suites = [], specs = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) =>
          failureLine(
            `[${projectName}] ${file}:${line} › ${title}`,
            results.find(({ error }) => error)?.error.message,
          ),
        ),
    ),
    ...suites.flatMap(ofSuite),
  ];
  return (report?.suites ?? []).flatMap(ofSuite);
};

/** The scenarios that are not ok, a line each. @returns {string[]} */
export const scenarioFailures = (printed) =>
  printed.split('\n').filter((line) => /^\S+ (FAIL|unsupported|disputed)\b/.test(line));

/** A runner that crashed, ran nothing or is unhappy for a reason outside its tests has failed once more. */
function strict({ passed, failed }, status) {
  const ranNothing = passed + failed === 0;
  return { passed, failed: failed === 0 && (status !== 0 || ranNothing) ? 1 : failed };
}

/** From Vitest's JSON report; undefined when it wrote none. @returns {Tally} */
export function vitestTally(report, status) {
  if (report === undefined) return strict({ passed: 0, failed: 0 }, status);
  // A file that cannot be loaded has no tests that could fail.
  const brokenFiles = (report.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return strict(
    { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length },
    status,
  );
}

/** From Playwright's JSON report; a test that passed only when it was tried again has failed. @returns {Tally} */
export function playwrightTally(report, status) {
  if (report === undefined) return strict({ passed: 0, failed: 0 }, status);
  const { expected, unexpected, flaky } = report.stats;
  return strict({ passed: expected, failed: unexpected + flaky }, status);
}

/** From the counts that the scenarios print last: everything that is not ok has failed. @returns {Tally} */
export function scenariosTally(status, printed) {
  const counts = /^(\d+) ok, (\d+) FAIL, (\d+) unsupported, (\d+) disputed$/m.exec(printed)?.slice(1) ?? [0];
  const [passed, ...rest] = counts.map(Number);
  return strict({ passed, failed: rest.reduce((sum, count) => sum + count, 0) }, status);
}
