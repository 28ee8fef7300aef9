import type { Page } from 'playwright';

/** Parts of the page that the chat could leave behind. */
export const footprint = (page: Page) =>
  page.evaluate(() => ({
    head: document.head.querySelectorAll(':not(link[rel="modulepreload"])').length,
    body: [...document.body.children].map((child) => child.localName),
    chats: document.querySelectorAll('foyer-chat').length,
    sheets: document.adoptedStyleSheets.length,
    globals: Object.keys(window).filter((name) => /foyer/i.test(name)),
  }));
