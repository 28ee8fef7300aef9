import type { Browser, CDPSession, Page } from 'playwright';
import type { Figures, FiguresReady } from './figures-process.ts';
import { scroll } from './history.ts';
import {
  inMs,
  inRounds,
  line,
  measureSlowdown,
  onReference,
  ROUNDS,
  SLOWDOWN,
  slowDown,
  VIEWPORT,
} from './page.ts';
import { startProcess } from './processes.ts';

const DAY_MS = 24 * 3_600_000;
const HISTORY = '/admin/v1/metric-history?metric=turn_latency_p95&window_duration=60m';
const AT_ONCE = 10;
const ROWS = 10_000;
const PLOTS = '.card canvas';
const MINUTES = 60;

/** Milliseconds from the start of the page until `selector` was painted. */
async function untilPainted(page: Page, address: string, selector: string): Promise<number> {
  await page.goto(address);
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector(wanted)) setTimeout(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    selector,
  );
}

async function showRows(page: Page): Promise<void> {
  const rows = page.locator('[data-row]');
  for (let count = await rows.count(); count < ROWS; count = await rows.count()) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(count).waitFor({ state: 'attached' });
  }
}

/** Lets an hour pass, in each minute of which the page reads its figures. Resolves to the heap in kB. */
async function refresh(page: Page, session: CDPSession): Promise<number> {
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const answered = page.waitForResponse(/\/overview\?/);
    await page.clock.runFor(60_000);
    await (await answered).finished();
  }
  // The browser keeps the times of requests.
  await page.evaluate(() => performance.clearResourceTimings());
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000;
}

/** Measures the console in front of a relay that has read 400 busy days, and what figures cost that relay. */
export async function consolePages(browser: Browser): Promise<void> {
  console.log(`\nConsole and figures, medians of ${ROUNDS} rounds`);
  const relay = await startProcess<Figures, FiguresReady>('figures-process.ts', {
    execArgv: ['--expose-gc'],
  });
  const { url, adminKey, storeMb } = relay.ready;
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    line('rollups of 400 busy days with the ids behind figures, in memory', `${storeMb.toFixed(0)} MB`);
    const authorized = { headers: { Authorization: `Bearer ${adminKey}` } };
    // The relay has read all that it reads at its start.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await relay.ask('longestTurn');
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const answer = await fetch(url + HISTORY, authorized);
        if (!answer.ok) throw new Error(`expected figures; got status ${answer.status}`);
        await answer.arrayBuffer();
      }),
    );
    const longestTurn = inMs(await relay.ask('longestTurn'));
    line(`longest work at a stretch, for ${AT_ONCE} first metrics of a rule`, longestTurn, 'goal 50 ms');

    const page = await context.newPage();
    const list = `${url}/console/conversations?range=7d`;
    await untilPainted(page, `${list}#key=${adminKey}`, '[data-row]');
    const opened = await inRounds(async () => {
      const storageState = await context.storageState();
      const cold = await browser.newContext({ storageState, viewport: VIEWPORT });
      const first = await cold.newPage();
      await slowDown(await cold.newCDPSession(first));
      const usable = await untilPainted(first, list, '[data-row]');
      await cold.close();
      return usable;
    });
    const usable = opened((it) => it);
    line(
      `page start to the first rows, CPU ${SLOWDOWN} times slower`,
      inMs(usable),
      `${onReference(usable, await measureSlowdown(browser))}; limit 1,000 ms`,
    );
    await showRows(page);
    const selector = '.conversation-list > .remote';
    const longest = await inRounds(async () =>
      Math.max(...(await page.evaluate(scroll, { selector, durationMs: 2_000 }))),
    );
    line(`longest frame while ${ROWS} rows scroll`, inMs(longest((it) => it)), 'limit 34 ms');

    const [from, to] = [400, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString());
    const plotted = await inRounds(() =>
      untilPainted(page, `${url}/console/overview?from=${from}&to=${to}`, PLOTS),
    );
    line('page start to the plots of 400 days', inMs(plotted((it) => it)));

    await page.clock.install();
    await untilPainted(page, `${url}/console/overview`, PLOTS);
    const session = await context.newCDPSession(page);
    // In the first hour the browser compiles.
    const before = await refresh(page, session);
    const grown = Math.round((await refresh(page, session)) - before);
    const of = `of ${Math.round(before)} kB with compiled code; goal: flat`;
    line('heap of the overview, second hour of refreshing', `${grown > 0 ? '+' : ''}${grown} kB`, of);
  } finally {
    await context.close();
    relay.close();
  }
}
