import { expect } from './fixtures.ts';
import { test } from './site.ts';

test.describe('a page that changes under the chat', () => {
  test('keeps it through a navigation of its own that replaces all content', async ({ page, visit }) => {
    const chat = await visit({ body: '<main>First</main>' });
    await chat.launcher().click();
    await chat.say('What are your opening hours?');
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
    await chat.say('And on Sundays?');
    await expect(chat.messages('agent')).toHaveCount(3);
    await expect(chat.host()).toHaveCount(1);
  });

  test('has it once, whatever number of script tags it has', async ({ demo, page, visit }) => {
    const tag = `<script src="${demo.relayUrl}/widget.js"></script>`;
    const chat = await visit({ head: tag, body: tag });
    await page.waitForLoadState();
    await expect(chat.launcher()).toHaveCount(1);
  });

  test('is printed without it', async ({ page, visit }) => {
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
