// What `npm test` runs: every check of the project, one after the other, each of which also runs alone.
// Plain JavaScript without dependencies, so that it can say what is broken even when much is.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leaks } from './printed.mjs';
import { checkTally, playwrightTally, vitestTally } from './tally.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'foyer-test-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
/** Tests write down here what secrets they use. */
const secretsFile = join(reports, 'secrets');
let printed = '';

/** The build stands before everything that reads what it made. */
const STEPS = [
  { title: 'format and lint', script: 'check:format' },
  { title: 'types', script: 'check:types' },
  { title: 'unused code', script: 'check:unused' },
  { title: 'build', script: 'build' },
  { title: 'package', script: 'check:package' },
  { title: 'size', script: 'check:size' },
  {
    title: 'unit tests',
    script: 'test:unit',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    tally: (status) => vitestTally(readReport(vitestReport), status),
  },
  {
    title: 'browser tests',
    script: 'test:e2e',
    args: ['--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    tally: (status) => playwrightTally(readReport(playwrightReport), status),
  },
];

/** undefined: the runner did not get as far as writing it. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Runs a script, passes on what it prints and keeps it; the exit status, 1 when a signal ended it. */
function run(script, args, env) {
  const child = spawn('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: root,
    env: {
      ...process.env,
      FOYER_SECRETS_FILE: secretsFile,
      // They cannot see that somebody watches.
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      ...env,
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

async function runStep({ title, script, args = [], env, tally = checkTally }) {
  console.log(`\n=== ${title} (npm run ${script})`);
  return { title, ...tally(await run(script, args, env)) };
}

/** Everything that the steps before have printed holds no secret that their tests used. */
function checkPrinted() {
  const title = 'secrets in what was printed';
  console.log(`\n=== ${title}`);
  let secrets = [];
  try {
    secrets = readFileSync(secretsFile, 'utf8').split('\n');
  } catch {
    console.log('no test has noted a secret');
  }
  const found = leaks(printed, secrets);
  for (const line of found) console.log(line);
  console.log(
    `${new Set(secrets).size} secrets, ${printed.length} characters, ${found.length} lines with a secret`,
  );
  return { title, ...checkTally(found.length === 0 && secrets.length > 0 ? 0 : 1) };
}

const outcomes = [];
for (const step of STEPS) outcomes.push(await runStep(step));
outcomes.push(checkPrinted());
rmSync(reports, { recursive: true, force: true });

console.log('\n=== summary');
for (const { title, passed, failed } of outcomes) {
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${title}: ${passed} passed, ${failed} failed`);
}
const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
