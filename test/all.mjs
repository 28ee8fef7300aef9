// npm test: every check that a change needs, one after the other; each also runs alone.
// npm run test:full: the same, and then the long checks.
// Plain JavaScript without dependencies, so that it can say what is broken even when much is.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, provideBrowser } from '../e2e/browser.mjs';
import { leaks } from './printed.mjs';
import { mayInstall } from './programs.mjs';
import { provideRedis } from './redis.mjs';
import {
  checkTally,
  playwrightFailures,
  playwrightTally,
  scenarioFailures,
  scenariosTally,
  vitestFailures,
  vitestTally,
} from './tally.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isFull = process.argv.includes('--full');
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
    tally: (status) => vitestTally(readReport(report), status),
    failures: () => vitestFailures(readReport(report)),
  };
};

const playwright = (title, script) => {
  const report = join(reports, `${title}.json`);
  return {
    title,
    script,
    args: ['--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    tally: (status) => playwrightTally(readReport(report), status),
    failures: () => playwrightFailures(readReport(report)),
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

/** The rest of `npm run test:full`. */
const LONG_STEPS = [
  vitest('long tests', 'test:long'),
  vitest('installed packages', 'test:packed'),
  playwright('browser tests in the other socket mode and dialect', 'test:e2e:rest'),
  playwright('browser tests in Firefox', 'test:e2e:firefox'),
  playwright('browser tests in the oldest Chrome', 'test:e2e:oldest'),
  playwright('journey on every engine', 'test:e2e:engines'),
  {
    title: 'scenarios in the browser',
    script: 'test:scenarios',
    tally: scenariosTally,
    failures: scenarioFailures,
  },
];

/** undefined: the runner ended before it wrote the report. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
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

async function runStep({ title, script, args = [], env = {}, tally = checkTally, failures = () => [] }) {
  console.log(`\n=== ${title} (npm run ${script})`);
  const startedAt = performance.now();
  const { length } = printed;
  const status = await run(script, args, env);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const ownPrinted = printed.slice(length);
  return { title, seconds, failures: failures(ownPrinted), ...tally(status, ownPrinted) };
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
  return { title, seconds: 0, ...checkTally(found.length === 0 && secrets.length > 0 ? 0 : 1) };
}

function report(outcomes) {
  console.log('\n=== summary');
  for (const { title, seconds, passed, failed, failures = [] } of outcomes) {
    console.log(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${title}: ${passed} passed, ${failed} failed, ${seconds} s`,
    );
    for (const line of failures) console.log(`       ${line}`);
  }
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

const isAllowed = mayInstall(findBrowser() !== undefined);
const outcomes = [];
if (provideBrowser(isAllowed)) {
  provideRedis(isAllowed);
  for (const step of isFull ? [...STEPS, ...LONG_STEPS] : STEPS) outcomes.push(await runStep(step));
  outcomes.push(checkPrinted());
} else outcomes.push({ title: 'programs', seconds: 0, passed: 0, failed: 1 });
rmSync(reports, { recursive: true, force: true });
report(outcomes);
