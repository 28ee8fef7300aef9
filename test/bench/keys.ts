import { type Bench, slowDown, visit, waitUntilIdle } from './page.ts';

/** Keys that are answered faster are not reported. */
const FASTEST_MS = 16;

declare global {
  interface Window {
    __keyTimes: number[];
  }
}

/** A task after the frame would wait for the chunks that have come meanwhile. The browser's own time is rounded to 8 ms. */
const watchKeys = (durationThreshold: number) => {
  window.__keyTimes = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'keydown') window.__keyTimes.push(duration);
  }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
};

interface Typing {
  /** Messages of the history. */
  readonly messages: number;
  /** The answer that streams in meanwhile, and the time from one chunk to the next. */
  readonly chunks: readonly string[];
  readonly everyMs: number;
  readonly keys: number;
}

/** Types on a slow CPU while an answer streams in. Resolves to the time from each key to the frame that shows it, in ms. */
export const typeWhileStreaming = (bench: Bench, { messages, chunks, everyMs, keys }: Typing) =>
  visit(bench, { path: '/widget', messages, isOpen: true }, async (page, session) => {
    await page.evaluate(watchKeys, FASTEST_MS);
    await slowDown(session);
    await page.locator('foyer-chat textarea').focus();
    const streamed = bench.server.stream(chunks, everyMs);
    for (let key = 0; key < keys; key++) {
      await page.keyboard.press('a');
      await page.waitForTimeout(100);
    }
    await streamed;
    await waitUntilIdle(page);
    const slow = await page.evaluate(() => window.__keyTimes);
    return [...slow, ...Array<number>(keys).fill(FASTEST_MS)].slice(0, keys);
  });
