import { expect, test } from './fixtures.ts';

test.describe('a visitor', () => {
  test('finds nothing but the launcher, and nothing of ours is stored or asked, until the chat is opened', async ({
    chat,
    page,
    demo,
  }) => {
    const requests: string[] = [];
    page.on(
      'request',
      (request) => request.url().startsWith(demo.relayUrl) && requests.push(new URL(request.url()).pathname),
    );
    await page.goto(chat.shop);
    await expect(chat.launcher()).toBeVisible();
    expect(requests).toEqual(['/widget.js']);
    expect(await chat.storage()).toEqual({});
    await expect(chat.host()).toHaveAttribute('data-connection', 'idle');
  });

  test('has a usable conversation two requests after the script tag; what else there is may fail to load', async ({
    chat,
    page,
    demo,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin === demo.relayUrl && request.method() !== 'OPTIONS') {
        requests.push(`${request.method()} ${url.pathname.replace(/-[\w-]+\.js$/, '-HASH.js')}`);
      }
    });
    await page.route('**/assets/extras-*', (route) => route.abort());
    await chat.open();
    await expect(chat.messages('agent')).toHaveCount(1);
    await expect(chat.streaming()).toHaveCount(0);
    await chat.say('What are your opening hours?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
    await expect(chat.messages('agent').last()).toContainText(/\d/);
    expect(requests).toEqual([
      'GET /widget.js',
      'GET /assets/panel-HASH.js',
      'POST /chat/sessions',
      'GET /assets/extras-HASH.js',
    ]);
  });

  test('asks something and sees the answer with its Markdown', async ({ chat }) => {
    await chat.greeted();
    await chat.say('markdown');
    await expect(chat.messages('user')).toHaveText(/markdown/);
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    const answer = chat.messages('agent').last();
    await expect(answer.locator('strong').first()).toBeVisible();
    await expect(answer.locator('li').first()).toBeVisible();
    await expect(answer.locator('pre code').first()).toBeVisible();
    await expect(chat.streaming()).toHaveCount(0);
    expect(await answer.innerText()).not.toContain('**');
  });

  test('sees markup outside the allowed subset as text, and nothing of it runs', async ({ chat, page }) => {
    await chat.greeted();
    await chat.say('html');
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
    const text = chat.messages('agent').last().locator('.text');
    await expect(text).toContainText('<script>');
    expect(await text.locator('script, img, iframe, [onerror]').count()).toBe(0);
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
  });

  test('taps a suggestion, which is said and goes away', async ({ chat }) => {
    await chat.greeted();
    const first = chat.suggestions().first();
    const words = await first.innerText();
    await first.click();
    await expect(chat.messages('user')).toContainText(words);
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
  });

  test('finds the conversation again after a reload: resumed, not restarted', async ({
    chat,
    page,
    demo,
  }) => {
    await chat.greeted();
    await chat.say('What are your opening hours?');
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
    const before = await chat.messages('agent').allInnerTexts();
    const stored = await chat.storage();
    expect(Object.keys(stored)).toEqual([`foyer:${demo.relayUrl}`]);

    const calls: string[] = [];
    page.on(
      'request',
      (request) =>
        request.url().includes('/chat/sessions') &&
        calls.push(request.method() + new URL(request.url()).pathname),
    );
    await page.reload();
    await chat.launcher().click();
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.messages('user')).toHaveText(/opening hours/);
    expect(await chat.messages('agent').allInnerTexts()).toEqual(before);
    expect(calls).toEqual([`POST/chat/sessions/${Object.values(stored)[0]}/resume`]);
    expect(await chat.storage()).toEqual(stored);
    expect(demo.emulator.sessions().length).toBe(1);
  });

  test('ends the chat and starts a new one', async ({ chat, demo }) => {
    await chat.greeted();
    await chat.choose('end');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    await expect(chat.messages('notice')).toHaveAttribute('data-kind', 'conversation_ended');
    await expect(chat.composer()).toBeDisabled();
    expect(await chat.storage()).toEqual({});

    await chat.panel().getByRole('button', { name: 'Start new chat' }).first().click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    await expect(chat.suggestions().first()).toBeVisible();
    await expect(chat.messages('notice')).toHaveCount(0);
    await expect(chat.composer()).toBeEnabled();
    expect(demo.emulator.sessions().length).toBe(2);
  });

  test('hears the agent end the conversation', async ({ chat }) => {
    await chat.greeted();
    await chat.say('bye');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    await expect(chat.messages('agent')).toHaveCount(2);
  });

  test('goes all the way by keyboard, and closing gives the focus back', async ({ chat, page }) => {
    await page.goto(chat.shop);
    await chat.launcher().focus();
    await page.keyboard.press('Enter');
    await expect(chat.composer()).toBeFocused();
    await expect(chat.suggestions().first()).toBeVisible();
    await page.keyboard.type('Line one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('line two');
    await page.keyboard.press('Enter');
    await expect(chat.messages('user')).toHaveText(/Line one\s*line two/);
    await page.keyboard.press('Escape');
    await expect(chat.panel()).toBeHidden();
    await expect(chat.launcher()).toBeFocused();
  });

  test('keeps a draft through closing and opening', async ({ chat, page }) => {
    await chat.greeted();
    await chat.composer().fill('Half a thought');
    await page.getByRole('button', { name: 'Close chat' }).click();
    await chat.launcher().click();
    await expect(chat.composer()).toHaveValue('Half a thought');
  });

  test('reads back in peace while an answer streams in', async ({ chat, page }) => {
    await chat.greeted();
    for (let i = 0; i < 3; i++) {
      await chat.say('markdown');
      await expect(chat.messages('agent')).toHaveCount(2 + i);
      await expect(chat.streaming()).toHaveCount(0);
    }
    const top = () =>
      chat.transcript().evaluate((log) => {
        let scroller: Element | null = log;
        while (
          scroller &&
          getComputedStyle(scroller).overflowY !== 'auto' &&
          getComputedStyle(scroller).overflowY !== 'scroll'
        )
          scroller = scroller.parentElement;
        return scroller?.scrollTop ?? -1;
      });
    await chat.say('long 200');
    await expect(chat.streaming()).toHaveCount(1);
    await chat.transcript().hover();
    await page.mouse.wheel(0, -600);
    await expect(page.getByRole('button', { name: /New messages/ })).toBeVisible();
    const held = await top();
    await expect(chat.streaming()).toHaveCount(0);
    expect(Math.abs((await top()) - held)).toBeLessThanOrEqual(1);
  });
});

