import type { CDPSession, Page } from 'playwright';
import { typeWhileStreaming } from './keys.ts';
import {
  type Bench,
  inRounds,
  measureSlowdown,
  onReference,
  ROUNDS,
  SLOWDOWN,
  slowDown,
  visit,
  waitUntilIdle,
} from './page.ts';
import { inMs, line, percentile } from './print.ts';
import { chunks, EVERY_MS } from './streaming.ts';

const USABLE = 'textarea:enabled';
/** Time between the pointer's arrival and the press. */
const HOVER_MS = 200;
/** A closed chat closes its socket after a minute. */
const REST_MS = 61_000;
const MESSAGES = 20;

declare global {
  interface Window {
    __pressed: Promise<number>;
    __longest: number;
    __words: number[];
  }
}

/** Records the time from a press on the launcher until `selector` is painted, and the longest task from then on. */
const watchPress = (selector: string) => {
  window.__longest = 0;
  window.__pressed = new Promise((resolve) => {
    addEventListener(
      'pointerdown',
      ({ timeStamp }) => {
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries())
            window.__longest = Math.max(window.__longest, duration);
        }).observe({ type: 'longtask' });
        window.whenPainted(selector).then(() => resolve(performance.now() - timeStamp));
      },
      { capture: true, once: true },
    );
  });
};

async function middleOfLauncher(page: Page): Promise<readonly [number, number]> {
  const box = await page.locator('foyer-chat .launcher').boundingBox();
  if (!box) throw new Error('the page has no launcher');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Presses the launcher `afterMs` after the pointer has come. Resolves to the time until it is usable, and to the longest task. */
async function press(page: Page, session: CDPSession, afterMs: number) {
  const [x, y] = await middleOfLauncher(page);
  await page.evaluate(watchPress, USABLE);
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased') =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      ...(type !== 'mouseMoved' && { button: 'left', clickCount: 1 }),
    });
  if (afterMs > 0) {
    await send('mouseMoved');
    await page.waitForTimeout(afterMs);
  }
  await send('mousePressed');
  await send('mouseReleased');
  const usable = await page.evaluate(() => window.__pressed);
  await waitUntilIdle(page);
  return { usable, longest: await page.evaluate(() => window.__longest) };
}

const pressAfter = (bench: Bench, afterMs: number) =>
  visit(bench, { path: '/article-with-widget', messages: 2, isSlow: true }, (page, session) =>
    press(page, session, afterMs),
  );

/** A chat that was opened, closed, and has closed its socket since. */
const pressResting = (bench: Bench) =>
  visit(bench, { path: '/article-with-widget', messages: 2, isOpen: true }, async (page, session) => {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(REST_MS);
    await slowDown(session);
    await waitUntilIdle(page);
    return press(page, session, 0);
  });

const keysWhileStreaming = async (bench: Bench) => {
  const typing = { messages: 1_000, chunks: chunks(1_500), everyMs: EVERY_MS, keys: 40 };
  return percentile(await typeWhileStreaming(bench, typing), 0.95);
};

/** Records the time from each frame of a socket until the message in it is painted. Runs before the page's scripts. */
const watchWords = () => {
  window.__words = [];
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        const id = /"message_id":"(said-\d+)"/.exec(String(data))?.[1];
        const arrivedAt = performance.now();
        if (id)
          window
            .whenPainted(`[data-message-id="${id}"]`)
            .then(() => window.__words.push(performance.now() - arrivedAt));
      });
    }
  };
};

const words = (bench: Bench) =>
  visit(
    bench,
    { path: '/widget', messages: 20, isOpen: true, prepare: (page) => page.addInitScript(watchWords) },
    async (page, session) => {
      await slowDown(session);
      for (let nth = 0; nth < MESSAGES; nth++) {
        bench.server.say(`said-${nth}`);
        await page.waitForTimeout(300);
      }
      await waitUntilIdle(page);
      return percentile(await page.evaluate(() => window.__words), 0.95);
    },
  );

/** Measures what a visitor feels: the press, a key, the words of an answer. */
export async function feel(bench: Bench): Promise<void> {
  console.log(`\nAs it is felt, CPU ${SLOWDOWN} times slower, medians of ${ROUNDS} rounds`);
  const of = await inRounds(async () => ({
    hovered: await pressAfter(bench, HOVER_MS),
    pressed: await pressAfter(bench, 0),
    resting: await pressResting(bench),
    key: await keysWhileStreaming(bench),
    words: await words(bench),
  }));
  const slower = await measureSlowdown(bench.browser);
  const time = (label: string, value: number, goal: string) =>
    line(label, inMs(value), `${onReference(value, slower)}; goal ${goal}`);
  time(
    `press to usable, the pointer came ${HOVER_MS} ms before`,
    of(({ hovered }) => hovered.usable),
    '120 ms',
  );
  time(
    'press to usable, without',
    of(({ pressed }) => pressed.usable),
    '250 ms',
  );
  time(
    'press to usable, resting conversation',
    of(({ resting }) => resting.usable),
    '150 ms',
  );
  time(
    '  longest task',
    of(({ resting }) => resting.longest),
    '50 ms',
  );
  time(
    'key to painted, an answer into 1,000 messages, p95',
    of(({ key }) => key),
    '100 ms',
  );
  time(
    'frame of a message to its words painted, p95',
    of(({ words }) => words),
    '50 ms',
  );
}
