import type { Browser, Page } from 'playwright';
import { CHUNK_CHARACTERS, chunks } from './markdown.ts';
import {
  busy,
  inNewPage,
  KINDS,
  measuring,
  median,
  OPEN,
  percentile,
  ROUNDS,
  waitUntilIdle,
} from './page.ts';
import type { BenchServer } from './server.ts';

const CHUNKS = 2_000;
const QUARTER = CHUNKS / 4;
const EVERY_MS = 4;
const HISTORIES = [0, 1_000];
/** Busy time of the widget ÷ that of the reference, by history: with fading words, and still. */
const GOALS: Readonly<Record<number, readonly [faded: number, still: number]>> = {
  0: [1.5, 1.1],
  1000: [0.8, 0.5],
};

/** `still`: the widget for a visitor who prefers reduced motion. */
const READERS = [...KINDS, 'still'] as const;
type Reader = (typeof READERS)[number];

/** Opens the page of a reader, and waits until it is idle. */
async function openReader(page: Page, { url }: BenchServer, reader: Reader): Promise<void> {
  const isWidget = reader === 'widget' || reader === 'still';
  await page.emulateMedia({ reducedMotion: reader === 'still' ? 'reduce' : 'no-preference' });
  await page.goto(`${url}/${isWidget ? 'widget' : reader}`);
  await OPEN[isWidget ? 'widget' : 'reference'](page);
  await waitUntilIdle(page);
}

declare global {
  interface Window {
    __longest: number;
    __paintedAt: number[];
  }
}

/** Records the longest frame of the page. A loop of animation frames would have the page pay for frames of its own. */
const watchFrames = () => {
  window.__longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.__longest = Math.max(window.__longest, duration);
  }).observe({ type: 'long-animation-frame' });
};

/** Busy time and longest frame in ms (0: none took 50 ms), busy time of the last quarter ÷ the first, and characters that are shown. */
interface Run {
  readonly busy: number;
  readonly longest: number;
  readonly growth: number;
  readonly shown: number;
}

const measure = (browser: Browser, server: BenchServer, reader: Reader, messages: number): Promise<Run> =>
  inNewPage(browser, async (page) => {
    server.withHistory(messages);
    await openReader(page, server, reader);
    const session = await measuring(page);
    await page.evaluate(watchFrames);
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

/** Number of chunks from one mark to the next, and the mark: a word that is nothing in Markdown. */
const MARK_EVERY = 20;
const markOf = (chunk: number) => `mark${chunk}x`;

/** Records when the frame that first shows each mark has been painted, in ms since 1970. */
const watchMarks = (marks: readonly string[]) => {
  window.__paintedAt = [];
  const look = () => {
    const root = document.querySelector('foyer-chat')?.shadowRoot ?? document;
    const text = [...root.querySelectorAll('[data-author="agent"], .message')].at(-1)?.textContent ?? '';
    const shown = window.__paintedAt.length;
    const mark = marks[shown];
    if (mark !== undefined && text.includes(mark)) {
      const count = marks.slice(shown).filter((one) => text.includes(one)).length;
      const record = () => performance.timeOrigin + performance.now();
      for (let index = 0; index < count; index++) window.__paintedAt.push(Number.NaN);
      setTimeout(() => window.__paintedAt.fill(record(), shown, shown + count));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** Times in ms from sending a chunk to the painted frame that shows it. */
const chunkToPaint = (browser: Browser, server: BenchServer, reader: Reader): Promise<readonly number[]> =>
  inNewPage(browser, async (page) => {
    server.withHistory(0);
    await openReader(page, server, reader);
    // Words only: a mark within a link or a fence would not be shown.
    const pieces = Array.from({ length: CHUNKS }, (_, i) =>
      i % MARK_EVERY === 0 ? `\n\n${markOf(i)} begins ` : 'some words follow it ',
    );
    const marks = pieces.flatMap((_, i) => (i % MARK_EVERY === 0 ? [markOf(i)] : []));
    await page.evaluate(watchMarks, marks);
    const sentAt: number[] = [];
    await server.stream(pieces, EVERY_MS, (i) => {
      if (i % MARK_EVERY === 0) sentAt.push(performance.timeOrigin + performance.now());
    });
    await page.waitForTimeout(1_000);
    const paintedAt = await page.evaluate(() => window.__paintedAt);
    if (paintedAt.length !== marks.length)
      throw new Error(`the ${reader} showed ${paintedAt.length} of ${marks.length} marks`);
    return paintedAt.map((at, i) => at - (sentAt[i] ?? Number.NaN));
  });

/** Measures the main thread while one long answer streams in, compared with the reference. */
export async function streaming(browser: Browser, server: BenchServer): Promise<void> {
  console.log(
    `\nStreaming ${CHUNKS} Markdown chunks of ${CHUNK_CHARACTERS} characters, ${EVERY_MS} ms apart, medians of ${ROUNDS} interleaved rounds`,
  );
  console.log('  history   what         busy ms   longest frame ms   last quarter : first');
  for (const messages of HISTORIES) {
    const runs: Record<Reader, Run[]> = {
      reference: [],
      widget: [],
      still: [],
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const reader of READERS) runs[reader].push(await measure(browser, server, reader, messages));
    }
    for (const reader of READERS) {
      const of = (key: keyof Run) => median(runs[reader].map((run) => run[key]));
      if (of('shown') < CHUNKS * CHUNK_CHARACTERS * 0.7)
        throw new Error(`the ${reader} did not show the message: ${of('shown')} characters`);
      console.log(
        `  ${String(messages).padStart(7)}   ${reader.padEnd(10)}   ${of('busy').toFixed(0).padStart(7)}   ${of('longest').toFixed(0).padStart(16)}   ${of('growth').toFixed(2).padStart(20)}`,
      );
    }
    const ratio = (reader: Reader) =>
      median(runs[reader].map((run, i) => run.busy / (runs.reference[i]?.busy ?? Number.NaN))).toFixed(2);
    const [faded, still] = GOALS[messages] ?? [];
    console.log(`            ratio       ${ratio('widget')}× the reference (goal ${faded}×)`);
    console.log(`            still       ${ratio('still')}× the reference (goal ${still}×)`);
  }
  for (const reader of READERS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(...(await chunkToPaint(browser, server, reader)));
    const figures = [percentile(times, 0.5), percentile(times, 0.95)].map((time) => time.toFixed(0));
    console.log(
      `  ${reader.padEnd(10)}   chunk to paint, median · 95th percentile   ${figures.join(' · ')} ms`,
    );
  }
}
