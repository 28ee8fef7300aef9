import type { Page } from 'playwright';
import {
  type Bench,
  inRounds,
  measureSlowdown,
  onReference,
  ROUNDS,
  SLOWDOWN,
  timeOpening,
  visit,
  waitUntilIdle,
} from './page.ts';
import { inMs, line } from './print.ts';

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
  const recordLoaded = () => {
    window.__loaded = performance.now();
  };
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(recordLoaded)));
};

const seen = (page: Page) =>
  page.evaluate(() => ({
    tasks: window.__tasks,
    shifts: window.__shifts,
    loaded: window.__loaded,
    usable: window.__usable,
  }));

const longest = (tasks: readonly LongTask[]) => Math.max(0, ...tasks.map(({ duration }) => duration));

async function measureRound(bench: Bench) {
  const slower = await measureSlowdown(bench.browser);
  const blocking = (tasks: readonly LongTask[]) =>
    tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - BLOCKING_FROM_MS * slower), 0);
  const article = { messages: 2, isSlow: true, prepare: (page: Page) => page.addInitScript(observe) };
  const withWidget = { ...article, path: '/article-with-widget' };
  const bare = await visit(bench, { ...article, path: '/article' }, seen);
  const tapped = await visit(bench, withWidget, async (page) => {
    const before = await seen(page);
    const usable = await timeOpening(page, USABLE);
    await waitUntilIdle(page);
    const after = await seen(page);
    return { before, usable, opening: after.tasks.slice(before.tasks.length), shifts: after.shifts };
  });
  const wanted = { click: '.launcher', usable: USABLE };
  const cold = await visit(bench, { ...withWidget, wanted }, seen);
  const untilUsable = cold.tasks.filter(({ startTime }) => startTime < cold.usable);
  return {
    slower,
    bare: longest(bare.tasks),
    launcher: longest(tapped.before.tasks),
    usable: tapped.usable,
    whileOpening: longest(tapped.opening),
    shifts: tapped.shifts,
    bareLoaded: bare.loaded,
    cold: cold.usable,
    coldRatio: cold.usable / bare.loaded,
    bareBlocking: blocking(bare.tasks),
    coldBlocking: blocking(untilUsable),
  };
}

type Round = Awaited<ReturnType<typeof measureRound>>;

/** Measures the cost of the launcher and of opening the chat, with a slow CPU and a near server. */
export async function opening(bench: Bench): Promise<void> {
  console.log(
    `\nOpening, CPU ${SLOWDOWN} times slower, medians of ${ROUNDS} rounds; tasks under 50 ms count as 0`,
  );
  const of = await inRounds(() => measureRound(bench));
  const slower = of((round) => round.slower);
  const time = (label: string, key: keyof Round, limit?: string) => {
    const value = of((round) => round[key]);
    line(label, inMs(value), [onReference(value, slower), limit].filter(Boolean).join('; '));
  };
  line('this machine is slower than the reference processor', `${slower.toFixed(2)}×`);
  time('longest task of the page without the widget', 'bare');
  time('longest task with the launcher', 'launcher', 'limit 50 ms');
  time('from the tap to a usable panel', 'usable', 'limit 180 ms');
  time('longest task while it opens', 'whileOpening', 'goal 50 ms');
  line('layout shift of the page, worst round', of(({ shifts }) => shifts, 1).toFixed(3), 'limit 0');
  console.log('  A click as soon as the launcher is painted:');
  time('page start to loaded and painted, without the widget', 'bareLoaded');
  time('page start to usable input', 'cold');
  line('  ratio', `${of(({ coldRatio }) => coldRatio).toFixed(1)}×`, 'goal 2.3×');
  time('blocking time of the page without the widget', 'bareBlocking');
  time('blocking time until then', 'coldBlocking', 'goal 25 ms');
}
