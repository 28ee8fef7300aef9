import type { Browser, CDPSession, Page } from 'playwright';
import { slowdown } from '../conformance/engine/browser/in-page/slowdown.ts';
import { inMs, percentile } from './print.ts';
import type { BenchServer } from './server.ts';

export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
export const VIEWPORT = { width: 1280, height: 800 };

/** The compared pages: the widget and `reference.ts`. */
export const KINDS = ['reference', 'widget'] as const;
export type Kind = (typeof KINDS)[number];

/** Measures in rounds. The result gives the median, or another part, of what is read from each round. */
export async function inRounds<Round>(measure: () => Promise<Round>) {
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) rounds.push(await measure());
  return (read: (round: Round) => number, part = 0.5) => percentile(rounds.map(read), part);
}

export interface Bench {
  readonly browser: Browser;
  readonly server: BenchServer;
}

interface Visit {
  /** The reference or a page of the widget. */
  readonly path: string;
  /** Messages of the history. */
  readonly messages: number;
  readonly isSlow?: boolean;
  /** Opens the chat, up to a conversation that is shown. */
  readonly isOpen?: boolean;
  readonly wanted?: Wanted;
  /** Runs before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Measures in a new page that is idle. */
export async function visit<Result>(
  { browser, server }: Bench,
  { path, messages, isSlow = false, isOpen = false, wanted, prepare }: Visit,
  measure: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  server.withHistory(messages);
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'timeTicks' });
    if (isSlow) await slowDown(session);
    await page.addInitScript(watchPaints, wanted ?? null);
    await prepare?.(page);
    await page.goto(server.url + path);
    if (isOpen && path !== '/reference') await openChat(page);
    const shown = path === '/reference' ? '[data-ready]' : 'foyer-chat[data-connection="online"]';
    if (isOpen) await page.locator(shown).waitFor({ state: 'attached' });
    await waitUntilIdle(page);
    return await measure(page, session);
  } finally {
    await page.close();
  }
}

/** Opens the chat by keyboard. A pointer over the panel would cost hit tests in every frame. */
const openChat = (page: Page) => page.getByRole('button', { name: /^Open chat/ }).press('Enter');

declare global {
  interface Window {
    whenPainted(selector: string): Promise<HTMLElement>;
    /** Milliseconds from the key that opened the chat until it was usable. */
    __opened: Promise<number>;
    /** Milliseconds from the page's start until what was wanted was painted. */
    __usable: number;
  }
}

/** Elements to wait for: a click on the first as soon as it is painted, then the second. */
interface Wanted {
  readonly click?: string | undefined;
  readonly usable: string;
}

/**
 * Gives the page `whenPainted(selector)`, which resolves to the element once a frame that shows it has been painted, and records
 * when what is wanted is painted. Runs before the page's scripts.
 */
export const watchPaints = (wanted: Wanted | null) => {
  window.whenPainted = (selector) =>
    new Promise((resolve) => {
      const look = () => {
        const root = document.querySelector('foyer-chat')?.shadowRoot ?? document;
        const found = root.querySelector<HTMLElement>(selector);
        if (!found?.getClientRects().length) return requestAnimationFrame(look);
        setTimeout(() => resolve(found));
      };
      requestAnimationFrame(look);
    });
  const record = async ({ click, usable }: Wanted) => {
    if (click) (await window.whenPainted(click)).click();
    await window.whenPainted(usable);
    window.__usable = performance.now();
  };
  if (wanted) record(wanted);
};

/** Milliseconds from the page's start until what was wanted was painted. */
export async function whenUsable(page: Page): Promise<number> {
  // Nothing is asked of the page while it loads: Playwright's own script would take its time.
  for (;;) {
    await waitUntilIdle(page);
    const usable = await page.evaluate(() => window.__usable);
    if (usable > 0) return usable;
  }
}

/** Opens the chat. Resolves to the milliseconds from the key to the painted frame that shows `selector`, ready for input. */
export async function timeOpening(page: Page, selector: string): Promise<number> {
  await page.evaluate((wanted) => {
    window.__opened = new Promise((resolve) => {
      const watch = ({ timeStamp }: Event) =>
        window.whenPainted(wanted).then(() => resolve(performance.now() - timeStamp));
      addEventListener('keydown', watch, { capture: true, once: true });
    });
  }, selector);
  await openChat(page);
  return page.evaluate(() => window.__opened);
}

/** Busy time of the page's main thread so far, in ms. Needs `Performance.enable`. */
export async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

/** Assumed slowness of a visitor's processor, compared with this machine. */
export const SLOWDOWN = 4;

/** Makes the page's processor that much slower. */
export const slowDown = (session: CDPSession) =>
  session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });

/** Waits until the page is idle. */
export const waitUntilIdle = (page: Page) => page.waitForTimeout(1_500);

/** Slowness of this machine compared with the reference processor of the limits in ms. */
export async function measureSlowdown(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const slower = await page.evaluate<number>(`(${slowdown})(window)`);
  await page.close();
  return slower;
}

/** The time that `value` is on the reference processor. */
export const onReference = (value: number, slower: number) =>
  `${inMs(value / slower)} on the reference processor`;
