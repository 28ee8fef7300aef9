import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { BROWSER_ARGUMENTS, findBrowser, findHeadlessShell } from './browser.mjs';
import type { Fixtures } from './fixtures.ts';
import { findOldestChrome, OLDEST_CHROME_ARGUMENTS } from './oldest-chrome.mjs';

/** How a browser is started; `undefined` is Playwright's own. */
const launch = (executablePath: string | undefined, args: readonly string[] = []) => ({
  launchOptions: { ...(executablePath && { executablePath }), args: [...BROWSER_ARGUMENTS, ...args] },
});
const wholeBrowser = launch(findBrowser());
/** The browser of `npm test`: less to start, and nothing to draw that only moves. The other projects use neither. */
const light = {
  ...launch(findHeadlessShell() ?? findBrowser()),
  contextOptions: { reducedMotion: 'reduce' as const },
};

/** Tests that close or hold back sockets in the page, for which Playwright uses `URL.parse`. */
const SCRIPTS_SOCKETS = /@scripted/;
/** Tag of the tests that differ between the socket modes: `npm test` runs them in both, and the others in direct mode only. */
const ABOUT_SOCKETS = /@socket/;

export default defineConfig<Pick<Fixtures, 'socket' | 'dialects'>>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
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
    screenshot: 'only-on-failure',
    ...wholeBrowser,
  },
  projects: [
    // Tests with the tag repeat much of another one in another look: `npm run test:full` has them.
    { name: 'e2e', testMatch: '*.e2e.ts', grepInvert: /@full/, use: light },
    { name: 'e2e-proxy', testMatch: '*.e2e.ts', grep: ABOUT_SOCKETS, use: { ...light, socket: 'proxy' } },
    // Only in `npm run test:full`:
    { name: 'e2e-proxy-rest', testMatch: '*.e2e.ts', grepInvert: ABOUT_SOCKETS, use: { socket: 'proxy' } },
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
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)) },
      },
    },
    // The oldest supported Chrome. Its own tool for scripted sockets needs a newer one.
    {
      name: 'oldest-chrome',
      testMatch: /(journey|keyboard|consent|layout|multiple-pages)\.e2e\.ts/,
      grepInvert: SCRIPTS_SOCKETS,
      use: launch(findOldestChrome(), OLDEST_CHROME_ARGUMENTS),
    },
    // Screenshots, made only by `npm run shots`.
    { name: 'shots', testMatch: '*.shots.ts' },
  ],
});
