import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';

test.describe('the chat in a changing page', () => {
  test('the chat survives client-side navigation that replaces the body', async ({ page, visit }) => {
    const chat = await visit({ body: '<main>First</main>' });
    await chat.launcher().click();
    await chat.send('What are your opening hours?');
    await expect(chat.messages('agent')).toHaveCount(2);
    await page.evaluate(() => {
      history.pushState(null, '', '?second');
      document.body.replaceChildren('Second');
    });
    await expect(chat.messages('user')).toHaveText(/opening hours/);
    await page.evaluate(() => {
      history.back();
      const body = document.createElement('body');
      body.append('First again');
      document.body.replaceWith(body);
    });
    await chat.send('And on Sundays?');
    await expect(chat.messages('agent')).toHaveCount(3);
    await expect(chat.host()).toHaveCount(1);
  });

  test('the chat exists once, even with several script tags', async ({ demo, page, visit }) => {
    const tag = `<script src="${demo.relayUrl}/widget.js"></script>`;
    const chat = await visit({ head: tag, body: tag });
    await page.waitForLoadState();
    await expect(chat.launcher()).toHaveCount(1);
  });

  test('the chat is not printed', async ({ page, visit }) => {
    const chat = await visit();
    await page.emulateMedia({ media: 'print' });
    await expect(chat.launcher()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await chat.launcher().click();
    await expect(chat.panel()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(chat.panel()).toBeHidden();
  });
});
