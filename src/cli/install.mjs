// Runs before `npm start` and `npm test`, so that both work in a fresh clone. Plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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
  return spawnSync('npm', [...args, '--no-audit', '--no-fund'], options).status === 0;
}

/**
 * Installs the packages. `npm ci` refuses a lock file without the optional packages of other systems, which some registries cause.
 * `npm install --no-save` then installs the same versions without changing a file.
 */
function install(reason) {
  console.log(`Installing packages (npm ci): ${reason}.`);
  if (npm(['ci'], 'ignore')) return true;
  console.log('npm ci refused the lock file; npm install takes the same versions.');
  return npm(['install', '--no-save'], 'inherit');
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
