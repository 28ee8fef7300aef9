import { expect, FAST, test } from './fixtures.ts';
import { BRANDING } from './gallery/branding.ts';

test.describe('the page around the chat', () => {
  test.use({
    demoOptions: {
      emulator: { pace: FAST, shopUrl: 'https://shop.example/' },
      logLevel: 'silent',
      branding: { policies: BRANDING.policies },
    },
  });

  test('S-48: pages that links of the chat open cannot reach the page around the chat', {
    tag: '@ci',
  }, async ({ chat, context, page }) => {
    await context.route(/^https:\/\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
    await chat.openWithGreeting();
    await chat.send('markdown');
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.send('card');
    await expect(chat.messages('agent')).toHaveCount(3);
    await expect(chat.streaming()).toHaveCount(0);
    const links = chat.panel().locator('a[href^="https:"]');
    const found: Record<string, unknown> = {};
    for (const link of await links.all()) {
      const opened = context.waitForEvent('page');
      await link.click();
      const other = await opened;
      await other.waitForLoadState();
      const href = (await link.getAttribute('href')) ?? '';
      found[href] = await other.evaluate(() => [window.opener, document.referrer]);
      await other.close();
    }
    const kinds = ['.text a', 'a.card-body', '.policies a'];
    for (const kind of kinds) expect(await links.and(page.locator(kind)).count()).toBeGreaterThan(0);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((href) => [href, [null, '']])));
  });

  test('S-49: an event listener of the page cannot break the chat, and receives no token', {
    tag: '@ci',
  }, async ({ chat, pageErrors, page }) => {
    const created = page.waitForResponse(
      (response) => response.url().endsWith('/chat/sessions') && response.ok(),
    );
    await page.goto(chat.shop);
    await page.evaluate(() => {
      const { Foyer } = window as unknown as {
        Foyer: {
          on(name: string, hear: (detail: Record<string, unknown>) => unknown): () => void;
          send(text: string): void;
          open(): void;
        };
      };
      const received: unknown[] = [];
      Object.assign(window, { received });
      const names =
        'open close message connection handoff client-handoff-required language session-start session-end unread error';
      for (const name of names.split(' ')) {
        Foyer.on(name, (detail) => {
          received.push({ name, detail, isFrozen: Object.isFrozen(detail) });
          throw new Error(`error of the page at ${name}`);
        });
        // Never settles, and tries to change the detail.
        Foyer.on(name, (detail) => {
          Reflect.set(detail, 'text', 'forged');
          return new Promise(() => {});
        });
      }
      const off = Foyer.on('message', () => {
        off();
        Foyer.on('message', () => {});
        Foyer.send('Sent in a listener');
      });
      Foyer.open();
    });
    const { access_token: token } = (await (await created).json()) as { access_token: string };
    await expect(chat.messages('user')).toHaveText(/Sent in a listener/);
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.send('What are your opening hours?');
    await expect(chat.messages('agent')).toHaveCount(3);
    await chat.chooseMenuItem('end');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');

    type Heard = { name: string; detail: Record<string, unknown>; isFrozen: boolean };
    const received = await page.evaluate(() => (window as unknown as { received: Heard[] }).received);
    expect(new Set(received.map(({ name }) => name))).toEqual(
      new Set(['open', 'connection', 'session-start', 'message', 'session-end']),
    );
    expect(received.filter(({ detail, isFrozen }) => !isFrozen || detail['text'] === 'forged')).toEqual([]);
    expect(token.length).toBeGreaterThan(20);
    expect(JSON.stringify(received)).not.toContain(token);
    // Each error of the page is reported once, and no other error.
    expect(pageErrors).toEqual(received.map(({ name }) => `error: error of the page at ${name}`));
    pageErrors.length = 0;
  });
});
