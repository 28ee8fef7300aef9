import type { Browser, CDPSession, Page } from 'playwright';
import { build } from 'vite';
import { slowdown } from '../conformance/engine/browser/in-page/slowdown.ts';

/** Helpers of the benchmarks: rounds, medians, opening the chat, output. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

/** What is compared: the widget and `readers/reference.ts`. */
export const KINDS = ['reference', 'widget'] as const;
export type Kind = (typeof KINDS)[number];

/** The number at a part of the sorted numbers, between 0 and 1. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (numbers: readonly number[]) => percentile(numbers, 0.5);

/** Runs `measure(page)` in a new page. */
export async function inNewPage<Result>(
  browser: Browser,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    return await measure(page);
  } finally {
    await page.close();
  }
}

/** Builds a module of the sources as a script for a page, which finds its exports as the global `name`. */
export async function scriptOf(entry: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // Library mode leaves it to the user of the library. React is much slower without it.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name } },
  });
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (script?.type !== 'chunk') throw new Error(`unable to build ${entry}; it gave no script`);
  return script.code;
}

/** Opens the chat by keyboard. A pointer over the panel would cost hit tests in every frame. */
export const openChat = (page: Page) => page.getByRole('button', { name: /^Open chat/ }).press('Enter');

declare global {
  interface Window {
    whenPainted(selector: string): Promise<HTMLElement>;
    /** Milliseconds from the key that opened the chat until it was usable. */
    __opened: Promise<number>;
    /** Milliseconds from the page's start until what was waited for was painted. */
    __usable: number;
  }
}

/** Gives the page `whenPainted(selector)`: resolves to the element once a frame that shows it has been painted. */
export const addWhenPainted = () => {
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
};

/** Clicks the launcher as soon as it is painted, and records when `usable` is painted. Runs before the page's scripts. */
export const clickWhenPainted = async (usable: string) => {
  const launcher = await window.whenPainted('.launcher');
  launcher.click();
  await window.whenPainted(usable);
  window.__usable = performance.now();
};

/** Opens the chat. Resolves to the milliseconds from the key to the painted frame that shows `selector`, ready for input. */
export async function timeOpening(page: Page, selector: string): Promise<number> {
  await page.evaluate(addWhenPainted);
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

/** How much slower than this machine a visitor's processor is taken to be. */
export const SLOWDOWN = 4;

/** Makes the page's processor that much slower. */
export const slowDown = (session: CDPSession) =>
  session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });

/** A session of the developer tools that measures busy time. */
export async function measuring(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'timeTicks' });
  return session;
}

/** How widget and reference are opened, up to a conversation that is shown. */
export const OPEN: Readonly<Record<Kind, (page: Page) => Promise<void>>> = {
  async reference(page) {
    await page.locator('[data-ready]').waitFor({ state: 'attached' });
  },
  async widget(page) {
    await openChat(page);
    await page.locator('foyer-chat[data-connection="online"]').waitFor({ state: 'attached' });
  },
};

/** Waits until the page is idle. */
export const waitUntilIdle = (page: Page) => page.waitForTimeout(1_500);

export const line = (label: string, value: string, goal?: string) =>
  console.log(`  ${label.padEnd(58)} ${value.padStart(9)}${goal ? `   (${goal})` : ''}`);

export const ms = (value: number) => `${value.toFixed(0)} ms`;

/** How much slower this machine is than the reference processor, for which limits in ms are meant. */
export const measureSlowdown = (browser: Browser) =>
  inNewPage(browser, (page) => page.evaluate<number>(`(${slowdown})(window)`));

/** The time that `value` is on the reference processor. */
export const onReference = (value: number, slower: number) =>
  `${ms(value / slower)} on the reference processor`;
