// Finds a Chromium for the browser tests, and installs one where none is. Plain JavaScript: it runs before anything is built.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { installFromDebian, isProgram, onPath, run } from '../test/programs.mjs';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const PLACES = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

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
    if (!installFromDebian('chromium')) installFromPlaywright();
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
