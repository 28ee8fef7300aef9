import { expect, test } from './fixtures.ts';
import { agentMessage, replacePlatform } from './scripted-platform.ts';

const FLOODS = [
  ['a table row of 16,000 cells', '|'.padEnd(32_000, 'a|')],
  ['60,000 marks', '*_'.repeat(30_000)],
  ['8,000 list items', '- a\n'.repeat(8_000)],
] as const;

/** Times a plain text may take. Without limits the chat took 300 to 400 times as long. */
const MAX_RATIO = 60;

for (const [name, text] of FLOODS)
  test(`S-108: ${name} do not freeze the page`, async ({ chat, page }) => {
    const platform = await replacePlatform(page);
    await page.goto(chat.shop);
    await chat.launcher().click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    platform.sendBatch(agentMessage('first', '**Hello**'));
    await expect(chat.messages('agent').locator('strong')).toHaveText('Hello');

    const plainInMs = await page.evaluate((content) => {
      const times = Array.from({ length: 5 }, () => {
        const begin = performance.now();
        const plain = document.body.appendChild(document.createElement('div'));
        plain.style.cssText = 'width: 300px; overflow-wrap: anywhere';
        plain.textContent = content;
        plain.getBoundingClientRect();
        const inMs = performance.now() - begin;
        plain.remove();
        return inMs;
      });
      return Math.max(...times);
    }, text);

    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: 'longtask' });
    });
    platform.sendBatch(agentMessage('flood', text), agentMessage('last', 'That is **all**'));
    await expect(chat.messages('agent').last().locator('strong')).toHaveText('all');
    const longestInMs = await page.evaluate(async () => {
      // What was added is painted, and its tasks are reported.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return Math.max(0, ...(window as unknown as { tasks: number[] }).tasks);
    });
    const elements = page.locator('[data-message-id=flood] .text *');
    expect(await elements.count()).toBeLessThanOrEqual(1_000);
    expect(longestInMs / plainInMs).toBeLessThan(MAX_RATIO);
  });
