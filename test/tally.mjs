// Reads what a step has reported. Every way of not having passed is at least one failure.

/**
 * `select` tells the runner of the step to run this test alone. Without it the runner itself failed.
 * @typedef {{ name: string, reason: string, seed?: string, select?: string[] }} Failure
 * @typedef {{ passed: number, failures: Failure[] }} Outcome
 */

/** A step without tests of its own is one check. @returns {Outcome} */
export const checkOutcome = (status) =>
  status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [ofRunner(status)] };

const ofRunner = (status) => ({ name: 'the runner', reason: `exit status ${status}` });

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/** The seed with which fast-check generates the failed case again. */
const seedOf = (message) => /\{ seed: (-?\d+)/.exec(message)?.[1];

/** Name with a file of this project, the first line of the error, and its seed. @returns {Failure} */
function failure(name, message = '', select = undefined) {
  const seed = seedOf(message);
  return {
    name: name.replace(/^\/.*\/(?=(test|e2e)\/)/, ''),
    reason: message.replace(ESCAPES, '').trim().split('\n', 1)[0].slice(0, 120),
    ...(seed && { seed }),
    ...(select && { select }),
  };
}

const withSeed = ({ seed }) => (seed === undefined ? '' : ` (seed ${seed})`);
/** One short line for a failed test. */
export const failureLine = (failed) => `${failed.name}: ${failed.reason}${withSeed(failed)}`;
/** One line for a test that failed once and does not fail the run. */
export const flakyLine = (failed) => `flaky: ${failed.name}${withSeed(failed)}`;

/** A driver of a browser that does not start is a fault of the machine. The tests of the engine say nothing then. */
export const isDriverFailure = ({ reason }) => reason.includes('unable to start the driver of WebKit');

/** A runner that crashed, ran nothing or is unhappy for a reason outside its tests has failed. @returns {Outcome} */
function strict(passed, failures, status) {
  const isUnhappy = failures.length === 0 && (status !== 0 || passed === 0);
  return { passed, failures: isUnhappy ? [ofRunner(status)] : failures };
}

const exactly = (text) => `^${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`;

/** From Vitest's JSON report; undefined when it wrote none. @returns {Outcome} */
export function vitestOutcome(report, status) {
  const failures = (report?.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (file.status === 'failed' && tests.length === 0)
      // A file that cannot be loaded has no tests that could fail.
      return [failure(file.name, file.message, [file.name])];
    return tests.map(({ fullName, failureMessages }) =>
      failure(`${file.name} › ${fullName}`, failureMessages?.[0], [file.name, '-t', exactly(fullName)]),
    );
  });
  return strict(report?.numPassedTests ?? 0, failures, status);
}

/**
 * From Playwright's JSON report; a test that passed only when it was tried again has failed. `select` is a line of a
 * test list. @returns {Outcome}
 */
export function playwrightOutcome(report, status) {
  const ofSuite = ({ suites = [], specs = [] }, titles = []) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status: outcome }) => outcome === 'unexpected' || outcome === 'flaky')
        .map(({ projectName, results }) =>
          failure(
            `[${projectName}] ${file}:${line} › ${title}`,
            results.find(({ error }) => error)?.error.message,
            [[`[${projectName}]`, file, ...titles, title].join(' › ')],
          ),
        ),
    ),
    ...suites.flatMap((suite) => ofSuite(suite, [...titles, suite.title])),
  ];
  // The suites on top are the files.
  const failures = (report?.suites ?? []).flatMap((file) => ofSuite(file));
  return strict(report?.stats.expected ?? 0, failures, status);
}

/** From what the scenarios print: a line each, and the counts last. Everything that is not ok has failed. @returns {Outcome} */
export function scenariosOutcome(printed, status) {
  const failures = [...printed.matchAll(/^(\S+) ((?:FAIL|unsupported|disputed)\b.*)$/gm)].map(
    ([, id, reason]) => failure(id, reason, ['--only', id]),
  );
  return strict(Number(/^(\d+) ok, /m.exec(printed)?.[1] ?? 0), failures, status);
}
