// Runs before `npm start` and `npm test`, so that both work in a fresh clone: plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(resolve(root, path), 'utf8'));

/** The floor is the `engines` field, e.g. ">=20.19". */
function nodeIsTooOld(floor) {
  const [major = 0, minor = 0] = floor.replace(/^\D+/, '').split('.').map(Number);
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number);
  return haveMajor < major || (haveMajor === major && haveMinor < minor);
}

/**
 * Why the packages must be installed; undefined when what is there is what package-lock.json says. npm leaves its own
 * list in node_modules; versions are compared, because a checkout touches the dates of files that did not change.
 */
function whyInstall() {
  if (!existsSync(resolve(root, 'node_modules/.package-lock.json')))
    return 'the packages are not installed yet';
  const wanted = Object.entries(readJson('package-lock.json').packages).filter(([path]) => path !== '');
  const installed = readJson('node_modules/.package-lock.json').packages;
  // Optional ones are often made for another system.
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
 * `npm ci` is exact, and refuses a lock file that lacks optional packages of other systems, as one does that was made
 * where the registry has only some of them. `npm install --no-save` then takes the same versions and changes no file.
 */
function install(reason) {
  console.log(`Installing packages (npm ci): ${reason}.`);
  if (npm(['ci'], 'ignore')) return true;
  console.log('npm ci does not take the lock file here; npm install takes the same versions.');
  return npm(['install', '--no-save'], 'inherit');
}

const { engines } = readJson('package.json');
if (nodeIsTooOld(engines.node)) {
  console.error(`Foyer needs Node ${engines.node}; this is ${process.versions.node}.`);
  process.exit(1);
}
const reason = whyInstall();
if (reason !== undefined && !install(reason)) {
  console.error('unable to install the packages; npm says why above.');
  process.exit(1);
}
