import type { Browser, BrowserContext, Page } from 'playwright';
import type { Figures, FiguresReady } from './figures-process.ts';
import { scroll } from './history.ts';
import {
  inRounds,
  measureSlowdown,
  onReference,
  ROUNDS,
  SLOWDOWN,
  slowDown,
  VIEWPORT,
  watchPaints,
  whenUsable,
} from './page.ts';
import { inMs, line } from './print.ts';
import { startProcess } from './processes.ts';

const DAY_MS = 24 * 3_600_000;
const HISTORY = '/admin/v1/metric-history?metric=turn_latency_p95&window_duration=60m';
const AT_ONCE = 10;
const ROWS = 10_000;
const PLOTS = '.card canvas';

/** Opens a page of the console. Resolves to it, and to the milliseconds until `usable` was painted. */
async function open(context: BrowserContext, url: string, usable: string, isSlow = false) {
  const page = await context.newPage();
  if (isSlow) await slowDown(await context.newCDPSession(page));
  await page.addInitScript(watchPaints, { usable });
  await page.goto(url);
  return { page, inMs: await whenUsable(page) };
}

async function showRows(page: Page): Promise<void> {
  const rows = page.locator('[data-row]');
  for (let count = await rows.count(); count < ROWS; count = await rows.count()) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(count).waitFor({ state: 'attached' });
  }
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

    const list = `${url}/console/conversations?range=7d`;
    const { page } = await open(context, `${list}#key=${adminKey}`, '[data-row]');
    const opened = await inRounds(async () => {
      const storageState = await context.storageState();
      const cold = await browser.newContext({ storageState, viewport: VIEWPORT });
      const { inMs } = await open(cold, list, '[data-row]', true);
      await cold.close();
      return inMs;
    });
    const usable = opened((it) => it);
    line(
      `page start to the first rows, CPU ${SLOWDOWN} times slower`,
      inMs(usable),
      `${onReference(usable, await measureSlowdown(browser))}; limit 1,000 ms`,
    );
    await showRows(page);
    const selector = '.list-side > .remote';
    const longest = await inRounds(async () =>
      Math.max(...(await page.evaluate(scroll, { selector, durationMs: 2_000 }))),
    );
    line(`longest frame while ${ROWS} rows scroll`, inMs(longest((it) => it)), 'limit 34 ms');

    const [from, to] = [400, 0].map((days) => new Date(Date.now() - days * DAY_MS).toISOString());
    const overview = `${url}/console/overview?from=${from}&to=${to}`;
    const plotted = await inRounds(() => open(context, overview, PLOTS));
    line('page start to the plots of 400 days', inMs(plotted((it) => it.inMs)));
  } finally {
    await context.close();
    relay.close();
  }
}
