// What `npm test` runs: every check of the project, one after the other, each of which also runs alone.
// Plain JavaScript without dependencies, so that it can say what is broken even when much is.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTally, playwrightTally, vitestTally } from './tally.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'foyer-test-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

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

function runStep({ title, script, args = [], env, tally = checkTally }) {
  console.log(`\n=== ${title} (npm run ${script})`);
  const { status } = spawnSync(
    'npm',
    ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])],
    {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  // Ended by a signal: no status.
  return { title, ...tally(status ?? 1) };
}

const outcomes = STEPS.map(runStep);
rmSync(reports, { recursive: true, force: true });

console.log('\n=== summary');
for (const { title, passed, failed } of outcomes) {
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${title}: ${passed} passed, ${failed} failed`);
}
const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
