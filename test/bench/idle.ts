import type { Browser, Page } from 'playwright';
import {
  busy,
  inNewPage,
  line,
  measuring,
  median,
  ms,
  OPEN,
  ROUNDS,
  SLOWDOWN,
  slowDown,
  waitUntilIdle,
} from './page.ts';
import type { BenchServer } from './server.ts';

const MINUTE_MS = 60_000;

declare global {
  interface Window {
    __wakeUps: number;
    __sent: number;
  }
}

/** Counts the callbacks of timers and frames, and what the socket sends. Runs before the page's scripts. */
const count = () => {
  window.__wakeUps = 0;
  window.__sent = 0;
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'] as const) {
    const original = window[name];
    Reflect.set(window, name, (callback: (...args: unknown[]) => void, ...rest: unknown[]) => {
      const counting = (...args: unknown[]) => {
        window.__wakeUps += 1;
        callback(...args);
      };
      return Reflect.apply(original, window, [counting, ...rest]);
    });
  }
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (...args) {
    window.__sent += 1;
    return send.apply(this, args);
  };
};

/** Wake-ups of a minute beside those that send a heartbeat. */
const minute = (browser: Browser, server: BenchServer, isOpen: boolean) =>
  inNewPage(browser, async (page) => {
    server.withHistory(2);
    await page.addInitScript(count);
    await page.goto(`${server.url}/widget`);
    if (isOpen) await OPEN.widget(page);
    await waitUntilIdle(page);
    await waitUntilIdle(page);
    const read = () => page.evaluate(() => ({ wakeUps: window.__wakeUps, sent: window.__sent }));
    const before = await read();
    await page.waitForTimeout(MINUTE_MS);
    const after = await read();
    return { wakeUps: after.wakeUps - before.wakeUps, sent: after.sent - before.sent };
  });

/** Busy time of a page after its load event, on a slow CPU, in ms. */
const afterLoad = async (page: Page, url: string) => {
  const session = await measuring(page);
  await slowDown(session);
  await page.goto(url, { waitUntil: 'load' });
  const loaded = await busy(session);
  await waitUntilIdle(page);
  return (await busy(session)) - loaded;
};

/** Busy time that a page needs to resume a stored conversation, beyond a page that has none. */
const resuming = (browser: Browser, server: BenchServer) =>
  inNewPage(browser, async (page) => {
    server.withHistory(20);
    const url = `${server.url}/article-with-widget`;
    const without = await afterLoad(page, url);
    await OPEN.widget(page);
    await waitUntilIdle(page);
    return (await afterLoad(page, url)) - without;
  });

/** Measures what the widget does while nobody uses it. */
export async function idle(browser: Browser, server: BenchServer): Promise<void> {
  console.log('\nWhile nobody uses it');
  const open = await minute(browser, server, true);
  const closed = await minute(browser, server, false);
  line(
    'wake-ups of a minute, with the panel open',
    String(open.wakeUps),
    `${open.sent} heartbeats; goal 2 beside them`,
  );
  line('the same, closed and without a session', String(closed.wakeUps), 'goal 0');
  const runs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await resuming(browser, server));
  line(
    `main thread of a page that resumes, CPU ${SLOWDOWN} times slower`,
    ms(median(runs)),
    'after load; goal 50 ms',
  );
}
