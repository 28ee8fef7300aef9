// Prints the figures of docs/testing.md. Ratios within one run; nothing here passes or fails a test.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { findBrowser } from '../e2e/browser.mjs';
import { CHUNK_CHARACTERS, chunks } from './markdown.mjs';
import { startBenchServer } from './server.mjs';

const CHUNKS = 2_000;
const EVERY_MS = 4;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const HISTORIES = [0, 1_000];
const root = fileURLToPath(new URL('..', import.meta.url));

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const kb = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

function sizes() {
  const size = (path) => brotliCompressSync(readFileSync(root + path)).length;
  const loader = size('dist/browser/widget.js');
  const assets = readdirSync(`${root}dist/browser/assets`).filter((name) => name.startsWith('panel-'));
  const panel = assets.reduce((sum, name) => sum + size(`dist/browser/assets/${name}`), 0);
  console.log('Size, brotli');
  console.log(`  loader                                     ${kb(loader)} (limit 3.0 kB)`);
  console.log(`  everything up to a usable conversation     ${kb(loader + panel)} (limit 36 kB)`);
}

/** Busy time of the page's main thread so far, ms. */
async function busy(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
}

/** The longest gap between two animation frames, watched from inside the page. */
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

const open = {
  async reference(page) {
    await page.locator('[data-ready]').waitFor({ state: 'attached' });
  },
  async widget(page) {
    // By keyboard: a pointer resting over the panel would be tested against it in every frame, in this page only.
    await page.getByRole('button', { name: /^Open chat/ }).press('Enter');
    await page.locator('foyer-chat[data-connection="online"]').waitFor({ state: 'attached' });
  },
};

async function measure(browser, server, kind, messages) {
  server.withHistory(messages);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(`${server.url}/${kind}`);
    await open[kind](page);
    await page.waitForTimeout(1_500);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'timeTicks' });
    await page.evaluate(watchFrames);
    await page.waitForTimeout(300);
    await page.evaluate(() => {
      window.__longest = 0;
    });
    const marks = new Map();
    const at = async (i) => {
      // Not awaited by the stream: a measurement must not hold the chunks up.
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
  } finally {
    await page.close();
  }
}

async function streaming() {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const server = await startBenchServer();
  console.log(
    `\nStreaming ${CHUNKS} Markdown chunks of ${CHUNK_CHARACTERS} characters, ${EVERY_MS} ms apart, medians of ${ROUNDS} interleaved rounds`,
  );
  console.log('  history   what        busy ms   longest frame ms   last quarter : first');
  try {
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
      console.log(`            ratio       ${ratio.toFixed(2)}× the reference (limit 1.6×, goal 1.3×)`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

sizes();
await streaming();
