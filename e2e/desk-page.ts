import type { BrowserContext, Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { expect } from './fixtures.ts';

/** Page object of the desk. */
export class DeskPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async signedIn(context: BrowserContext, demo: Demo, name = 'Ada'): Promise<DeskPage> {
    const page = await context.newPage();
    await page.goto(`${demo.emulator.messagingUrl}/desk`);
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Control key').fill(demo.controlKey);
    await page.getByRole('button', { name: 'Go to the desk' }).click();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    return new DeskPage(page);
  }

  readonly list = () => this.page.getByRole('navigation', { name: 'Conversations' });
  readonly visitors = () => this.list().getByRole('listitem').getByRole('button');
  readonly dialog = () => this.page.getByRole('dialog', { name: /^End the chat with Visitor \w+\?$/ });
  readonly log = () => this.page.getByRole('log');
  readonly entries = (by: 'visitor' | 'agent' | 'person') => this.page.locator(`[data-by="${by}"]`);
  readonly composer = () => this.page.getByRole('textbox', { name: 'Your message' });
  readonly button = (name: string) => this.page.getByRole('button', { name, exact: true });

  /** Accepts the first waiting visitor. */
  async accept() {
    await this.visitors().first().click();
    await this.button('Accept').click();
    await expect(this.composer()).toBeFocused();
  }

  async send(text: string) {
    await this.composer().fill(text);
    await this.composer().press('Enter');
  }
}
