import type { Page } from 'playwright';
import {
  type Bench,
  inRounds,
  type Kind,
  measureSlowdown,
  onReference,
  ROUNDS,
  timeOpening,
  visit,
  waitUntilIdle,
  whenUsable,
} from './page.ts';
import { inMs, line } from './print.ts';

const LONG = 5_000;
/** Numbers of messages, and how long they may take beside the reference. */
const COMPARED = [
  { count: 1_000, goal: '1.3×' },
  { count: LONG, goal: '0.8×' },
];
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
  // The first frames are of what was before.
  return gaps.slice(2);
};

/** Older messages are rendered in later tasks, so wait for the newest. */
const newest = (count: number) => `[data-message-id="m${count - 1}"]`;

/** A long history is of a visitor who comes back: their browser knows the session. */
const knowSession = (page: Page) =>
  page.addInitScript(() => localStorage.setItem(`foyer:${location.origin}`, 'session-1'));

/** Milliseconds from the page's start to the newest message; the widget is opened as soon as its launcher is painted. */
const untilUsable = (bench: Bench, kind: Kind, messages: number) => {
  const wanted = {
    reference: { usable: '[data-ready] .message:last-child' },
    widget: { click: '.launcher', usable: newest(messages) },
  }[kind];
  const prepare = kind === 'widget' ? { prepare: knowSession } : {};
  return visit(bench, { path: `/${kind}`, messages, wanted, ...prepare }, whenUsable);
};

const smooth = (bench: Bench) =>
  visit(bench, { path: '/widget', messages: LONGEST, isOpen: true }, async (page) => {
    const messages = page.locator('foyer-chat [data-message-id]');
    await messages.nth(LONGEST - 1).waitFor({ state: 'attached' });
    await waitUntilIdle(page);
    const gaps = await page.evaluate(scroll, { selector: '[role=log]', durationMs: SCROLL_MS });
    const perSecond = (gaps.length * 1_000) / gaps.reduce((sum, gap) => sum + gap, 0);
    return { longest: Math.max(...gaps), perSecond };
  });

/** Measures when a long conversation is usable and whether it scrolls smoothly. */
export async function history(bench: Bench): Promise<void> {
  console.log(`\nLong conversations, medians of ${ROUNDS} rounds`);
  for (const { count, goal } of COMPARED) {
    const of = await inRounds(async () => ({
      reference: await untilUsable(bench, 'reference', count),
      widget: await untilUsable(bench, 'widget', count),
    }));
    line(`page start to ${count} usable messages, with the click`, inMs(of(({ widget }) => widget)));
    line('  of the reference, without a launcher', inMs(of(({ reference }) => reference)));
    const ratio = of(({ widget, reference }) => widget / reference);
    line('  ratio', `${ratio.toFixed(2)}×`, `goal ${goal}`);
  }
  const path = '/widget';
  const of = await inRounds(async () => ({
    opened: await visit(bench, { path, messages: LONG }, (page) => timeOpening(page, newest(LONG))),
    scrolled: await smooth(bench),
  }));
  const opened = of((round) => round.opened);
  const slower = await measureSlowdown(bench.browser);
  line(
    `from the tap to ${LONG} usable messages`,
    inMs(opened),
    `${onReference(opened, slower)}; limit 350 ms`,
  );
  const perSecond = of(({ scrolled }) => scrolled.perSecond);
  line(`frames per second while scrolling ${LONGEST} messages`, perSecond.toFixed(0), 'goal 50');
  line('longest frame while scrolling', inMs(of(({ scrolled }) => scrolled.longest)), 'goal 50 ms');
}
