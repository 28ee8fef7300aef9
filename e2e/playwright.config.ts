import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import {
  BROWSER_ARGUMENTS,
  findBrowser,
  findHeadlessShell,
  PARTITIONED_ARGUMENTS,
} from '../test/browsers/browser.ts';
import type { DemoFixtures } from './demo-fixture.ts';
import type { EngineName } from './engines/fixtures.ts';
import { findOldestChrome, OLDEST_CHROME_ARGUMENTS } from './oldest-chrome.ts';

/** Launch options by browser; `undefined` is Playwright's own. */
const launch = (executablePath: string | undefined, args = BROWSER_ARGUMENTS) => ({
  launchOptions: { ...(executablePath && { executablePath }), args },
});
const wholeBrowser = launch(findBrowser());
/** The browser of `npm test`: less to start, and nothing to draw that only moves. The other projects use neither. */
const light = {
  ...launch(findHeadlessShell() ?? findBrowser()),
  contextOptions: { reducedMotion: 'reduce' as const },
};

/** Tests that close or hold back sockets in the page, for which Playwright uses `URL.parse`. */
const SCRIPTS_SOCKETS = /@scripted/;

/** Has the pages set in Inter. */
const FONTCONFIG_FILE = fileURLToPath(new URL('fonts.conf', import.meta.url));

/** A mouse, which Firefox misses without a screen: a fine pointer (2) that hovers (4). */
const MOUSE = { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 };
const firefox = (firefoxUserPrefs = {}) => ({
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: fileURLToPath(new URL('firefox.ts', import.meta.url)),
    firefoxUserPrefs: { ...MOUSE, ...firefoxUserPrefs },
  },
});
/** Frames of other sites in the process of their page: WebDriver BiDi brings the pointer and keys to no other process. */
const ONE_PROCESS = { 'fission.autostart': false };

/** Tag of the tests that differ between the socket modes: `--full` runs them in both, and the others in direct mode only. */
const ABOUT_SOCKETS = /@socket/;
/** Tag of the tests that few changes can break, or that take long: `npm test` leaves them to CI. */
const ONLY_CI = /@ci/;
/** Tag of the tests that repeat much of another one in another look: only `npm test -- --full` runs them. */
const ONLY_FULL = /@full/;

export default defineConfig<Pick<DemoFixtures, 'socket' | 'dialects'>, { engineName: EngineName }>({
  testDir: '.',
  outputDir: '../test-results',
  // A file on one worker: its tests share a demo, whose start takes as long as many a test.
  fullyParallel: false,
  forbidOnly: true,
  // One more than there are processors: tests wait, as visitors do.
  workers: availableParallelism() + 1,
  // A limit is for a test that hangs. None may decide whether a busy machine passes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A trace takes a quarter more processor time: `--trace retain-on-failure` asks for one.
    // `screenshot: 'only-on-failure'` pictures each page that closes, because its test may still fail. `demo-fixture.ts` does not.
    ...wholeBrowser,
  },
  projects: [
    { name: 'e2e', testMatch: '*.e2e.ts', grepInvert: [ONLY_CI, ONLY_FULL], use: light },
    // Only in `npm test -- --ci`. One project for all of them: each project starts workers of its own.
    { name: 'e2e-all', testMatch: '*.e2e.ts', grepInvert: ONLY_FULL, use: light },
    // Only in `npm test -- --full`; `e2e-full` with animations.
    { name: 'e2e-proxy', testMatch: '*.e2e.ts', grep: ABOUT_SOCKETS, use: { ...light, socket: 'proxy' } },
    { name: 'e2e-full', testMatch: '*.e2e.ts', grep: ONLY_FULL },
    // M-1.3, M-1.6: the project e2e has the dialect `auto` on a platform that speaks `service`.
    {
      name: 'e2e-poly',
      testMatch: 'journey.e2e.ts',
      use: { dialects: { platform: 'poly', relay: 'poly' } },
    },
    {
      name: 'e2e-poly-found',
      testMatch: 'journey.e2e.ts',
      use: { dialects: { platform: 'poly', relay: 'auto' } },
    },
    // The system's Firefox, which Playwright drives over WebDriver BiDi.
    {
      name: 'firefox',
      testMatch: /(journey|keyboard|consent|layout|links|multiple-pages)\.e2e\.ts/,
      use: firefox(),
    },
    // The oldest supported Chrome. Its own tool for scripted sockets needs a newer one.
    {
      name: 'oldest-chrome',
      testMatch: /(journey|keyboard|consent|layout|multiple-pages)\.e2e\.ts/,
      grepInvert: SCRIPTS_SOCKETS,
      use: launch(findOldestChrome(), [...BROWSER_ARGUMENTS, ...OLDEST_CHROME_ARGUMENTS]),
    },
    // The journey on every engine. WebKit is driven by its own driver, so Playwright starts no browser for it.
    {
      name: 'engine-chromium',
      testMatch: '*.engines.ts',
      use: { ...launch(findBrowser(), PARTITIONED_ARGUMENTS), engineName: 'chromium' },
    },
    {
      name: 'engine-firefox',
      testMatch: '*.engines.ts',
      use: { ...firefox(ONE_PROCESS), engineName: 'firefox' },
    },
    { name: 'engine-webkit', testMatch: '*.engines.ts', use: { engineName: 'webkit' } },
    // Screenshots, made only by `npm run test:e2e -- --project shots`.
    { name: 'shots', testMatch: '*.shots.ts' },
    // The pictures of the docs, made only by `npm run test:e2e -- --project pictures`.
    {
      name: 'pictures',
      testMatch: '*.pictures.ts',
      use: { launchOptions: { ...wholeBrowser.launchOptions, env: { ...process.env, FONTCONFIG_FILE } } },
    },
  ],
});
