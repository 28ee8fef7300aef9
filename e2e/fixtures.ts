import { expect, type Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import type { Catalogue } from '../src/widget/locales/translations/strings.ts';
import { english } from '../src/widget/locales/translations/strings.ts';
import { test as base } from './demo-fixture.ts';

export interface Fixtures {
  /** Uncaught errors and policy violations of the page. Must be empty after each test. */
  readonly pageErrors: string[];
  readonly chat: ChatPage;
  /** Strings of the widget. Default: English. */
  readonly texts: Catalogue;
}

/** Page object of the chat. Finds elements by role and name, as assistive technology does. */
export class ChatPage {
  readonly page: Page;
  readonly shop: string;
  readonly relay: string;
  readonly texts: Catalogue;

  constructor(page: Page, demo: Pick<Demo, 'siteUrl' | 'relayUrl'>, texts: Catalogue = english) {
    this.page = page;
    this.texts = texts;
    this.relay = demo.relayUrl;
    this.shop = `${demo.siteUrl}/shop/`;
  }

  readonly host = () => this.page.locator('foyer-chat');
  readonly launcher = () => this.page.locator('foyer-chat .launcher');
  readonly panel = () => this.page.getByRole('dialog');
  readonly transcript = () => this.page.getByRole('log');
  readonly composer = () => this.page.getByRole('textbox', { name: this.texts.message });
  readonly suggestions = () =>
    this.page.getByRole('group', { name: this.texts.suggestions }).getByRole('button');
  readonly messages = (author: 'user' | 'agent' | 'live-agent' | 'notice') =>
    this.page.locator(`[data-author="${author}"]`);
  readonly streaming = () => this.page.locator('[data-streaming]');

  async open() {
    await this.page.goto(this.shop);
    await this.launcher().click();
    await expect(this.panel()).toBeVisible();
  }

  /** Opens the chat and waits until the greeting is complete. */
  async openWithGreeting() {
    await this.open();
    await expect(this.host()).toHaveAttribute('data-connection', 'online');
    await expect(this.suggestions().first()).toBeVisible();
  }

  async send(text: string) {
    await this.composer().fill(text);
    await this.page.getByRole('button', { name: this.texts.send, exact: true }).click();
  }

  async chooseMenuItem(item: 'end' | 'restart') {
    await this.page.getByRole('button', { name: this.texts.menu }).click();
    await this.page.getByRole('menuitem', { name: this.texts[item] }).click();
    if (item === 'end')
      await this.page.getByRole('alertdialog').getByRole('button', { name: this.texts.end }).click();
  }

  /** All values of `data-connection` so far. A state may be over before a test can see it. */
  connectionStates(): Promise<string[]> {
    return this.page.evaluate(() => (window as unknown as { connectionStates: string[] }).connectionStates);
  }

  storage(): Promise<Record<string, string>> {
    return this.page.evaluate(() => ({ ...localStorage }));
  }
}

/** Runs in the page. */
function recordConnectionStates() {
  const connectionStates: string[] = [];
  Object.assign(window, { connectionStates });
  new MutationObserver((records) => {
    for (const { target } of records) {
      const state = (target as Element).getAttribute('data-connection');
      if (state !== null && state !== connectionStates.at(-1)) connectionStates.push(state);
    }
  }).observe(document, { subtree: true, attributeFilter: ['data-connection'] });
}

/**
 * Firefox reports as an error of the page, where other browsers write a line to the console: a request that a
 * test has aborted, and a socket that is closed while it still connects.
 */
const reportOfFirefox =
  /CORS request did not succeed|can’t establish a connection to the server at wss?:|was interrupted while the page was loading/;

export const test = base.extend<Fixtures>({
  pageErrors: [
    async ({ page }, use) => {
      const pageErrors: string[] = [];
      page.on('pageerror', (error) => {
        if (!reportOfFirefox.test(error.message)) pageErrors.push(`error: ${error.message}`);
      });
      page.on('console', (line) => {
        if (/Content Security Policy|TrustedHTML|TrustedScript/.test(line.text()))
          pageErrors.push(line.text());
      });
      await use(pageErrors);
      expect(pageErrors).toEqual([]);
    },
    { auto: true },
  ],
  texts: [english, { option: true }],
  chat: async ({ page, demo, texts }, use) => {
    await page.addInitScript(recordConnectionStates);
    await use(new ChatPage(page, demo, texts));
  },
});

export { FAST } from './demo-fixture.ts';
export { expect };
