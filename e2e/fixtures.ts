import { test as base, expect, type Page } from 'playwright/test';
import type { Demo, DemoOptions } from '../src/cli/demo.ts';
import type { Catalogue } from '../src/widget/catalogue.ts';
import { extraEnglish } from '../src/widget/extra-strings.ts';
import { english } from '../src/widget/strings.ts';
import { noteSecrets } from '../test/support/secrets.ts';

/** The demo as it was built, started anew for each test on ports of its own. */
const built = new URL('../dist/node/demo.js', import.meta.url).href;

export interface Fixtures {
  readonly demoOptions: DemoOptions;
  /** Who carries the sockets: the whole suite runs in both ways. */
  readonly socket: NonNullable<DemoOptions['socket']>;
  readonly demo: Demo;
  /** What the page reported against itself: uncaught errors and breaches of its policy. Checked empty after each test. */
  readonly complaints: string[];
  readonly chat: ChatPage;
  /** What the widget says; English unless a test's page is in another language. */
  readonly words: Catalogue;
}

/** A visitor's hands and eyes: everything by role and name, as assistive technology sees it. */
export class ChatPage {
  readonly page: Page;
  readonly shop: string;
  readonly words: Catalogue;

  constructor(page: Page, demo: Demo, words: Catalogue = { ...english, ...extraEnglish }) {
    this.page = page;
    this.words = words;
    this.shop = `${demo.siteUrl}/shop/`;
  }

  readonly host = () => this.page.locator('foyer-chat');
  readonly launcher = () => this.page.locator('foyer-chat .launcher');
  readonly panel = () => this.page.getByRole('dialog');
  readonly transcript = () => this.page.getByRole('log');
  readonly composer = () => this.page.getByRole('textbox', { name: this.words.message });
  readonly suggestions = () =>
    this.page.getByRole('group', { name: this.words.suggestions }).getByRole('button');
  readonly messages = (author: 'user' | 'agent' | 'live-agent' | 'notice') =>
    this.page.locator(`[data-author="${author}"]`);
  readonly streaming = () => this.page.locator('[data-streaming]');

  async open() {
    await this.page.goto(this.shop);
    await this.launcher().click();
    await expect(this.panel()).toBeVisible();
  }

  /** Open, and the greeting has been said to its end. */
  async greeted() {
    await this.open();
    await expect(this.host()).toHaveAttribute('data-connection', 'online');
    await expect(this.suggestions().first()).toBeVisible();
  }

  async say(text: string) {
    await this.composer().fill(text);
    await this.page.getByRole('button', { name: this.words.send, exact: true }).click();
  }

  async choose(item: 'end' | 'restart') {
    await this.page.getByRole('button', { name: this.words.menu }).click();
    await this.page.getByRole('menuitem', { name: this.words[item] }).click();
  }

  storage(): Promise<Record<string, string>> {
    return this.page.evaluate(() => ({ ...localStorage }));
  }
}

export const test = base.extend<Fixtures>({
  demoOptions: [{ emulator: { pace: { wordMs: 5, thinkingMs: 20 } }, logLevel: 'silent' }, { option: true }],
  socket: ['direct', { option: true }],
  demo: async ({ demoOptions, socket }, use) => {
    const { startDemo } = (await import(built)) as typeof import('../src/cli/demo.ts');
    const demo = await startDemo({ socket, ...demoOptions });
    const { connectorToken, baseKey, platformKey, outboundToken } = demo.emulator;
    noteSecrets(demo.adminKey, connectorToken, baseKey, platformKey, outboundToken);
    await use(demo);
    await demo.close();
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('console', (line) => {
        if (/Content Security Policy|TrustedHTML|TrustedScript/.test(line.text()))
          complaints.push(line.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  words: [{ ...english, ...extraEnglish }, { option: true }],
  chat: async ({ page, demo, words }, use) => use(new ChatPage(page, demo, words)),
});

export { expect };
