// Finds the programs that tests need besides Node, and installs them where that is allowed.
import { type StdioOptions, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of the program `name`; undefined if there is none. */
export function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

const succeeds = (command: string, args: readonly string[], stdio: StdioOptions = 'ignore') =>
  spawnSync(command, args, { stdio }).status === 0;

const isDebian = () => existsSync('/etc/debian_version') && onPath('apt-get') !== undefined;
const isRoot = () => process.getuid?.() === 0;

/** The command before a command that needs root: nothing for root, sudo if it asks for no password, else undefined. */
function asRoot(): string[] | undefined {
  if (isRoot()) return [];
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
}

const isRootOnDebian = () => isRoot() && isDebian();

/**
 * True if system packages may be installed: with `--install`, in CI, and for root on a Debian without a browser, which
 * is a fresh container.
 */
export const mayInstall = (hasBrowser: boolean) =>
  process.argv.includes('--install') || process.env.CI === 'true' || (!hasBrowser && isRootOnDebian());

export function run(command: string, args: readonly string[]): boolean {
  console.log(`  ${command} ${args.join(' ')}`);
  return succeeds(command, args, 'inherit');
}

/** Installs a Debian package quietly, and upgrades none that is installed; false if that is not possible. */
export function installFromDebian(name: string): boolean {
  const root = isDebian() ? asRoot() : undefined;
  if (root === undefined) return false;
  console.log(`Installing the system's ${name} package:`);
  const commands = [
    ['update', '-qq'],
    ['install', '-qq', '-y', '--no-upgrade', name],
  ];
  return commands.every((args) => {
    const [command = 'apt-get', ...rest] = [...root, 'apt-get', ...args];
    console.log(`  apt-get ${args.join(' ')}`);
    return succeeds(command, rest, ['ignore', 'ignore', 'inherit']);
  });
}
