import type { Browser } from 'playwright';
import {
  addWhenPainted,
  clickWhenPainted,
  inNewPage,
  type Kind,
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
  return gaps;
};

/** Waits for the newest message of the reference. */
const waitForReady = async (newest: string) => {
  await window.whenPainted(newest);
  window.__usable = performance.now();
};

declare global {
  interface Window {
    /** Milliseconds from the page's start until the socket's first frame, which holds the history. */
    __arrived: number;
  }
}

/** Records when the first frame arrives. Runs before the page's scripts. */
const recordArrival = () => {
  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', () => (window.__arrived ??= performance.now()));
    }
  };
};

/**
 * Milliseconds to the newest message, from the page's start and from the frame that holds the history; the widget is opened as soon
 * as its launcher is painted.
 */
const untilUsable = (browser: Browser, server: BenchServer, kind: Kind, count: number) =>
  inNewPage(browser, async (page) => {
    server.withHistory(count);
    await page.addInitScript(addWhenPainted);
    await page.addInitScript(recordArrival);
    if (kind === 'widget') await page.addInitScript(clickWhenPainted, `[data-message-id="m${count - 1}"]`);
    else await page.addInitScript(waitForReady, '[data-ready] .message:last-child');
    await page.goto(`${server.url}/${kind}`);
    // Nothing is asked of the page while it loads: Playwright's own script would take its time.
    for (;;) {
      await waitUntilIdle(page);
      const { usable, arrived } = await page.evaluate(() => ({
        usable: window.__usable,
        arrived: window.__arrived,
      }));
      if (usable > 0) return { start: usable, frame: usable - arrived };
    }
  });

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
  for (const { count, goal } of COMPARED) {
    const runs: Record<Kind, Awaited<ReturnType<typeof untilUsable>>>[] = [];
    for (let round = 0; round < ROUNDS; round++)
      runs.push({
        reference: await untilUsable(browser, server, 'reference', count),
        widget: await untilUsable(browser, server, 'widget', count),
      });
    const from = (mark: 'start' | 'frame') => ({
      ofKind: (kind: Kind) => ms(median(runs.map((run) => run[kind][mark]))),
      ratio: `${median(runs.map(({ widget, reference }) => widget[mark] / reference[mark])).toFixed(2)}×`,
    });
    line(`page start to ${count} usable messages, with the click`, from('start').ofKind('widget'));
    line('  of the reference, without a launcher', from('start').ofKind('reference'));
    line('  ratio', from('start').ratio, `goal ${goal}`);
    line('  from the frame that holds them', from('frame').ofKind('widget'));
    line('  of the reference', from('frame').ofKind('reference'));
    line('  ratio', from('frame').ratio);
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
