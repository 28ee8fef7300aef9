import { slowdown } from '../conformance/engine/browser/in-page/slowdown.ts';

/** Helpers of the benchmarks: rounds, medians, opening the chat, output. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Runs `measure(page)` in a new page. */
export async function inNewPage(browser, measure) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    return await measure(page);
  } finally {
    await page.close();
  }
}

/** Opens the chat by keyboard. A pointer over the panel would cost hit tests in every frame. */
export const openChat = (page) => page.getByRole('button', { name: /^Open chat/ }).press('Enter');

/** Gives the page `whenPainted(selector)`: resolves to the element once a frame that shows it has been painted. */
export const addWhenPainted = () => {
  window.whenPainted = (selector) =>
    new Promise((resolve) => {
      const look = () => {
        const found = document.querySelector('foyer-chat')?.shadowRoot?.querySelector(selector);
        if (!found?.getClientRects().length) return requestAnimationFrame(look);
        setTimeout(() => resolve(found));
      };
      requestAnimationFrame(look);
    });
};

/** Opens the chat. Resolves to the milliseconds from the key to the painted frame that shows `selector`, ready for input. */
export async function timeOpening(page, selector) {
  await page.evaluate(addWhenPainted);
  await page.evaluate((wanted) => {
    window.__opened = new Promise((resolve) => {
      const watch = ({ timeStamp }) =>
        window.whenPainted(wanted).then(() => resolve(performance.now() - timeStamp));
      addEventListener('keydown', watch, { capture: true, once: true });
    });
  }, selector);
  await openChat(page);
  return page.evaluate(() => window.__opened);
}

/** Busy time of the page's main thread so far, in ms. Needs `Performance.enable`. */
export async function busy(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
}

/** How much slower than this machine a visitor's processor is taken to be. */
export const SLOWDOWN = 4;

/** Makes the page's processor that much slower. */
export const slowDown = (session) => session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });

/** A session of the developer tools that measures busy time. */
export async function measuring(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'timeTicks' });
  return session;
}

/** How widget and reference are opened, up to a conversation that is shown. */
export const OPEN = {
  async reference(page) {
    await page.locator('[data-ready]').waitFor({ state: 'attached' });
  },
  async widget(page) {
    await openChat(page);
    await page.locator('foyer-chat[data-connection="online"]').waitFor({ state: 'attached' });
  },
};

export const percentile = (numbers, part) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];

/** Waits until the page is idle. */
export const waitUntilIdle = (page) => page.waitForTimeout(1_500);

export const line = (what, value, goal) =>
  console.log(`  ${what.padEnd(58)} ${value.padStart(9)}${goal ? `   (${goal})` : ''}`);

export const ms = (value) => `${value.toFixed(0)} ms`;

/** How much slower this machine is than the reference processor, for which limits in ms are meant. */
export const measureSlowdown = (browser) =>
  inNewPage(browser, (page) => page.evaluate(`(${slowdown})(window)`));

/** The time that `value` is on the reference processor. */
export const onReference = (value, slower) => `${ms(value / slower)} on the reference processor`;
