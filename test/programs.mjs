// Finds programs that tests need besides Node, and installs Debian's packages where that may be done. Plain JavaScript
// without dependencies: it runs before anything is built.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a program by its name; undefined when there is none. */
export function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

const succeeds = (command, args, stdio = 'ignore') => spawnSync(command, args, { stdio }).status === 0;

/** How commands are run as root here: directly, by sudo without a password, or not at all. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
}

export function run(command, args) {
  console.log(`  ${command} ${args.join(' ')}`);
  return succeeds(command, args, 'inherit');
}

/** Installs a package of Debian's; false where that cannot be done. */
export function installFromDebian(name) {
  const root = existsSync('/etc/debian_version') && onPath('apt-get') !== undefined ? asRoot() : undefined;
  if (root === undefined) return false;
  console.log(`Installing the system's ${name} package:`);
  const [command, ...before] = [...root, 'apt-get'];
  return run(command, [...before, 'update']) && run(command, [...before, 'install', '-y', name]);
}
