// npm test: every check that a change needs; each also runs alone.
// npm test -- --ci: the same with all journeys, then the long tests, and the scenarios that need a browser.
// npm test -- --full: everything, and tests whose size is a setting at full size.
// npm test -- build browser-ci --shard=1/3: only the steps with these names; a shard is a part of the browser tests.
// With CI=true failed tests are repeated alone at the end: docs/testing.md#flaky.
// Without libraries, so that it can say what is broken even when much is.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, provideBrowser } from './browsers/browser.ts';
import { leaks } from './printed.ts';
import { mayInstall } from './programs.ts';
import { provideProxies } from './proxies.ts';
import { provideRedis } from './redis.ts';
import { repeatFailures } from './repeat.ts';
import {
  checkOutcome,
  type Failure,
  failureLine,
  flakyLine,
  type Outcome,
  playwrightOutcome,
  scenariosOutcome,
  vitestOutcome,
} from './tally.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));
const reports = mkdtempSync(join(tmpdir(), 'foyer-test-'));
/** Tests write the secrets that they use to this file. */
const secretsFile = join(reports, 'secrets');
let printed = '';

interface Step {
  /** Chooses the step on the command line. */
  readonly name: string;
  readonly title: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Runs at the same time as the checks beside it: each of them leaves a core idle for a while. */
  readonly isCheck?: true;
  /** Without it the step is one check. `ownPrinted` is what the step has printed. */
  readonly outcome?: (status: number, ownPrinted: string) => Outcome;
  /** Arguments that select some tests of the step. */
  readonly only?: (select: readonly string[]) => readonly string[];
}

interface TimedOutcome extends Outcome {
  readonly title: string;
  readonly seconds: number;
  readonly flaky?: readonly Failure[];
}

interface StepOutcome extends TimedOutcome {
  readonly step: Step;
}

const vitest = (name: string, title: string, command: string): Step => {
  const report = join(reports, `${name}.json`);
  return {
    name,
    title,
    command,
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    outcome: (status) => vitestOutcome(takeReport(report), status),
    only: (select) => select,
  };
};

const playwright = (name: string, title: string, ...projects: readonly string[]): Step => {
  const report = join(reports, `${name}.json`);
  const list = join(reports, `${name}.txt`);
  return {
    name,
    title,
    command: ['npm run test:e2e --', ...projects.map((project) => `--project ${project}`)].join(' '),
    args: ['--reporter=list,json', ...args.filter((arg) => arg.startsWith('--shard='))],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    outcome: (status) => playwrightOutcome(takeReport(report), status),
    only(select) {
      writeFileSync(list, select.join('\n'));
      return ['--test-list', list];
    },
  };
};

const check = (name: string, title: string): Step => ({
  name,
  title,
  command: `npm run check -- ${name}`,
  isCheck: true,
});

/** The build comes before everything that reads its files. */
const STEPS: readonly Step[] = [
  check('format', 'format and lint'),
  check('types', 'types'),
  check('unused', 'unused code'),
  { name: 'build', title: 'build', command: 'npm run build' },
  check('package', 'package'),
  check('size', 'size'),
  vitest('unit', 'unit tests', 'npm run test:unit --'),
  vitest('integration', 'integration tests', 'npm run test:integration --'),
];

/** The journeys that a change needs. The other tiers play them among all. */
const CHANGE_STEPS: readonly Step[] = [playwright('browser', 'browser tests', 'e2e')];

/** Steps of `npm test -- --ci` after the first ones. */
const CI_STEPS: readonly Step[] = [
  playwright('browser-ci', 'all browser tests', 'e2e-all'),
  vitest('long', 'long tests', 'npx vitest run --project long'),
  {
    name: 'scenarios',
    title: 'scenarios in the browser',
    command: 'npm run scenarios -- --browser',
    // The unit tests play the others.
    args: args.includes('--full') ? [] : ['--needed'],
    outcome: (status, ownPrinted) => scenariosOutcome(ownPrinted, status),
    only: (select) => select,
  },
];

/** The rest of `npm test -- --full`. */
const FULL_STEPS: readonly Step[] = [
  vitest('night', 'installed packages, and the longest tests', 'npx vitest run --project night'),
  playwright(
    'browser-full',
    'other looks, sockets and dialects',
    'e2e-full',
    'e2e-proxy',
    'e2e-poly',
    'e2e-poly-found',
  ),
  playwright('firefox', 'browser tests in Firefox', 'firefox'),
  playwright('oldest-chrome', 'browser tests in the oldest Chrome', 'oldest-chrome'),
  playwright('engines', 'journey on every engine', 'engine-chromium', 'engine-firefox', 'engine-webkit'),
];

