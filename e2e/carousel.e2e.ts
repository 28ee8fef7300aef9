import { agentMessage } from '../src/testing/index.ts';
import { expect, test } from './fixtures.ts';
import { replacePlatform } from './scripted-platform.ts';

const card = (title: string) => ({
  contentType: 'url' as const,
  contentUrl: 'https://shop.example/lamp',
  title,
});

test('the first carousel raises no error in the page', async ({ chat, page }) => {
  await page.addInitScript(() => {
    const errors: string[] = [];
    Object.assign(window, { errors });
    addEventListener('error', ({ message }) => errors.push(message));
  });
  const platform = await replacePlatform(chat);
  await page.goto(chat.shop);
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  for (const id of ['one', 'two']) {
    const attachments = ['Lamp', 'Vase', 'Chair', 'Table'].map(card);
    platform.sendBatch(agentMessage(id, 'Look at these', { attachments }));
    await expect(page.locator(`[data-message-id=${id}] .dots`)).toBeVisible();
  }
  for (let frame = 0; frame < 3; frame++) await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => (window as unknown as { errors: string[] }).errors)).toEqual([]);
});
