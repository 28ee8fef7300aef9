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

test('the button to the next card works in its middle, and opens no card at the end', async ({
  chat,
  context,
  page,
}) => {
  const platform = await replacePlatform(chat);
  await page.goto(chat.shop);
  await chat.launcher().click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  platform.send(agentMessage('one', 'Look', { attachments: ['Lamp', 'Vase', 'Chair'].map(card) }));
  const next = page.getByRole('button', { name: 'Next card' });
  await expect(next).toBeVisible();
  const box = await next.boundingBox();
  if (!box) throw new Error('no button');
  const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const left = () => page.locator('foyer-chat .cards').evaluate((list) => list.scrollLeft);
  await press();
  await expect.poll(left).toBeGreaterThan(100);
  for (let more = 0; more < 4; more++) await press();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  expect(context.pages()).toHaveLength(1);
});
