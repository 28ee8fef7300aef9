import { test } from './embedding-page.ts';
import { ChatPage, expect } from './fixtures.ts';

const stored = (chat: ChatPage) =>
  chat.page.evaluate(() => [Object.keys(localStorage).length, Object.keys(sessionStorage).length]);

test("on a library's computer a conversation follows in its tab, and the next person finds nothing", {
  tag: '@own-demo',
}, async ({ context, demo, page, visit }) => {
  const chat = await visit({ attributes: 'data-remember="tab"' });
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  await chat.send('Do you have my order LO-4471?');
  await expect(chat.messages('agent')).toHaveCount(2);
  expect(await stored(chat)).toEqual([0, 1]);

  await page.reload();
  await chat.launcher().click();
  await expect(chat.messages('user')).toHaveText(/LO-4471/);

  const body = await page.content();
  await page.close();
  const next = new ChatPage(await context.newPage(), demo);
  await next.page.route(next.shop, (route) => route.fulfill({ contentType: 'text/html', body }));
  await next.page.goto(next.shop);
  expect(await stored(next)).toEqual([0, 0]);
  await next.page.evaluate('Foyer.open()');
  await expect(next.suggestions().first()).toBeVisible();
  await expect(next.messages('user')).toHaveCount(0);
  expect(demo.emulator.sessions().length).toBe(2);
});

test('with remember page nothing is stored, and an end is an end', { tag: '@own-demo' }, async ({
  chat: _,
  page,
  visit,
}) => {
  const chat = await visit({ attributes: 'data-remember="page"' });
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  await chat.send('Hello');
  await expect(chat.messages('user')).toHaveCount(1);
  expect(await stored(chat)).toEqual([0, 0]);
  await page.evaluate('Foyer.end()');
  await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
  await page.reload();
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  await expect(chat.messages('user')).toHaveCount(0);
});
