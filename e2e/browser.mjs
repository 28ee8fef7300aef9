// Finds a Chromium for the browser tests, and installs one where none is. Plain JavaScript: it runs before anything is built.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const PLACES = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** Where Playwright would have put its own. */
function playwrightsOwn() {
  const path = chromium.executablePath();
  return path !== '' && isProgram(path) ? path : undefined;
}

/** The path of a Chromium: FOYER_CHROMIUM, one of the system's, or Playwright's own; undefined when there is none. */
export function findBrowser() {
  const named = process.env.FOYER_CHROMIUM;
  // One that was named is meant: another browser in its place would only hide the mistake.
  if (named) return isProgram(named) ? named : undefined;
  return PLACES.find(isProgram) ?? NAMES.map(onPath).find(Boolean) ?? playwrightsOwn();
}

const succeeds = (command, args, stdio = 'ignore') => spawnSync(command, args, { stdio }).status === 0;

/** How commands are run as root here: directly, by sudo without a password, or not at all. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
}

function run(command, args) {
  console.log(`  ${command} ${args.join(' ')}`);
  return succeeds(command, args, 'inherit');
}

function installFromDebian() {
  const root = existsSync('/etc/debian_version') && onPath('apt-get') !== undefined ? asRoot() : undefined;
  if (root === undefined) return false;
  console.log("Installing the system's chromium package:");
  const [command, ...before] = [...root, 'apt-get'];
  return run(command, [...before, 'update']) && run(command, [...before, 'install', '-y', 'chromium']);
}

function installFromPlaywright() {
  console.log('Installing the Chromium that Playwright brings:');
  const cli = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url));
  return run(process.execPath, [cli, 'install', 'chromium']);
}

function main() {
  if (process.env.FOYER_CHROMIUM && findBrowser() === undefined) {
    console.error('FOYER_CHROMIUM does not name a program that can be run.');
    return 1;
  }
  if (findBrowser() === undefined) {
    console.log('No Chromium was found for the browser tests.');
    if (!installFromDebian()) installFromPlaywright();
  }
  const found = findBrowser();
  if (found === undefined) {
    console.error('unable to get a Chromium; install one, or name it in FOYER_CHROMIUM.');
    return 1;
  }
  console.log(`Browser tests run in ${found}`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main();
