// npm test: every check that a change needs, one after the other; each also runs alone.
// npm run test:ci: the same, then the long tests and the scenarios.
// npm run test:full: everything.
// With CI=true failed tests are repeated alone at the end: docs/testing.md#flaky.
// Plain JavaScript without dependencies, so that it can say what is broken even when much is.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, provideBrowser } from '../e2e/browser.mjs';
import { leaks } from './printed.mjs';
import { mayInstall } from './programs.mjs';
import { provideRedis } from './redis.mjs';
import { repeatFailures } from './repeat.mjs';
import {
  checkOutcome,
  failureLine,
  flakyLine,
  playwrightOutcome,
  scenariosOutcome,
  vitestOutcome,
} from './tally.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'foyer-test-'));
/** Tests write the secrets that they use to this file. */
const secretsFile = join(reports, 'secrets');
let printed = '';

const vitest = (title, script) => {
  const report = join(reports, `${title}.json`);
  return {
    title,
    script,
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    outcome: (status) => vitestOutcome(takeReport(report), status),
    only: (select) => select,
  };
};

const playwright = (title, script) => {
  const report = join(reports, `${title}.json`);
  const list = join(reports, `${title}.txt`);
  return {
    title,
    script,
    args: ['--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    outcome: (status) => playwrightOutcome(takeReport(report), status),
    only(select) {
      writeFileSync(list, select.join('\n'));
      return ['--test-list', list];
    },
  };
};

/** The build comes before everything that reads its files. */
const STEPS = [
  { title: 'format and lint', script: 'check:format' },
  { title: 'types', script: 'check:types' },
  { title: 'unused code', script: 'check:unused' },
  { title: 'build', script: 'build' },
  { title: 'package', script: 'check:package' },
  { title: 'size', script: 'check:size' },
  vitest('unit tests', 'test:unit'),
  vitest('integration tests', 'test:integration'),
  playwright('browser tests', 'test:e2e'),
];

/** Steps that `npm run test:ci` and `npm run test:full` add. */
const CI_STEPS = [
  vitest('long tests', 'test:long'),
  {
    title: 'scenarios in the browser',
    script: 'test:scenarios',
    outcome: (status, ownPrinted) => scenariosOutcome(ownPrinted, status),
    only: (select) => select,
  },
];

/** The rest of `npm run test:full`. */
const FULL_STEPS = [
  vitest('installed packages', 'test:packed'),
  playwright('rest of the browser tests and the other dialect', 'test:e2e:rest'),
  playwright('browser tests in Firefox', 'test:e2e:firefox'),
  playwright('browser tests in the oldest Chrome', 'test:e2e:oldest'),
  playwright('journey on every engine', 'test:e2e:engines'),
];

function chosenSteps() {
  if (process.argv.includes('--full')) return [...STEPS, ...CI_STEPS, ...FULL_STEPS];
  return process.argv.includes('--ci') ? [...STEPS, ...CI_STEPS] : STEPS;
}

/** undefined: the runner ended before it wrote the report. A report is read once, so that none is taken for a later run's. */
function takeReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Runs a script, passes its output on and keeps it; resolves to its exit status, 1 if a signal ended it. */
function run(script, args, env) {
  const child = spawn('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: root,
    env: {
      ...env,
      ...process.env,
      FOYER_SECRETS_FILE: secretsFile,
      // The scripts write to a pipe, so they cannot see the terminal.
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
    stdio: ['inherit', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding('utf8').on('data', (text) => {
      printed += text;
      to.write(text);
    });
  }
  return new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
}

/** Runs a step, or only the tests that `selected` names. */
async function runStep(step, selected = []) {
  const { title, script, args = [], env = {}, outcome = checkOutcome } = step;
  console.log(`\n=== ${title} (npm run ${script})`);
  const startedAt = performance.now();
  const { length } = printed;
  const status = await run(script, [...selected, ...args], env);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return { step, title, seconds, ...outcome(status, printed.slice(length)) };
}

/** Whether a test of a step passes when it runs alone; without `select` the whole step runs. */
async function passesAlone({ step }, { name, select }) {
  console.log(`\n=== again: ${name}`);
  const { failures } = await runStep(step, select && step.only(select));
  return failures.length === 0;
}

/** The output of all steps contains no secret of their tests. */
function checkPrinted() {
  const title = 'secrets in the output';
  console.log(`\n=== ${title}`);
  let secrets = [];
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
  return { title, seconds: 0, ...checkOutcome(found.length === 0 && secrets.length > 0 ? 0 : 1) };
}

function report(outcomes) {
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
  const sum = (count) => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const failed = sum(({ failures }) => failures.length);
  console.log(`${sum(({ passed }) => passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const isAllowed = mayInstall(findBrowser() !== undefined);
const outcomes = [];
if (provideBrowser(isAllowed)) {
  provideRedis(isAllowed);
  const first = [];
  for (const step of chosenSteps()) first.push(await runStep(step));
  outcomes.push(...(await repeatFailures(first, process.env.CI === 'true' ? passesAlone : undefined)));
  outcomes.push(checkPrinted());
} else outcomes.push({ title: 'programs', seconds: 0, ...checkOutcome(1) });
rmSync(reports, { recursive: true, force: true });
report(outcomes);
