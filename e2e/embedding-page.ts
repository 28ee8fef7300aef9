import { test as base, type ChatPage } from './fixtures.ts';

/** Content of a page that embeds the chat. */
export interface Embedding {
  /** Attributes of the script tag: `data-position="bottom-left"`. */
  readonly attributes?: string;
  /** Attributes of the `html` element. */
  readonly html?: string;
  readonly head?: string;
  readonly body?: string;
}

/** Opens a page of the test with the script tag in its head. */
export const test = base.extend<{ readonly visit: (embedding?: Embedding) => Promise<ChatPage> }>({
  visit: async ({ chat, demo, page }, use) => {
    await use(async ({ attributes = '', html = 'lang="en"', head = '', body = '' } = {}) => {
      await page.route(chat.shop, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><html ${html}><head><title>A site</title>
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <script src="${demo.relayUrl}/widget.js" ${attributes} async></script>${head}</head>
            <body>${body}</body></html>`,
        }),
      );
      await page.goto(chat.shop);
      await chat.host().waitFor({ state: 'attached' });
      return chat;
    });
  },
});
