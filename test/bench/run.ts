// npm run bench [-- PART…]: prints the figures of docs/testing.md. It compares values of one run and never fails.
// npm run bench -- load [relay|…]: what happens under load (load/run.ts).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { BROWSER_ARGUMENTS, findBrowser, provideBrowser } from '../browsers/browser.ts';
import { mayInstall } from '../programs.ts';
import { challenges } from './challenges.ts';
import { consolePages } from './console.ts';
import { feel } from './feel.ts';
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
/** Parts without a browser, and those with a page of the bench server. */
const ALONE = { sessions, challenges, rollups };
const PAGES = { opening, feel, history, weight, streaming };
const names = [...Object.keys(ALONE), ...Object.keys(PAGES), 'console'];
const wanted = kind === undefined ? names : [kind, ...args];
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`unknown part ${unknown}; there are ${names.join(', ')} and load`);
if (!provideBrowser(mayInstall(findBrowser() !== undefined))) process.exit(1);

for (const [name, measure] of Object.entries(ALONE)) if (wanted.includes(name)) await measure();
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: BROWSER_ARGUMENTS,
});
const server = await startBenchServer();
try {
  for (const [name, measure] of Object.entries(PAGES))
    if (wanted.includes(name)) await measure({ browser, server });
  if (wanted.includes('console')) await consolePages(browser);
} finally {
  await browser.close();
  await server.close();
}
