// Finds the Chromium of the browser tests, and installs one where that is allowed. Plain JavaScript: it runs before anything
// is built.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { installFromDebian, isProgram, mayInstall, onPath, run } from '../test/programs.mjs';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const PLACES = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const HEADLESS_SHELL = 'chromium-headless-shell';
const FIREFOX = 'firefox-esr';

/** Features that Playwright switches off by default. A list of ours replaces its list. */
const PLAYWRIGHT_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
];
const FEATURES = [
  // A page that a test fulfils is not on loopback, so the browser would ask whether it may connect to the relay there.
  'LocalNetworkAccessChecks',
  // A process for the next site, which no test visits.
  'SpareRendererForSitePerProcess',
  // Pages behind the address bar: a process that each new window starts, for two thirds of what a window costs.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

export const BROWSER_ARGUMENTS = [
  '--no-first-run',
  '--disable-quic',
  `--disable-features=${[...PLAYWRIGHT_FEATURES, ...FEATURES]}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Playwright's own Chromium. */
function playwrightsOwn() {
  const path = createRequire(import.meta.url)('playwright').chromium.executablePath();
  return path !== '' && isProgram(path) ? path : undefined;
}

/** Path of a Chromium: FOYER_CHROMIUM, else the system's, else Playwright's; undefined if there is none. */
export function findBrowser() {
  const named = process.env.FOYER_CHROMIUM;
  // One that was named is meant: another browser in its place would only hide the mistake.
  if (named) return isProgram(named) ? named : undefined;
  return PLACES.find(isProgram) ?? NAMES.map(onPath).find(Boolean) ?? playwrightsOwn();
}

/** Path of Debian's Chromium without windows, for shorter tests; undefined if there is none or another browser is named. */
export const findHeadlessShell = () => (process.env.FOYER_CHROMIUM ? undefined : onPath(HEADLESS_SHELL));

/** Path of a Firefox: FOYER_FIREFOX, else the system's; undefined if there is none. */
export function findFirefox() {
  const named = process.env.FOYER_FIREFOX;
  if (named) return isProgram(named) ? named : undefined;
  return onPath(FIREFOX) ?? onPath('firefox');
}

function installFromPlaywright() {
  console.log('Installing the Chromium that Playwright brings:');
  const cli = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url));
  return run(process.execPath, [cli, 'install', 'chromium']);
}

/** Finds or installs a Chromium; returns whether there is one, and says how to get one if there is none. */
export function provideBrowser(isAllowed) {
  if (process.env.FOYER_CHROMIUM && findBrowser() === undefined) {
    console.error('FOYER_CHROMIUM does not name a program that can be run.');
    return false;
  }
  if (findBrowser() === undefined && isAllowed && !installFromDebian('chromium')) installFromPlaywright();
  const found = findBrowser();
  if (found !== undefined) {
    // The tests pass without it, only slower.
    if (isAllowed && !process.env.FOYER_CHROMIUM && !findHeadlessShell()) installFromDebian(HEADLESS_SHELL);
    console.log(`Browser tests run in ${[findHeadlessShell(), found].filter(Boolean).join(' and ')}`);
    return true;
  }
  console.error('Missing: a Chromium, which the browser tests need. To get one:');
  console.error(
    '  apt-get install chromium (Debian), or npx playwright install chromium, or name one in FOYER_CHROMIUM',
  );
  console.error('  or let npm install it: npm test -- --install');
  return false;
}

/** The same for a Firefox, in which only the long tests run. */
export function provideFirefox(isAllowed) {
  if (findFirefox() === undefined && isAllowed) installFromDebian(FIREFOX);
  const found = findFirefox();
  if (found) console.log(`Browser tests run in ${found}`);
  else
    console.error(
      'Missing: a Firefox, which the long tests need. To get one: apt-get install firefox-esr (Debian), or name one in FOYER_FIREFOX.',
    );
  return found !== undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isProvided = process.argv.includes('--firefox')
    ? provideFirefox(mayInstall(findFirefox() !== undefined))
    : provideBrowser(mayInstall(findBrowser() !== undefined));
  process.exitCode = isProvided ? 0 : 1;
}
