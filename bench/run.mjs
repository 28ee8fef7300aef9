// Prints the figures of docs/testing.md. It compares values of one run and never fails.
import { chromium } from 'playwright';
import { findBrowser } from '../e2e/browser.ts';
import { consolePages } from './console.mjs';
import { history } from './history.mjs';
import { idle } from './idle.mjs';
import { hostileMarkdown } from './markdown.mjs';
import { opening } from './opening.mjs';
import { pages } from './pages.mjs';
import { platform } from './platform.mjs';
import { proxy } from './proxy.mjs';
import { responsiveness } from './responsiveness.mjs';
import { rollups } from './rollups.mjs';
import { startBenchServer } from './server.mjs';
import { sessions } from './sessions.mjs';
import { sizes } from './sizes.mjs';
import { streaming } from './streaming.mjs';
import { weight } from './weight.mjs';

sizes();
await sessions();
await pages();
await rollups();
await platform();
await proxy();
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const server = await startBenchServer();
try {
  for (const measure of [opening, history, weight, streaming, responsiveness, idle, hostileMarkdown])
    await measure(browser, server);
  await consolePages(browser);
} finally {
  await browser.close();
  await server.close();
}
