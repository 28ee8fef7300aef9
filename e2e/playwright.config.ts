import { defineConfig } from 'playwright/test';
import { findBrowser } from './browser.mjs';
import type { Fixtures } from './fixtures.ts';

const executablePath = findBrowser();

export default defineConfig<Pick<Fixtures, 'socket'>>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 8_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-first-run', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
  projects: [
    { name: 'e2e', testMatch: '*.e2e.ts' },
    // The same, with a relay that carries the sockets.
    { name: 'e2e-proxy', testMatch: '*.e2e.ts', use: { socket: 'proxy' } },
    // Only by `npm run shots`: pictures for people, not checks.
    { name: 'shots', testMatch: '*.shots.ts' },
  ],
});
