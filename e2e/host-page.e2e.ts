import { expect, test } from './fixtures.ts';
import { BRANDING } from './walk.ts';

test.describe('the page around the chat', () => {
  test.use({
    demoOptions: {
      emulator: { pace: { wordMs: 5, thinkingMs: 20 } },
      logLevel: 'silent',
      branding: { policies: BRANDING.policies },
    },
  });

  test('is not within reach of any page that a link of the chat opens', async ({ chat, context, page }) => {
    await context.route(/^https:\/\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
    await chat.greeted();
    await chat.say('markdown');
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.say('card');
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
    const kinds = ['.text a', 'a.about', '.policies a'];
    for (const kind of kinds) expect(await links.and(page.locator(kind)).count()).toBeGreaterThan(0);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((href) => [href, [null, '']])));
  });

  test('cannot stop the chat by what it does when it is told of something, and is told no token', async ({
    chat,
    complaints,
    page,
  }) => {
    const created = page.waitForResponse((it) => it.url().endsWith('/chat/sessions') && it.ok());
    await page.goto(chat.shop);
    await page.evaluate(() => {
      const { Foyer } = window as unknown as {
        Foyer: {
          on(name: string, hear: (detail: Record<string, unknown>) => unknown): () => void;
          send(text: string): void;
          open(): void;
        };
      };
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      const names =
        'open close message connection handoff client-handoff-required language session-start session-end unread error';
      for (const name of names.split(' ')) {
        Foyer.on(name, (detail) => {
          heard.push({ name, detail, isFrozen: Object.isFrozen(detail) });
          throw new Error(`the page's own fault at ${name}`);
        });
        // Never settles, and tries to change what others are told.
        Foyer.on(name, (detail) => {
          Reflect.set(detail, 'text', 'forged');
          return new Promise(() => {});
        });
      }
      const off = Foyer.on('message', () => {
        off();
        Foyer.on('message', () => {});
        Foyer.send('Said while being told');
      });
      Foyer.open();
    });
    const { access_token: token } = (await (await created).json()) as { access_token: string };
    await expect(chat.messages('user')).toHaveText(/Said while being told/);
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.say('What are your opening hours?');
    await expect(chat.messages('agent')).toHaveCount(3);
    await chat.choose('end');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');

    type Heard = { name: string; detail: Record<string, unknown>; isFrozen: boolean };
    const heard = await page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
    expect(new Set(heard.map(({ name }) => name))).toEqual(
      new Set(['open', 'connection', 'session-start', 'message', 'session-end']),
    );
    expect(heard.filter(({ detail, isFrozen }) => !isFrozen || detail['text'] === 'forged')).toEqual([]);
    expect(token.length).toBeGreaterThan(20);
    expect(JSON.stringify(heard)).not.toContain(token);
    // The page's own faults are the page's to hear of: each once, and no other.
    expect(complaints).toEqual(heard.map(({ name }) => `error: the page's own fault at ${name}`));
    complaints.length = 0;
  });
});
