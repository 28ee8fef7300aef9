import type { Browser, Page } from 'playwright';
import {
  addWhenPainted,
  clickWhenPainted,
  inNewPage,
  line,
  measureSlowdown,
  median,
  ms,
  onReference,
  ROUNDS,
  SLOWDOWN,
  slowDown,
  timeOpening,
  waitUntilIdle,
} from './page.ts';
import type { BenchServer } from './server.ts';

/** A task blocks the page by the time that it takes beyond this, on the reference processor. */
const BLOCKING_FROM_MS = 50;
const USABLE = 'textarea:enabled';

interface LongTask {
  readonly startTime: number;
  readonly duration: number;
}

declare global {
  interface Window {
    __tasks: LongTask[];
    __shifts: number;
    __loaded: number;
  }
  /** https://wicg.github.io/layout-instability/ */
  interface PerformanceEntry {
    readonly value: number;
  }
}

/** Records long tasks and layout shifts, and when the page is loaded and painted. Runs before the page's scripts. */
const observe = () => {
  window.__tasks = [];
  window.__shifts = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.__tasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.__shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('load', () =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.__loaded = performance.now();
      }),
    ),
  );
};

interface Visit {
  /** Runs before the page's scripts, with the selector of what is usable. */
  readonly early?: (usable: string) => void;
  /** Runs when the page is idle. */
  readonly action?: (page: Page) => Promise<number>;
}

/** Opens a page of the server on the slow CPU and waits until it is idle. */
const visit = (browser: Browser, server: BenchServer, path: string, { early, action }: Visit = {}) =>
  inNewPage(browser, async (page) => {
    server.withHistory(2);
    const session = await page.context().newCDPSession(page);
    await slowDown(session);
    await page.addInitScript(observe);
    if (early) {
      await page.addInitScript(addWhenPainted);
      await page.addInitScript(early, USABLE);
    }
    await page.goto(server.url + path);
    await waitUntilIdle(page);
    const before = await page.evaluate(() => window.__tasks.length);
    const opened = (await action?.(page)) ?? Number.NaN;
    const seen = await page.evaluate(() => ({
      tasks: window.__tasks,
      shifts: window.__shifts,
      loaded: window.__loaded,
      usable: window.__usable,
    }));
    return { ...seen, opened, before };
  });

const tapped = async (page: Page) => {
  const usable = await timeOpening(page, USABLE);
  await waitUntilIdle(page);
  return usable;
};

const longest = (tasks: readonly LongTask[]) => Math.max(0, ...tasks.map(({ duration }) => duration));

/** Blocking time on this machine. */
const blocking = (tasks: readonly LongTask[], slower: number) =>
  tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - BLOCKING_FROM_MS * slower), 0);

async function measureRound(browser: Browser, server: BenchServer) {
  const slower = await measureSlowdown(browser);
  const bare = await visit(browser, server, '/article');
  const run = await visit(browser, server, '/article-with-widget', { action: tapped });
  const cold = await visit(browser, server, '/article-with-widget', { early: clickWhenPainted });
  const untilUsable = cold.tasks.filter(({ startTime }) => startTime < cold.usable);
  return {
    slower,
    bare: longest(bare.tasks),
    bareLoaded: bare.loaded,
    bareBlocking: blocking(bare.tasks, slower),
    launcher: longest(run.tasks.slice(0, run.before)),
    usable: run.opened,
    whileOpening: longest(run.tasks.slice(run.before)),
    shifts: run.shifts,
    cold: cold.usable,
    coldRatio: cold.usable / bare.loaded,
    coldBlocking: blocking(untilUsable, slower),
    coldLongest: longest(untilUsable),
  };
}

type Round = Awaited<ReturnType<typeof measureRound>>;

/** Measures the cost of the launcher and of opening the chat, with a slow CPU and a near server. */
export async function opening(browser: Browser, server: BenchServer): Promise<void> {
  console.log(
    `\nOpening, CPU ${SLOWDOWN} times slower, medians of ${ROUNDS} rounds; tasks under 50 ms count as 0`,
  );
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(browser, server));
  const of = (key: keyof Round) => median(rounds.map((round) => round[key]));
  const slower = of('slower');
  const time = (label: string, key: keyof Round, goal?: string) =>
    line(label, ms(of(key)), [onReference(of(key), slower), goal].filter(Boolean).join('; '));
  line('this machine is slower than the reference processor', `${slower.toFixed(2)}×`);
  time('longest task of the page without the widget', 'bare');
  time('longest task with the launcher', 'launcher', 'limit 50 ms');
  time('from the tap to a usable panel', 'usable', 'limit 180 ms');
  time('longest task while it opens', 'whileOpening', 'goal 50 ms');
  line(
    'layout shift of the page, worst round',
    Math.max(...rounds.map(({ shifts }) => shifts)).toFixed(3),
    'limit 0',
  );
  console.log('  A click as soon as the launcher is painted:');
  time('page start to loaded and painted, without the widget', 'bareLoaded');
  time('page start to usable input', 'cold');
  line(
    'page start to usable input ÷ the page without the widget',
    `${of('coldRatio').toFixed(1)}×`,
    'goal 2.3×',
  );
  time('blocking time until then', 'coldBlocking', 'goal 25 ms');
  time('  of the page without the widget', 'bareBlocking');
  time('longest task until then', 'coldLongest', 'goal 50 ms');
}
