import type { PageApi } from '../src/embed/api.ts';
import { expect, test } from './fixtures.ts';

/** Features of which every browser older than Chrome 109, Firefox 115 and Safari 16.4 lacks one. */
const MISSING = {
  'the unit dvh':
    "const has = CSS.supports; CSS.supports = (it) => !it.includes('dvh') && has.call(CSS, it);",
  CompressionStream: 'delete window.CompressionStream;',
};

for (const [what, script] of Object.entries(MISSING)) {
  test.describe(`a browser without ${what}`, () => {
    test.beforeEach(({ page }) => page.addInitScript(script));

    test('a browser that is too old gets one line on the console, an inert API and nothing else', {
      tag: '@ci',
    }, async ({ chat, demo, page }) => {
      const lines: string[] = [];
      page.on('console', (line) => lines.push(`${line.type()}: ${line.text()}`));
      const requests: string[] = [];
      page.on('request', (event) => requests.push(new URL(event.url()).pathname));
      await page.route(chat.shop, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><html lang="en"><title>A site</title>
            <script>window.Foyer = [['open'], ['send', 'Hello']];</script>
            <script src="${demo.relayUrl}/widget.js" data-auto-open="true"></script></html>`,
        }),
      );
      await page.goto(chat.shop);
      const answers = await page.evaluate(() => {
        const api = window.Foyer as PageApi;
        api.push(['open']);
        api.open();
        api.send('Hello');
        const off = api.on('message', () => {});
        off();
        api.destroy();
        return [api.state.isOpen ?? false, document.querySelector('foyer-chat')];
      });
      expect(answers).toEqual([false, null]);
      expect(lines).toEqual(['warning: foyer: browser too old']);
      expect(requests).toEqual([new URL(chat.shop).pathname, '/widget.js']);
    });

    test('a browser that is too old gets an empty iframe page', { tag: '@ci' }, async ({ demo, page }) => {
      const lines: string[] = [];
      page.on('console', (line) => lines.push(line.text()));
      await page.goto(`${demo.relayUrl}/frame`);
      expect(lines).toEqual(['foyer: browser too old']);
      await expect(page.locator('foyer-chat')).toHaveCount(0);
    });
  });
}
