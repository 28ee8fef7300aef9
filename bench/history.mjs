import { calm, inPage, line, median, ms, openChat, ROUNDS, timeOpening } from './page.mjs';

const LONG = 5_000;
const LONGEST = 10_000;
const SCROLL_MS = 2_000;

/** Scrolls from the end to the beginning and back, a step a frame; the gaps between the frames, ms. */
const scroll = async (durationMs) => {
  const log = document.querySelector('foyer-chat').shadowRoot.querySelector('[role=log]');
  const scroller = log.scrollHeight > log.clientHeight ? log : log.parentElement;
  const top = scroller.scrollHeight - scroller.clientHeight;
  const gaps = [];
  const start = performance.now();
  let last = start;
  await new Promise((resolve) => {
    const frame = (now) => {
      gaps.push(now - last);
      last = now;
      const part = (now - start) / durationMs;
      if (part >= 1) return resolve();
      scroller.scrollTop = top * Math.abs(1 - 2 * part);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return gaps;
};

const interactive = (browser, server, count) =>
  inPage(browser, async (page) => {
    server.withHistory(count);
    await page.goto(`${server.url}/widget`);
    await calm(page);
    // What is further up is drawn in later tasks.
    return timeOpening(page, `[data-message-id="m${count - 1}"]`);
  });

const smooth = (browser, server, count) =>
  inPage(browser, async (page) => {
    server.withHistory(count);
    await page.goto(`${server.url}/widget`);
    await openChat(page);
    await page
      .locator('foyer-chat [data-message-id]')
      .nth(count - 1)
      .waitFor({ state: 'attached' });
    await calm(page);
    const gaps = (await page.evaluate(scroll, SCROLL_MS)).slice(2);
    return {
      longest: Math.max(...gaps),
      perSecond: (gaps.length * 1_000) / gaps.reduce((sum, it) => sum + it, 0),
    };
  });

/** Long conversations: how soon they can be used, and whether they scroll smoothly. */
export async function history(browser, server) {
  console.log(`\nLong conversations, medians of ${ROUNDS} rounds`);
  const times = [];
  const scrolls = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await interactive(browser, server, LONG));
    scrolls.push(await smooth(browser, server, LONGEST));
  }
  const of = (key) => median(scrolls.map((it) => it[key]));
  line(`from the tap to ${LONG} messages that can be used`, ms(median(times)), 'limit 350 ms');
  line(
    `frames a second while ${LONGEST} messages are scrolled through`,
    of('perSecond').toFixed(0),
    'goal 50',
  );
  line('longest frame of it', ms(of('longest')), 'goal 50 ms');
}