/** Throws when a name is that of no step. */
function chosenSteps(): readonly Step[] {
  const all = [...STEPS, ...CHANGE_STEPS, ...CI_STEPS, ...FULL_STEPS];
  const unknown = names.filter((name) => !all.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(
      `no step is named ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`,
    );
  if (names.length > 0) return all.filter(({ name }) => names.includes(name));
  if (args.includes('--full')) return [...STEPS, ...CI_STEPS, ...FULL_STEPS];
  return [...STEPS, ...(args.includes('--ci') ? CI_STEPS : CHANGE_STEPS)];
}

/** undefined: the runner ended before it wrote the report. A report is read once, so that none is taken for a later run's. */
function takeReport<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Runs a step, or only the tests that `selected` names. Its output is passed on at once; that of a check when it has ended. */
async function runStep(step: Step, selected: readonly string[] = []): Promise<StepOutcome> {
  const { title, command, args: own = [], env = {}, isCheck = false, outcome = checkOutcome } = step;
  let text = '';
  function print(more: string, to: NodeJS.WriteStream): void {
    text += more;
    if (!isCheck) to.write(more);
  }
  print(`\n=== ${title} (${command.replace(/ --$/, '')})\n`, process.stdout);
  const startedAt = performance.now();
  const [program = '', ...first] = command.replace(/^npm run/, '$& --silent').split(' ');
  const child = spawn(program, [...first, ...selected, ...own], {
    cwd: root,
    env: {
      ...env,
      ...process.env,
      ...(args.includes('--full') && { TEST_SIZE: 'full' }),
      FOYER_SECRETS_FILE: secretsFile,
      // The scripts write to a pipe, so they cannot see the terminal.
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
    stdio: ['inherit', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  child.stdout.setEncoding('utf8').on('data', (more: string) => print(more, process.stdout));
  child.stderr.setEncoding('utf8').on('data', (more: string) => print(more, process.stderr));
  // A signal leaves no status.
  const status = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  if (isCheck) process.stdout.write(text);
  printed += text;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return { step, title, seconds, ...outcome(status, text) };
}

/** Checks that follow one another run at once. */
function batchesOf(steps: readonly Step[]): Step[][] {
  const batches: Step[][] = [];
  for (const step of steps) {
    const last = batches.at(-1);
    if (step.isCheck && last?.[0]?.isCheck) last.push(step);
    else batches.push([step]);
  }
  return batches;
}

/** True if a test of a step passes when it runs alone; without `select` the whole step runs. */
async function passesAlone({ step }: StepOutcome, { name, select }: Failure): Promise<boolean> {
  console.log(`\n=== again: ${name}`);
  const { failures } = await runStep(step, select && step.only?.(select));
  return failures.length === 0;
}

/** The output of all steps contains no secret of their tests. */
function checkPrinted(): TimedOutcome {
  const title = 'secrets in the output';
  console.log(`\n=== ${title}`);
  let secrets: readonly string[] = [];
  try {
    secrets = readFileSync(secretsFile, 'utf8').split('\n');
  } catch {
    console.log('no test has recorded a secret');
  }
  const found = leaks(printed, secrets);
  for (const line of found) console.log(line);
  console.log(
    `${new Set(secrets).size} secrets, ${printed.length} characters, ${found.length} lines with a secret`,
  );
  // All steps together have recorded some; otherwise the check would have looked for nothing.
  const isBlind = secrets.length === 0 && names.length === 0;
  return { title, seconds: 0, ...checkOutcome(found.length === 0 && !isBlind ? 0 : 1) };
}

function report(outcomes: readonly TimedOutcome[]): void {
  console.log('\n=== summary');
  for (const { title, seconds, passed, failures } of outcomes) {
    const failed = failures.length;
    console.log(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${title}: ${passed} passed, ${failed} failed, ${seconds} s`,
    );
    for (const failure of failures) console.log(`       ${failureLine(failure)}`);
  }
  for (const { title, flaky = [] } of outcomes)
    for (const failure of flaky)
      console.log(flakyLine(failure.select ? failure : { ...failure, name: title }));
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const failed = sum(({ failures }) => failures.length);
  console.log(`${sum(({ passed }) => passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const isAllowed = mayInstall(findBrowser() !== undefined);
const outcomes: TimedOutcome[] = [];
if (provideBrowser(isAllowed) && provideProxies(isAllowed)) {
  provideRedis(isAllowed);
  const first: StepOutcome[] = [];
  for (const batch of batchesOf(chosenSteps()))
    first.push(...(await Promise.all(batch.map((step) => runStep(step)))));
  outcomes.push(...(await repeatFailures(first, process.env.CI === 'true' ? passesAlone : undefined)));
  outcomes.push(checkPrinted());
} else outcomes.push({ title: 'programs', seconds: 0, ...checkOutcome(1) });
rmSync(reports, { recursive: true, force: true });
report(outcomes);
