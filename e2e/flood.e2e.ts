import { agentMessage } from '../src/testing/index.ts';
import { longestTaskInMs } from '../test/browsers/longest-task.ts';
import { expect, test } from './fixtures.ts';
import { replacePlatform } from './scripted-platform.ts';

const FLOODS = [
  ['a table row of 16,000 cells', '|'.padEnd(32_000, 'a|')],
  ['a table whose last cell is long', `${'|a'.repeat(63)}|${'a '.repeat(16_000)}`],
  ['60,000 marks', '*_'.repeat(30_000)],
  ['8,000 list items', '- a\n'.repeat(8_000)],
  ['20,000 combining marks', `e${'\u0301'.repeat(20_000)}`],
] as const;

/** Times a plain text may take. Without limits the chat took 300 to 400 times as long. */
const MAX_RATIO = 5;
/** A plain text that takes less counts as much: 1,000 elements, the most that an answer has, take some 100 ms on a slow machine. */
const LEAST_MS = 40;
/** Other programs lengthen some rounds and shorten none, so the shortest of them counts. */
const ROUNDS = 3;

async function shortestOf(measure: (round: number) => Promise<number>): Promise<number> {
  const found: number[] = [];
  while (found.length < ROUNDS) found.push(await measure(found.length));
  return Math.min(...found);
}

/** Floods that are drawn as others are. */
const AT_NIGHT = /last cell|list items/;

for (const [name, text] of FLOODS)
  test(`S-108: ${name} do not freeze the page`, {
    tag: [AT_NIGHT.test(name) ? '@full' : '@ci', '@own-demo'],
  }, async ({ chat, page }) => {
    const platform = await replacePlatform(chat);
    await page.goto(chat.shop);
    await chat.launcher().click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    platform.sendBatch(agentMessage('small', '|a|\n|-|\n|b|\n\n- *c*'), agentMessage('first', '**Hello**'));
    await expect(chat.messages('agent').last().locator('strong')).toHaveText('Hello');

    const plainInMs = await shortestOf(() =>
      longestTaskInMs(page, () =>
        page.evaluate((content) => {
          const plain = document.body.appendChild(document.createElement('div'));
          plain.style.cssText = 'width: 300px; overflow-wrap: anywhere';
          plain.textContent = content;
          plain.getBoundingClientRect();
          plain.remove();
        }, text),
      ),
    );
    const longestInMs = await shortestOf((round) =>
      longestTaskInMs(page, async () => {
        platform.sendBatch(
          agentMessage(`flood-${round}`, text),
          agentMessage(`last-${round}`, `That is **all of ${round}**`),
        );
        await expect(chat.messages('agent').last().locator('strong')).toHaveText(`all of ${round}`);
        // The new rows are painted.
        await page.evaluate(async () => {
          for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        });
      }),
    );
    const elements = page.locator('[data-message-id=flood-0] .text *');
    expect(await elements.count()).toBeLessThanOrEqual(1_000);
    expect(longestInMs / Math.max(plainInMs, LEAST_MS)).toBeLessThan(MAX_RATIO);
  });
