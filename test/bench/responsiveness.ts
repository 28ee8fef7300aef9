import type { Browser, Page } from 'playwright';
import { chunks } from './markdown.ts';
import {
  inNewPage,
  line,
  median,
  ms,
  OPEN,
  percentile,
  ROUNDS,
  SLOWDOWN,
  slowDown,
  waitUntilIdle,
} from './page.ts';
import type { BenchServer } from './server.ts';

const CHUNKS = 1_000;
const EVERY_MS = 10;
const HISTORY = 1_000;
const KEYS = 60;
const FRAME_MS = 1_000 / 60;

declare global {
  interface Window {
    __delays: number[];
    __keys: number[];
    __watch(): void;
  }
}

/** Records when frames of the socket arrive, and when the text that they bring has been painted. Runs before the page's scripts. */
const observe = () => {
  const arrived: number[] = [];
  window.__delays = [];
  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', () => arrived.push(performance.now()));
    }
  };
  const painted = new MessageChannel();
  let waiting: number[] = [];
  painted.port1.onmessage = () => {
    const now = performance.now();
    for (const arrivedAt of waiting) window.__delays.push(now - arrivedAt);
    waiting = [];
  };
  window.__watch = () => {
    arrived.length = 0;
    const log = document.querySelector('foyer-chat')?.shadowRoot?.querySelector('[role=log]');
    if (!log) throw new Error('the page shows no conversation');
    // Text is drawn in an animation frame: the next task comes after that frame.
    new MutationObserver(() => {
      waiting.push(...arrived.splice(0));
      painted.port2.postMessage(0);
    }).observe(log, { subtree: true, childList: true, characterData: true });
  };
  window.__keys = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.__keys.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
};

const opened = async (page: Page, server: BenchServer, history: number) => {
  server.withHistory(history);
  await page.addInitScript(observe);
  await page.goto(`${server.url}/widget`);
  await OPEN.widget(page);
  await waitUntilIdle(page);
  await page.evaluate(() => window.__watch());
};

const stream = (server: BenchServer) => server.stream(chunks(CHUNKS), EVERY_MS);

const chunkDelays = (browser: Browser, server: BenchServer) =>
  inNewPage(browser, async (page) => {
    await opened(page, server, HISTORY);
    await stream(server);
    await waitUntilIdle(page);
    return page.evaluate(() => window.__delays);
  });

/** Times of keys until the next frame, while an answer streams on a slow CPU. Keys faster than 16 ms are not reported. */
const keyDelays = (browser: Browser, server: BenchServer) =>
  inNewPage(browser, async (page) => {
    await opened(page, server, 0);
    const session = await page.context().newCDPSession(page);
    await slowDown(session);
    await page.locator('foyer-chat textarea').focus();
    const streamed = stream(server);
    for (let key = 0; key < KEYS; key++) {
      await page.keyboard.press('a');
      await page.waitForTimeout(100);
    }
    await streamed;
    await waitUntilIdle(page);
    const slow = await page.evaluate(() => window.__keys);
    return [...slow, ...Array.from({ length: Math.max(0, KEYS - slow.length) }, () => 16)];
  });

/** Measures how soon text is painted, and how soon a key is answered, while an answer streams. */
export async function responsiveness(browser: Browser, server: BenchServer): Promise<void> {
  console.log(`\nWhile an answer of ${CHUNKS} chunks streams, medians of ${ROUNDS} rounds`);
  const delays: number[] = [];
  const keys: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    delays.push(percentile(await chunkDelays(browser, server), 0.95));
    keys.push(percentile(await keyDelays(browser, server), 0.98));
  }
  const delay = median(delays);
  line(
    `from a chunk to its painted text, after ${HISTORY} messages, p95`,
    ms(delay),
    `${(delay / FRAME_MS).toFixed(1)} frames; goal 2`,
  );
  line(`from a key to the next frame, CPU ${SLOWDOWN} times slower, p98`, ms(median(keys)), 'goal 100 ms');
}
