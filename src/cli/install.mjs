// Runs before `npm start` and `npm test`, so that both work in a fresh clone. Plain JavaScript without dependencies.
// With --build it builds as well, if something has changed since.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(resolve(root, path), 'utf8'));

/** `engines` is the field of package.json, e.g. ">=20.19". */
function nodeIsTooOld(engines) {
  const [major = 0, minor = 0] = engines.replace(/^\D+/, '').split('.').map(Number);
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number);
  return haveMajor < major || (haveMajor === major && haveMinor < minor);
}

/**
 * Returns why the packages must be installed; undefined when the installed ones match package-lock.json. Compares with npm's list in
 * node_modules. Comparing file dates would not work, because a checkout changes them.
 */
function whyInstall() {
  if (!existsSync(resolve(root, 'node_modules/.package-lock.json')))
    return 'the packages are not installed yet';
  const wanted = Object.entries(readJson('package-lock.json').packages).filter(([path]) => path !== '');
  const installed = readJson('node_modules/.package-lock.json').packages;
  // Optional packages may be for another operating system.
  const isStale = ([path, { version, optional, devOptional }]) =>
    installed[path] ? installed[path].version !== version : !optional && !devOptional;
  const stale = wanted.find(isStale);
  return stale && `${stale[0]} is not the version that package-lock.json names`;
}

function npm(args, stdio) {
  const options = { cwd: root, stdio, shell: process.platform === 'win32' };
  return spawnSync('npm', args, options).status === 0;
}

/** The lock file names each version and its hash, so what npm has kept need not be asked for again. */
const OPTIONS = ['--no-audit', '--no-fund', '--prefer-offline'];

/**
 * Installs the packages. `npm ci` refuses a lock file without the optional packages of other systems, as some registries produce it.
 * `npm install --no-save` then installs the same versions without changing a file.
 */
function install(reason) {
  console.log(`Installing packages (npm ci): ${reason}.`);
  if (npm(['ci', ...OPTIONS], 'ignore')) return true;
  console.log('npm ci refused the lock file; npm install takes the same versions.');
  return npm(['install', '--no-save', ...OPTIONS], 'inherit');
}

/** Inputs of the build. Its outputs are in folders of these names. */
const INPUTS = [
  'src',
  'build',
  'public',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
];
const NO_INPUTS = ['node_modules', 'dist'];
const PROGRAM = resolve(root, 'dist/node/cli.js');
const BUILT_FROM = resolve(root, 'dist/built-from');

/** Identifies the state of the inputs by size and time: reading all of them would take longer than the rest of a start. */
function inputsState() {
  const hash = createHash('sha256');
  function add(path) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const names = readdirSync(path).filter((name) => !NO_INPUTS.includes(name));
      for (const name of names.sort()) add(join(path, name));
    } else if (stat) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\0`);
  }
  for (const path of INPUTS) add(resolve(root, path));
  return hash.digest('hex');
}

function build() {
  const state = inputsState();
  if (existsSync(PROGRAM) && existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === state) return;
  console.log('Building the relay, the widget and the console. This may take half a minute.');
  if (!npm(['run', '--silent', 'build'], 'inherit')) {
    console.error('unable to build; see the output above.');
    process.exit(1);
  }
  writeFileSync(BUILT_FROM, state);
}

const { engines } = readJson('package.json');
if (nodeIsTooOld(engines.node)) {
  console.error(`Foyer requires Node ${engines.node}; this is ${process.versions.node}.`);
  process.exit(1);
}
const reason = whyInstall();
if (reason !== undefined && !install(reason)) {
  console.error("unable to install the packages; see npm's output above.");
  process.exit(1);
}
if (process.argv.includes('--build')) {
  if (process.versions.node.startsWith('20.'))
    console.log('Node 20 is out of support since April 2026. Foyer runs on it, and on 22, 24 and 26.');
  build();
}
