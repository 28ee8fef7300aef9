// Finds a redis-server for the unit tests, and installs Debian's where none is and it may. Plain JavaScript: it runs
// before anything is built.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a redis-server; undefined when there is none. */
export function findRedis() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'redis-server')).find(isProgram);
}

const succeeds = (command, args, stdio = 'ignore') => spawnSync(command, args, { stdio }).status === 0;

function installFromDebian() {
  const isRoot = process.getuid?.() === 0;
  if (!existsSync('/etc/debian_version') || !(isRoot || succeeds('sudo', ['-n', 'true']))) return;
  console.log('No redis-server was found for the unit tests. Installing the package of Debian:');
  const apt = (...args) => {
    const [command, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...args];
    console.log(`  ${command} ${rest.join(' ')}`);
    return succeeds(command, rest, 'inherit');
  };
  if (apt('update')) apt('install', '-y', '--no-install-recommends', 'redis-server');
}

// What cannot be installed fails nothing: the tests say themselves what they leave out.
if (process.argv[1] === fileURLToPath(import.meta.url) && findRedis() === undefined) installFromDebian();
