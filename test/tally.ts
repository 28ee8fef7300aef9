// Reads what a step has reported. Every way of not having passed is at least one failure.

export interface Failure {
  readonly name: string;
  readonly reason: string;
  readonly seed?: string;
  /** Tells the runner of the step to run this test alone. Without it the runner itself failed. */
  readonly select?: readonly string[];
}

export interface Outcome {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

/** A step without tests of its own is one check. */
export const checkOutcome = (status: number): Outcome =>
  status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [ofRunner(status)] };

const ofRunner = (status: number): Failure => ({ name: 'the runner', reason: `exit status ${status}` });

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/** The seed with which fast-check generates the failed case again. */
const seedOf = (message: string) => /\{ seed: (-?\d+)/.exec(message)?.[1];

/** Name with a file of this project, the first line of the error, and its seed. */
function failure(name: string, message = '', select?: readonly string[]): Failure {
  const seed = seedOf(message);
  const [line = ''] = message.replace(ESCAPES, '').trim().split('\n', 1);
  return {
    name: name.replace(/^\/.*\/(?=(test|e2e)\/)/, ''),
    reason: line.slice(0, 120),
    ...(seed && { seed }),
    ...(select && { select }),
  };
}

const withSeed = ({ seed }: Failure) => (seed === undefined ? '' : ` (seed ${seed})`);
/** One short line for a failed test. */
export const failureLine = (failed: Failure) => `${failed.name}: ${failed.reason}${withSeed(failed)}`;
/** One line for a test that failed once and does not fail the run. */
export const flakyLine = (failed: Failure) => `flaky: ${failed.name}${withSeed(failed)}`;

/** A driver of a browser that does not start is a fault of the machine. The tests of the engine say nothing then. */
export const isDriverFailure = ({ reason }: Failure) =>
  reason.includes('unable to start the driver of WebKit');

/** A runner that crashed, ran nothing or is unhappy for a reason outside its tests has failed. */
function strict(passed: number, failures: readonly Failure[], status: number): Outcome {
  const isUnhappy = failures.length === 0 && (status !== 0 || passed === 0);
  return { passed, failures: isUnhappy ? [ofRunner(status)] : failures };
}

const exactly = (text: string) => `^${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`;

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** From Vitest's JSON report; undefined when it wrote none. */
export function vitestOutcome(report: VitestReport | undefined, status: number): Outcome {
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

interface Suite {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message: string } }[];
    }[];
  }[];
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport {
  readonly stats: { readonly expected: number };
  readonly suites: readonly Suite[];
}

/**
 * From Playwright's JSON report; a test that passed only when it was tried again has failed. `select` is a line of a
 * test list.
 */
export function playwrightOutcome(report: PlaywrightReport | undefined, status: number): Outcome {
  const ofSuite = (
    { suites = [], specs = [] }: Suite,
    titles: readonly string[] = [],
  ): readonly Failure[] => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status: outcome }) => outcome === 'unexpected' || outcome === 'flaky')
        .map(({ projectName, results }) =>
          failure(
            `[${projectName}] ${file}:${line} › ${title}`,
            results.find(({ error }) => error)?.error?.message,
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

/** From what the scenarios print: a line each, and the counts last. Everything that is not ok has failed. */
export function scenariosOutcome(printed: string, status: number): Outcome {
  const failures = [...printed.matchAll(/^(\S+) ((?:FAIL|unsupported|disputed)\b.*)$/gm)].map(
    ([, id = '', reason]) => failure(id, reason, ['--only', id]),
  );
  return strict(Number(/^(\d+) ok, /m.exec(printed)?.[1] ?? 0), failures, status);
}
