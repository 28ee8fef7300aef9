import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { findBrowser } from './browser.mjs';
import type { Fixtures } from './fixtures.ts';

const executablePath = findBrowser();

/** Tests of what goes over the socket: `npm test` runs them in both socket modes, and the others in direct mode only. */
const ABOUT_SOCKETS =
  /(journey|failures|multiple-pages|back-forward|session-binding|reference-platform)\.e2e\.ts$/;

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
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-first-run',
        '--disable-quic',
        `--disable-features=${[...PLAYWRIGHT_FEATURES, ...FEATURES]}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    // Tests with the tag repeat much of another one in another look: `npm run test:full` has them.
    { name: 'e2e', testMatch: '*.e2e.ts', grepInvert: /@full/ },
    { name: 'e2e-proxy', testMatch: ABOUT_SOCKETS, use: { socket: 'proxy' } },
    // Only in `npm run test:full`:
    { name: 'e2e-proxy-rest', testMatch: '*.e2e.ts', testIgnore: ABOUT_SOCKETS, use: { socket: 'proxy' } },
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
    // Screenshots, made only by `npm run shots`.
    { name: 'shots', testMatch: '*.shots.ts' },
  ],
});
