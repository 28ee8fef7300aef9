/** What the figures have in common: rounds, medians, and how a visitor opens the chat. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Runs `measure(page)` in a page of its own. */
export async function inPage(browser, measure) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    return await measure(page);
  } finally {
    await page.close();
  }
}

/** By keyboard: a pointer resting over the panel would be tested against it in every frame, in this page only. */
export const openChat = (page) => page.getByRole('button', { name: /^Open chat/ }).press('Enter');

/**
 * Opens the chat; how long it takes from the key to the frame that shows what `selector` finds in it, with nothing in the way of
 * the next key.
 */
export async function timeOpening(page, selector) {
  await page.evaluate((wanted) => {
    window.__opened = new Promise((resolve) => {
      const watch = ({ timeStamp }) => {
        const look = () => {
          const found = document.querySelector('foyer-chat')?.shadowRoot?.querySelector(wanted);
          if (!found?.getClientRects().length) return requestAnimationFrame(look);
          // The frame that shows it has been painted.
          setTimeout(() => resolve(performance.now() - timeStamp));
        };
        requestAnimationFrame(look);
      };
      addEventListener('keydown', watch, { capture: true, once: true });
    });
  }, selector);
  await openChat(page);
  return page.evaluate(() => window.__opened);
}

/** Waits until the main thread has been idle for a while. */
export const calm = (page) => page.waitForTimeout(1_500);

export const line = (what, value, goal) =>
  console.log(`  ${what.padEnd(58)} ${value.padStart(9)}${goal ? `   (${goal})` : ''}`);

export const ms = (value) => `${value.toFixed(0)} ms`;
