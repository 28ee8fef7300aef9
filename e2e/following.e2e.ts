import type { Page } from 'playwright/test';
import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';

/** Records the `unread` and `message` events of every page from its beginning. */
const recordEvents = (page: Page) =>
  page.addInitScript(() => {
    const events: unknown[] = [];
    const listen = (name: string) => ['on', name, (detail: object) => events.push([name, detail])];
    Object.assign(window, { events, Foyer: [listen('unread'), listen('message')] });
  });

const recorded = (page: Page) =>
  page.evaluate(() => (window as unknown as { events: unknown[] }).events) as Promise<unknown>;

/** Paths of the requests to the relay. */
function relayPaths(page: Page, relayUrl: string): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === relayUrl) paths.push(`${request.method()} ${pathname}`);
  });
  return paths;
}

test.describe('a conversation that follows the visitor', () => {
  test.use({ demoOptions: { emulator: { pace: { wordMs: 1, thinkingMs: 1_500 } }, logLevel: 'silent' } });

  test('the next page shows what was answered meanwhile', { tag: '@socket' }, async ({
    demo,
    page,
    visit,
  }) => {
    await recordEvents(page);
    const paths = relayPaths(page, demo.relayUrl);
    const attributes = 'data-title-count="true"';
    let chat = await visit({ attributes });
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    expect(paths).toEqual(['GET /widget.js']);

    await chat.launcher().click();
    await expect(chat.suggestions().first()).toBeVisible();
    await chat.send('What are your opening hours?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    chat = await visit({ attributes });
    const preview = page.getByRole('button', { name: 'Our shop is open Monday to Friday' });
    await expect(preview).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open chat (1 unread)' })).toBeVisible();
    await expect(chat.panel()).toBeHidden();
    await expect(page).toHaveTitle('(1) A site');
    await expect(page.locator('foyer-chat [role=status]')).toContainText('said:');
    expect(await recorded(page)).toEqual([
      ['message', expect.objectContaining({ author: 'agent' })],
      ['unread', { count: 1 }],
    ]);

    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(preview).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open chat (1 unread)' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.messages('agent').last()).toContainText('Our shop is open');
    await expect(page).toHaveTitle('A site');
    expect(await page.evaluate('Foyer.state.unread')).toBe(0);
  });

  test('M-3.18: each page tells of unread answers, and of none that was read', async ({ page, visit }) => {
    await page.clock.install();
    let chat = await visit();
    await chat.launcher().click();
    await expect(chat.suggestions().first()).toBeVisible();
    const told = page.waitForResponse((response) => response.url().endsWith('/seen'));
    // The end has been in sight for a while.
    await page.clock.runFor(1_000);
    await page.getByRole('button', { name: 'Close chat' }).click();
    expect((await told).status()).toBe(204);
    await chat.launcher().click();
    await chat.send('What are your opening hours?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    // The answer comes while the visitor is on a page without the chat.
    await page.goto('about:blank');
    for (let nth = 0; nth < 2; nth++) {
      chat = await visit();
      await expect(page.getByRole('button', { name: 'Open chat (1 unread)' })).toBeVisible();
    }
    await chat.launcher().click();
    await expect(chat.messages('agent').last()).toContainText('Our shop is open');
    const toldAgain = page.waitForResponse((response) => response.url().endsWith('/seen'));
    await page.clock.runFor(1_000);
    await page.getByRole('button', { name: 'Close chat' }).click();
    expect((await toldAgain).status()).toBe(204);
    chat = await visit();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    await expect(chat.launcher()).toHaveAttribute('aria-label', 'Open chat');
  });

  test('a session that is gone shows nothing, and no other starts', async ({ demo, page, visit }) => {
    const paths = relayPaths(page, demo.relayUrl);
    await page.addInitScript(
      (key) => localStorage.setItem(key, 'gone'),
      `foyer:${new URL(demo.relayUrl).origin}`,
    );
    const chat = await visit();
    await expect.poll(() => chat.storage()).toEqual({});
    await expect(chat.host()).toHaveAttribute('data-connection', 'idle');
    expect(paths.filter((path) => path.includes('/chat/'))).toEqual(['POST /chat/sessions/gone/resume']);
    await expect(chat.launcher()).toHaveAccessibleName('Open chat');
  });
});
