import type { Browser } from 'playwright';
import {
  inNewPage,
  line,
  measureSlowdown,
  median,
  ms,
  onReference,
  openChat,
  ROUNDS,
  timeOpening,
  waitUntilIdle,
} from './page.ts';
import type { BenchServer } from './server.ts';

const LONG = 5_000;
const LONGEST = 10_000;
const SCROLL_MS = 2_000;

/** Scrolls from the end to the beginning and back, one step per frame. Returns the times between frames in ms. */
export const scroll = async ({
  selector,
  durationMs,
}: {
  readonly selector: string;
  readonly durationMs: number;
}): Promise<number[]> => {
  const root = document.querySelector('foyer-chat')?.shadowRoot ?? document;
  const content = root.querySelector(selector);
  const scroller = content && content.scrollHeight > content.clientHeight ? content : content?.parentElement;
  if (!scroller) throw new Error(`the page has no ${selector}`);
  const top = scroller.scrollHeight - scroller.clientHeight;
  const gaps: number[] = [];
  const start = performance.now();
  let last = start;
  await new Promise<void>((resolve) => {
    const frame = (now: number) => {
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

const interactive = (browser: Browser, server: BenchServer, count: number) =>
  inNewPage(browser, async (page) => {
    server.withHistory(count);
    await page.goto(`${server.url}/widget`);
    await waitUntilIdle(page);
    // Older messages are rendered in later tasks, so wait for the newest.
    return timeOpening(page, `[data-message-id="m${count - 1}"]`);
  });

const smooth = (browser: Browser, server: BenchServer, count: number) =>
  inNewPage(browser, async (page) => {
    server.withHistory(count);
    await page.goto(`${server.url}/widget`);
    await openChat(page);
    await page
      .locator('foyer-chat [data-message-id]')
      .nth(count - 1)
      .waitFor({ state: 'attached' });
    await waitUntilIdle(page);
    const gaps = (await page.evaluate(scroll, { selector: '[role=log]', durationMs: SCROLL_MS })).slice(2);
    return {
      longest: Math.max(...gaps),
      perSecond: (gaps.length * 1_000) / gaps.reduce((sum, gap) => sum + gap, 0),
    };
  });

/** Measures when a long conversation is usable and whether it scrolls smoothly. */
export async function history(browser: Browser, server: BenchServer): Promise<void> {
  console.log(`\nLong conversations, medians of ${ROUNDS} rounds`);
  const times: number[] = [];
  const scrolls: { readonly longest: number; readonly perSecond: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await interactive(browser, server, LONG));
    scrolls.push(await smooth(browser, server, LONGEST));
  }
  const of = (key: 'longest' | 'perSecond') => median(scrolls.map((scrolled) => scrolled[key]));
  const usable = median(times);
  line(
    `from the tap to ${LONG} usable messages`,
    ms(usable),
    `${onReference(usable, await measureSlowdown(browser))}; limit 350 ms`,
  );
  line(`frames per second while scrolling ${LONGEST} messages`, of('perSecond').toFixed(0), 'goal 50');
  line('longest frame while scrolling', ms(of('longest')), 'goal 50 ms');
}
