import { agentMessage } from '../src/testing/index.ts';
import { expect, test } from './fixtures.ts';
import { replacePlatform } from './scripted-platform.ts';

const LINE = 'A sentence that fills most of a line, so that heights differ a little. ';
const CARDS = ['Lamp', 'Vase', 'Chair'].map((title) => ({
  contentType: 'url' as const,
  contentUrl: 'https://shop.example/lamp',
  title,
}));
const SUGGESTIONS = ['Delivery', 'Returns', 'Opening hours'].map((messageText) => ({ messageText }));

test('an answer that does not fit is never cut without a sign, in frames of 480 to 700 px', {
  tag: '@ci',
}, async ({ chat, demo, page }) => {
  const platform = await replacePlatform(chat);
  await page.goto(`${demo.relayUrl}/frame`);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  platform.sendBatch(agentMessage('first', '**Hello**'));
  await expect(chat.messages('agent').locator('strong')).toHaveText('Hello');
  const cut: unknown[] = [];
  for (let height = 480; height <= 700; height += 10) {
    await page.setViewportSize({ width: 400, height });
    for (const [kind, rest] of Object.entries({
      cards: { attachments: CARDS },
      suggestions: { suggestions: SUGGESTIONS },
    })) {
      const id = `${kind}-${height}`;
      const lines = 2 + ((height / 10) % 6);
      platform.sendBatch(
        { kind: 'userMessage', messageId: `my-${id}`, text: 'Next' },
        agentMessage(id, LINE.repeat(lines), rest),
      );
      await expect(page.locator(`[data-message-id=${id}]`)).toBeVisible();
      if (kind === 'cards')
        await expect(page.locator(`[data-message-id=${id}] .carousel-buttons`)).toBeAttached();
      const below = await chat.transcript().evaluate(async (log) => {
        for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
        return Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
      });
      const isTold = await page.locator('.new-messages').isVisible();
      if (below >= 8 && !isTold) cut.push({ id, below });
      if (isTold) await page.locator('.new-messages').click();
    }
  }
  expect(cut).toEqual([]);
});