test.describe('a visitor of an agent that speaks at its natural pace', () => {
  test.use({ demoOptions: { logLevel: 'silent' } });

  test('is greeted word by word', async ({ chat, page }) => {
    // Watched from within and from the start: from outside a busy machine would look too seldom, or too late.
    await page.addInitScript(() => {
      const lengths = new Set<number>();
      Object.assign(window, { lengths });
      const look = () => {
        const { shadowRoot } = document.querySelector('foyer-chat') ?? {};
        const row = shadowRoot?.querySelector('[data-streaming]');
        if (row) lengths.add(row.textContent?.length ?? 0);
        requestAnimationFrame(look);
      };
      look();
    });
    await chat.open();
    await expect(chat.suggestions().first()).toBeVisible();
    const seen = await page.evaluate(() => (window as unknown as { lengths: Set<number> }).lengths.size);
    expect(seen).toBeGreaterThan(3);
  });
});

test.describe('a page that drives the chat by code', () => {
  test('has its early calls replayed in order, and is left as it was by destroy()', async ({
    chat,
    page,
  }) => {
    await page.goto(chat.shop);
    await page.evaluate(() => {
      (window as unknown as { Foyer: { open(): void; send(text: string): void } }).Foyer.open();
    });
    await expect(chat.panel()).toBeVisible();
    await page.evaluate(() => (window as unknown as { Foyer: { destroy(): void } }).Foyer.destroy());
    await expect(chat.host()).toHaveCount(0);
  });
});
