import type { FoyerApi } from '../src/embed/api.ts';
import { agentMessage } from '../src/testing/index.ts';
import { expect, test } from './fixtures.ts';
import { replacePlatform } from './scripted-platform.ts';

type Message = (origin: string) => string;
const LINKS: Message = (origin) =>
  `[Your order](${origin}/examples/plain/) or [the maker](https://maker.example/)`;

test('a link to the site opens in the same tab, another one in a new tab, and the page can take it', async ({
  chat,
  context,
  demo,
  page,
}) => {
  await context.route('https://maker.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The maker</title>' }),
  );
  const platform = await replacePlatform(chat);
  await chat.open();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  platform.sendBatch(agentMessage('one', LINKS(demo.siteUrl)));
  const order = page.getByRole('link', { name: 'Your order' });

  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'the maker' }).click();
  const maker = await opened;
  await expect(maker).toHaveTitle('The maker');
  expect(await maker.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);

  await page.evaluate(() => {
    const stop = (window.Foyer as FoyerApi).on('link', (detail) => {
      document.title = JSON.stringify(detail);
      stop();
      return false;
    });
  });
  await order.click();
  const detail = { url: `${demo.siteUrl}/examples/plain/`, messageId: 'one' };
  await expect(page).toHaveTitle(JSON.stringify(detail));

  await order.click();
  await expect(page).toHaveURL(detail.url);
  expect(await page.evaluate(() => document.referrer)).toBe(chat.shop);
  await expect(chat.launcher()).toBeVisible();
  expect(context.pages()).toHaveLength(2);
});

test('a link in an iframe opens in the page around it', async ({ chat, demo, page }) => {
  const platform = await replacePlatform(chat);
  await page.route(chat.shop, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>A page</title><body>
        <iframe src="${demo.relayUrl}/frame" title="Chat" style="width:420px;height:640px"></iframe></body></html>`,
    }),
  );
  await page.goto(chat.shop);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('foyer-chat')).toHaveAttribute('data-connection', 'online');
  platform.sendBatch(agentMessage('one', LINKS(demo.siteUrl)));
  await frame.getByRole('link', { name: 'Your order' }).click();
  await expect(page).toHaveURL(`${demo.siteUrl}/examples/plain/`);
});
