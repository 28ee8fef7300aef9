import { CHUNK_CHARACTERS, chunks } from './markdown.mjs';
import { busy, inNewPage, measuring, median, OPEN, ROUNDS, waitUntilIdle } from './page.mjs';

const CHUNKS = 2_000;
const EVERY_MS = 4;
const HISTORIES = [0, 1_000];

/** Records the longest time between two animation frames in the page. */
const watchFrames = () => {
  let last = performance.now();
  let longest = 0;
  const frame = (now) => {
    longest = Math.max(longest, now - last);
    last = now;
    window.__longest = longest;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};

const measure = (browser, server, kind, messages) =>
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
    const marks = new Map();
    const at = async (i) => {
      // The stream does not wait for it, because a measurement must not delay the chunks.
      if (i % 500 === 0) marks.set(i, busy(session));
    };
    await server.stream(chunks(CHUNKS), EVERY_MS, at);
    await page.waitForTimeout(300);
    const end = await busy(session);
    const start = await marks.get(0);
    const first = (await marks.get(500)) - start;
    const last = end - (await marks.get(1_500));
    const longest = await page.evaluate(() => window.__longest);
    const shown = await page.evaluate(() => {
      const root = document.querySelector('foyer-chat')?.shadowRoot ?? document;
      const last = [...root.querySelectorAll('[data-author="agent"], .message')].at(-1);
      return last?.textContent?.length ?? 0;
    });
    return { busy: end - start, longest, growth: last / first, shown };
  });

/** Measures the main thread while one long answer streams in, compared with the reference. */
export async function streaming(browser, server) {
  console.log(
    `\nStreaming ${CHUNKS} Markdown chunks of ${CHUNK_CHARACTERS} characters, ${EVERY_MS} ms apart, medians of ${ROUNDS} interleaved rounds`,
  );
  console.log('  history   what        busy ms   longest frame ms   last quarter : first');
  for (const messages of HISTORIES) {
    const runs = { reference: [], widget: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of ['reference', 'widget'])
        runs[kind].push(await measure(browser, server, kind, messages));
    }
    for (const kind of ['reference', 'widget']) {
      const of = (key) => median(runs[kind].map((it) => it[key]));
      if (of('shown') < CHUNKS * CHUNK_CHARACTERS * 0.7)
        throw new Error(`the ${kind} did not show the message: ${of('shown')} characters`);
      console.log(
        `  ${String(messages).padStart(7)}   ${kind.padEnd(9)}   ${of('busy').toFixed(0).padStart(7)}   ${of('longest').toFixed(0).padStart(16)}   ${of('growth').toFixed(2).padStart(20)}`,
      );
    }
    const ratio = median(runs.widget.map((it, i) => it.busy / runs.reference[i].busy));
    console.log(`            ratio       ${ratio.toFixed(2)}× the reference (limit 1.3×)`);
  }
}
