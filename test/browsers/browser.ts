// Finds the browsers of the tests, and installs them where that is allowed.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { installFromDebian, isProgram, onPath, run } from '../programs.ts';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const PLACES = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const HEADLESS_SHELL = 'chromium-headless-shell';
const FIREFOX = 'firefox-esr';
/** Debian's packages of the programs that WebKit needs: its driver, which brings a browser, and a display without a screen. */
const WEBKIT_PACKAGES = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' } as const;
type WebKitProgram = keyof typeof WEBKIT_PACKAGES;

/** Without it a frame on another site has no storage at all, because Chromium blocks the cookies of other sites. */
const PARTITIONED_STORAGE = 'ThirdPartyStoragePartitioning';
/** Features that Playwright switches off by default. A list of ours replaces its list. */
const PLAYWRIGHT_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  PARTITIONED_STORAGE,
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

const argumentsWithout = (features: readonly string[]) => [
  '--no-first-run',
  '--disable-quic',
  `--disable-features=${features}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export const BROWSER_ARGUMENTS = argumentsWithout([...PLAYWRIGHT_FEATURES, ...FEATURES]);

/** The same for tests of frames on another site, which have storage as those of visitors do. */
export const PARTITIONED_ARGUMENTS = argumentsWithout(
  [...PLAYWRIGHT_FEATURES, ...FEATURES].filter((feature) => feature !== PARTITIONED_STORAGE),
);

/** Playwright's own Chromium. */
function playwrightsOwn(): string | undefined {
  const { chromium }: typeof import('playwright') = createRequire(import.meta.url)('playwright');
  const path = chromium.executablePath();
  return path !== '' && isProgram(path) ? path : undefined;
}

/** Path of a Chromium: FOYER_CHROMIUM, else the system's, else Playwright's; undefined if there is none. */
export function findBrowser(): string | undefined {
  const named = process.env.FOYER_CHROMIUM;
  // One that was named is meant: another browser in its place would only hide the mistake.
  if (named) return isProgram(named) ? named : undefined;
  return PLACES.find(isProgram) ?? NAMES.map(onPath).find(Boolean) ?? playwrightsOwn();
}

/** Path of Debian's Chromium without windows, for shorter tests; undefined if there is none or another browser is named. */
export const findHeadlessShell = () => (process.env.FOYER_CHROMIUM ? undefined : onPath(HEADLESS_SHELL));

/** Path of a Firefox: FOYER_FIREFOX, else the system's; undefined if there is none. */
export function findFirefox(): string | undefined {
  const named = process.env.FOYER_FIREFOX;
  if (named) return isProgram(named) ? named : undefined;
  return onPath(FIREFOX) ?? onPath('firefox');
}

/** Path of the driver of WebKit: FOYER_WEBKIT_DRIVER, else the system's; undefined if there is none. */
export function findWebKitDriver(): string | undefined {
  const named = process.env.FOYER_WEBKIT_DRIVER;
  if (named) return isProgram(named) ? named : undefined;
  return onPath('WebKitWebDriver');
}

function installFromPlaywright() {
  console.log('Installing the Chromium that Playwright brings:');
  const cli = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url));
  return run(process.execPath, [cli, 'install', 'chromium']);
}

/** Finds or installs a Chromium; returns whether there is one, and says how to get one if there is none. */
export function provideBrowser(isAllowed: boolean): boolean {
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
export function provideFirefox(isAllowed: boolean): boolean {
  if (findFirefox() === undefined && isAllowed) installFromDebian(FIREFOX);
  const found = findFirefox();
  if (found) console.log(`Browser tests run in ${found}`);
  else
    console.error(
      'Missing: a Firefox, which the long tests need. To get one: apt-get install firefox-esr (Debian), or name one in FOYER_FIREFOX.',
    );
  return found !== undefined;
}

const missingForWebKit = () =>
  (Object.keys(WEBKIT_PACKAGES) as WebKitProgram[]).filter(
    (name) => (name === 'WebKitWebDriver' ? findWebKitDriver() : onPath(name)) === undefined,
  );

/** True if the libraries of WebKit are installed. */
export const hasWebKit = () => missingForWebKit().length === 0;

/** The same for WebKit, in which only the long tests run. */
export function provideWebKit(isAllowed: boolean): boolean {
  if (isAllowed && !process.env.FOYER_WEBKIT_DRIVER)
    for (const name of missingForWebKit()) installFromDebian(WEBKIT_PACKAGES[name]);
  const missing = missingForWebKit();
  if (missing.length === 0) console.log(`Browser tests run in WebKit, driven by ${findWebKitDriver()}`);
  else
    console.error(
      `Missing: ${missing.join(' and ')}, which the long tests need for WebKit. To get it: apt-get install ${missing.map((name) => WEBKIT_PACKAGES[name]).join(' ')} (Debian), or name a driver of WebKitGTK in FOYER_WEBKIT_DRIVER.`,
    );
  return missing.length === 0;
}
