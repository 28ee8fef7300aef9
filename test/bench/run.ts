// npm run bench: prints the figures of docs/testing.md. It compares values of one run and never fails.
// npm run bench -- load [relay|…]: what happens under load (load/run.ts).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { BROWSER_ARGUMENTS, findBrowser, provideBrowser } from '../browsers/browser.ts';
import { mayInstall } from '../programs.ts';
import { challenges } from './challenges.ts';
import { consolePages } from './console.ts';
import { history } from './history.ts';
import { opening } from './opening.ts';
import { rollups } from './rollups.ts';
import { startBenchServer } from './server.ts';
import { sessions } from './sessions.ts';
import { streaming } from './streaming.ts';
import { weight } from './weight.ts';

const [kind, ...args] = process.argv.slice(2);
if (kind === 'load') {
  // Thousands of clients in one process.
  const heap = ['--max-old-space-size=6144', '--max-semi-space-size=256'];
  const program = fileURLToPath(new URL('load/run.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [...heap, ...process.execArgv, program, ...args], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
if (!provideBrowser(mayInstall(findBrowser() !== undefined))) process.exit(1);

await sessions();
await challenges();
await rollups();
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: BROWSER_ARGUMENTS,
});
const server = await startBenchServer();
try {
  for (const measure of [opening, history, weight, streaming]) await measure({ browser, server });
  await consolePages(browser);
} finally {
  await browser.close();
  await server.close();
}
