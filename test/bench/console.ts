import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import { bundle } from '../support/bundle.ts';
import type { ConsoleDemo } from './console-process.ts';
import { scroll } from './history.ts';
import { line, measureSlowdown, median, ms, onReference, ROUNDS, SLOWDOWN, slowDown } from './page.ts';

const ROWS = 10_000;
const LIST = '/console/conversations?range=7d';

declare global {
  interface Window {
    /** Time at which the page was usable, in ms after its start. */
    __usable: number;
  }
}

/** Tells when the first row has been painted. Runs before the scripts of the page. */
const watchRows = () => {
  const look = () => {
    if (document.querySelector('[data-row]'))
      setTimeout(() => {
        window.__usable = performance.now();
      });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** Bytes that the page has loaded besides the answers to its calls. */
const loadedBytes = () =>
  [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ initiatorType }) => initiatorType !== 'fetch')
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);

async function open(context: BrowserContext, url: string, { isSlow = false } = {}): Promise<Page> {
  const page = await context.newPage();
  if (isSlow) await slowDown(await context.newCDPSession(page));
  await page.addInitScript(watchRows);
  await page.goto(url);
  await page.waitForFunction(() => window.__usable);
  return page;
}

async function longList(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Show more' });
  const rows = () => page.locator('[data-row]').count();
  for (let count = await rows(); count < ROWS; ) {
    await more.click();
    await page.waitForFunction((before) => document.querySelectorAll('[data-row]').length > before, count);
    count = await rows();
  }
}

/** Measures when the list of conversations is usable, and whether a long one scrolls smoothly. */
export async function consolePages(browser: Browser): Promise<void> {
  console.log(`\nConsole, medians of ${ROUNDS} rounds`);
  const { file, remove } = await bundle(fileURLToPath(new URL('console-process.ts', import.meta.url)));
  const child = fork(file);
  child.send({ conversations: ROWS * 1.3 });
  const [{ relayUrl, adminKey }] = (await once(child, 'message')) as [ConsoleDemo];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const signedIn = await open(context, `${relayUrl}${LIST}#key=${adminKey}`);
    await signedIn.close();
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const cold = await browser.newContext({
        storageState: await context.storageState(),
        viewport: { width: 1280, height: 800 },
      });
      const page = await open(cold, relayUrl + LIST, { isSlow: true });
      times.push(await page.evaluate(() => window.__usable));
      bytes = await page.evaluate(loadedBytes);
      await cold.close();
    }
    const usable = median(times);
    line('first page, as it was sent', `${(bytes / 1_000).toFixed(1)} kB`, 'limit 70 kB');
    line(
      `page start to the first rows, CPU ${SLOWDOWN} times slower`,
      ms(usable),
      `${onReference(usable, await measureSlowdown(browser))}; limit 1,000 ms`,
    );
    const page = await open(context, relayUrl + LIST);
    await longList(page);
    const longest: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const gaps = await page.evaluate(scroll, {
        selector: '.conversation-list > .remote',
        durationMs: 2_000,
      });
      longest.push(Math.max(...gaps.slice(2)));
    }
    line(`longest frame while ${ROWS} rows scroll`, ms(median(longest)), 'limit 34 ms');
  } finally {
    await context.close();
    child.kill();
    remove();
  }
}
