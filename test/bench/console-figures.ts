import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright';
import { bundle } from '../support/bundle.ts';
import type { FiguresDemo } from './figures-process.ts';
import { line, median, ms, ROUNDS } from './page.ts';

const DAY_MS = 24 * 3_600_000;
const PLOTS = '.card canvas';
const MINUTES = 60;

/** The heap in kB, without what can be collected, and without the times that the browser keeps of requests. */
async function heapOf(page: Page, session: CDPSession): Promise<number> {
  await page.evaluate(() => performance.clearResourceTimings());
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 1_000;
}

/** Lets an hour pass, in each minute of which the page reads its figures. */
async function refresh(page: Page): Promise<void> {
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const answered = page.waitForResponse(/\/overview\?/);
    await page.clock.runFor(60_000);
    await (await answered).finished();
  }
}

/** Measures the overview of 400 days, and whether it grows while it stays open. */
export async function consoleFigures(browser: Browser): Promise<void> {
  const { file, remove } = await bundle(fileURLToPath(new URL('figures-process.ts', import.meta.url)));
  const child = fork(file);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const [{ relayUrls, adminKey }] = (await once(child, 'message')) as [FiguresDemo];
    const [url = ''] = relayUrls;
    const [from, to] = [400, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString());
    const address = `${url}/console/overview?from=${from}&to=${to}`;
    const page = await context.newPage();
    await page.goto(`${address}#key=${adminKey}`);
    await page.locator(PLOTS).first().waitFor();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto(address);
      await page.locator(PLOTS).first().waitFor();
      times.push(await page.evaluate(() => performance.now()));
    }
    line('page start to the plots of 400 days', ms(median(times)));

    await page.clock.install();
    await page.goto(`${url}/console/overview`);
    await page.locator(PLOTS).first().waitFor();
    const session = await context.newCDPSession(page);
    // In the first hour the browser compiles.
    await refresh(page);
    const before = await heapOf(page, session);
    await refresh(page);
    const grown = (await heapOf(page, session)) - before;
    line(
      'heap of the overview, second hour of refreshing',
      `${grown > 0 ? '+' : ''}${Math.round(grown)} kB`,
      `of ${Math.round(before)} kB with compiled code; goal: flat`,
    );
  } finally {
    await context.close();
    child.kill();
    remove();
  }
}
