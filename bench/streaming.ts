import type { Browser } from 'playwright';
import { CHUNK_CHARACTERS, chunks } from './markdown.ts';
import { busy, inNewPage, KINDS, type Kind, measuring, median, OPEN, ROUNDS, waitUntilIdle } from './page.ts';
import type { BenchServer } from './server.ts';

const CHUNKS = 2_000;
const QUARTER = CHUNKS / 4;
const EVERY_MS = 4;
const HISTORIES = [0, 1_000];

declare global {
  interface Window {
    __longest: number;
  }
}

/** Records the longest time between two animation frames in the page. */
const watchFrames = () => {
  let last = performance.now();
  let longest = 0;
  const frame = (now: number) => {
    longest = Math.max(longest, now - last);
    last = now;
    window.__longest = longest;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};

/** Busy time and longest frame in ms, busy time of the last quarter ÷ the first, and characters that are shown. */
interface Run {
  readonly busy: number;
  readonly longest: number;
  readonly growth: number;
  readonly shown: number;
}

const measure = (browser: Browser, server: BenchServer, kind: Kind, messages: number): Promise<Run> =>
  inNewPage(browser, async (page) => {
    server.withHistory(messages);
    await page.goto(`${server.url}/${kind}`);
    await OPEN[kind](page);
    await waitUntilIdle(page);
    const session = await measuring(page);
    await page.evaluate(watchFrames);
    await page.waitForTimeout(300);
    await page.evaluate(() => {
      window.__longest = 0;
    });
    const marks: Promise<number>[] = [];
    await server.stream(chunks(CHUNKS), EVERY_MS, (i) => {
      // The stream does not wait for it, because a measurement must not delay the chunks.
      if (i % QUARTER === 0) marks.push(busy(session));
    });
    await page.waitForTimeout(300);
    const end = await busy(session);
    const [start = Number.NaN, second = Number.NaN, , fourth = Number.NaN] = await Promise.all(marks);
    const first = second - start;
    const last = end - fourth;
    const longest = await page.evaluate(() => window.__longest);
    const shown = await page.evaluate(() => {
      const root = document.querySelector('foyer-chat')?.shadowRoot ?? document;
      const last = [...root.querySelectorAll('[data-author="agent"], .message')].at(-1);
      return last?.textContent?.length ?? 0;
    });
    return { busy: end - start, longest, growth: last / first, shown };
  });

/** Measures the main thread while one long answer streams in, compared with the reference. */
export async function streaming(browser: Browser, server: BenchServer): Promise<void> {
  console.log(
    `\nStreaming ${CHUNKS} Markdown chunks of ${CHUNK_CHARACTERS} characters, ${EVERY_MS} ms apart, medians of ${ROUNDS} interleaved rounds`,
  );
  console.log('  history   what        busy ms   longest frame ms   last quarter : first');
  for (const messages of HISTORIES) {
    const runs: Record<Kind, Run[]> = { reference: [], widget: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of KINDS) runs[kind].push(await measure(browser, server, kind, messages));
    }
    for (const kind of KINDS) {
      const of = (key: keyof Run) => median(runs[kind].map((run) => run[key]));
      if (of('shown') < CHUNKS * CHUNK_CHARACTERS * 0.7)
        throw new Error(`the ${kind} did not show the message: ${of('shown')} characters`);
      console.log(
        `  ${String(messages).padStart(7)}   ${kind.padEnd(9)}   ${of('busy').toFixed(0).padStart(7)}   ${of('longest').toFixed(0).padStart(16)}   ${of('growth').toFixed(2).padStart(20)}`,
      );
    }
    const ratio = median(runs.widget.map((run, i) => run.busy / (runs.reference[i]?.busy ?? Number.NaN)));
    console.log(`            ratio       ${ratio.toFixed(2)}× the reference (limit 1.3×)`);
  }
}
