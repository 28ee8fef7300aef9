import { inNewPage, line, median, ms, ROUNDS, timeOpening, waitUntilIdle } from './page.mjs';

const SLOWDOWN = 4;

/** Records long tasks and layout shifts. Runs before the page's scripts. */
const observe = () => {
  window.__tasks = [];
  window.__shifts = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.__tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.__shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
};

const open = (browser, server, path) =>
  inNewPage(browser, async (page) => {
    server.withHistory(2);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(observe);
    await page.goto(server.url + path);
    await waitUntilIdle(page);
    const longest = await page.evaluate(() => Math.max(0, ...window.__tasks));
    if (path === '/article') return { longest, shifts: await page.evaluate(() => window.__shifts) };
    const usable = await timeOpening(page, 'textarea:enabled');
    await waitUntilIdle(page);
    const opened = await page.evaluate(() => Math.max(0, ...window.__tasks));
    return { longest, usable, opened, shifts: await page.evaluate(() => window.__shifts) };
  });

/** Measures the cost of the launcher and of opening the chat, with a slow CPU and a near server. */
export async function opening(browser, server) {
  console.log(
    `\nOpening, CPU ${SLOWDOWN} times slower, medians of ${ROUNDS} rounds; tasks under 50 ms count as 0`,
  );
  const bare = [];
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await open(browser, server, '/article'));
    runs.push(await open(browser, server, '/article-with-widget'));
  }
  const of = (key) => median(runs.map((it) => it[key]));
  line('longest task of the page without the widget', ms(median(bare.map((it) => it.longest))));
  line('longest task with the launcher', ms(of('longest')), 'limit 50 ms');
  line('from the tap to a usable panel', ms(of('usable')), 'limit 180 ms');
  line('longest task while it opens', ms(of('opened')));
  line(
    'layout shift of the page, worst round',
    Math.max(...runs.map((it) => it.shifts)).toFixed(3),
    'limit 0',
  );
}
