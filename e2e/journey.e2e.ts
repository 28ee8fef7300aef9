import { expect, test } from './fixtures.ts';
import { createFrameGate } from './frame-gate.ts';

test.describe('a visitor', () => {
  test('S-98: the page loads and stores nothing but the launcher before the chat is opened', async ({
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

  test('a visitor gets a usable conversation after two requests, even if the rest fails to load', async ({
    chat,
    page,
    demo,
    dialects,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin === demo.relayUrl && request.method() !== 'OPTIONS') {
        requests.push(`${request.method()} ${url.pathname.replace(/-[\w-]{6}\.js$/, '-HASH.js')}`);
      }
    });
    await page.route('**/assets/rest-parts-*', (route) => route.abort());
    await chat.open();
    await expect(chat.messages('agent')).toHaveCount(1);
    await expect(chat.streaming()).toHaveCount(0);
    await chat.send('What are your opening hours?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
    await expect(chat.messages('agent').last()).toContainText(/\d/);
    // M-1.8: the first visitor of all shows the relay what the platform speaks.
    const mustDetectDialect = dialects.relay === 'auto' && dialects.platform === 'poly';
    const isStateRequest = (request: string) => /^GET \/chat\/sessions\/[\w-]+$/.test(request);
    expect(requests.filter(isStateRequest)).toHaveLength(mustDetectDialect ? 1 : 0);
    // The session and the rest are requested at the same time, and the rest once more when online.
    const [script, panel, ...others] = new Set(requests.filter((request) => !isStateRequest(request)));
    expect([script, panel, others.sort()]).toEqual([
      'GET /widget.js',
      'GET /assets/panel-HASH.js',
      ['GET /assets/rest-parts-HASH.js', 'POST /chat/sessions'],
    ]);
  });

  test('a visitor sends a message and sees the answer with Markdown', { tag: '@socket' }, async ({
    chat,
  }) => {
    await chat.openWithGreeting();
    await chat.send('markdown');
    await expect(chat.messages('user')).toHaveText(/markdown/);
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    const answer = chat.messages('agent').last();
    await expect(answer.locator('strong').first()).toBeVisible();
    await expect(answer.locator('li').first()).toBeVisible();
    await expect(answer.locator('pre code').first()).toBeVisible();
    await expect(chat.streaming()).toHaveCount(0);
    expect(await answer.innerText()).not.toContain('**');
  });

  test('a visitor sees unsupported markup as text', async ({ chat, page }) => {
    await chat.openWithGreeting();
    await chat.send('html');
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
    const text = chat.messages('agent').last().locator('.text');
    await expect(text).toContainText('<script>');
    expect(await text.locator('script, img, iframe, [onerror]').count()).toBe(0);
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
  });

  test('a visitor sends a suggestion', async ({ chat }) => {
    await chat.openWithGreeting();
    const first = chat.suggestions().first();
    const text = await first.innerText();
    await first.click();
    await expect(chat.messages('user')).toContainText(text);
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
  });

  test('a visitor resumes the conversation after a reload', { tag: ['@socket', '@own-demo'] }, async ({
    chat,
    page,
    demo,
  }) => {
    await chat.openWithGreeting();
    await chat.send('What are your opening hours?');
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
    // The last words are painted up to two frames after the stream is complete.
    await expect(chat.messages('agent').last()).toContainText('at any hour.');
    const before = await chat.messages('agent').allInnerTexts();
    const stored = await chat.storage();
    expect(Object.keys(stored)).toEqual([`foyer:${demo.relayUrl}`]);

    const calls: string[] = [];
    page.on(
      'request',
      (request) =>
        request.url().includes('/chat/sessions') &&
        // M-3.18: the page that is left tells what was seen. The oldest Chrome reports that call, and newer ones do not.
        !request.url().endsWith('/seen') &&
        calls.push(request.method() + new URL(request.url()).pathname),
    );
    await page.reload();
    await chat.launcher().click();
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.messages('user')).toHaveText(/opening hours/);
    await expect.poll(() => chat.messages('agent').allInnerTexts()).toEqual(before);
    expect(calls).toEqual([`POST/chat/sessions/${Object.values(stored)[0]}/resume`]);
    expect(await chat.storage()).toEqual(stored);
    expect(demo.emulator.sessions().length).toBe(1);
  });

  test('a visitor ends the chat and starts a new one', { tag: ['@socket', '@own-demo'] }, async ({
    chat,
    demo,
  }) => {
    await chat.openWithGreeting();
    await chat.chooseMenuItem('end');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    await expect(chat.messages('notice')).toHaveAttribute('data-kind', 'conversation_ended');
    await expect(chat.composer()).toHaveCount(0);
    expect(await chat.storage()).toEqual({});

    await chat.panel().getByRole('button', { name: 'Start new chat' }).first().click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    await expect(chat.suggestions().first()).toBeVisible();
    await expect(chat.messages('notice')).toHaveCount(0);
    await expect(chat.composer()).toBeEnabled();
    expect(demo.emulator.sessions().length).toBe(2);
  });

  test('a visitor sees that the agent has ended the conversation', { tag: '@socket' }, async ({ chat }) => {
    await chat.openWithGreeting();
    await chat.send('bye');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    await expect(chat.messages('agent')).toHaveCount(2);
  });

  test('a visitor uses the chat by keyboard, and closing returns the focus', async ({ chat, page }) => {
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

  test('the chat keeps a draft when it is closed and opened', async ({ chat, page }) => {
    await chat.openWithGreeting();
    await chat.composer().fill('Half a thought');
    await page.getByRole('button', { name: 'Close chat' }).click();
    await chat.launcher().click();
    await expect(chat.composer()).toHaveValue('Half a thought');
  });

  test('the chat keeps its place while a visitor reads earlier messages', { tag: '@scripted' }, async ({
    chat,
    page,
  }) => {
    const gate = await createFrameGate(page);
    await chat.openWithGreeting();
    for (let i = 0; i < 3; i++) {
      await chat.send('markdown');
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
    gate.closeAfter('AGENT_MESSAGE_CHUNK', 60);
    await chat.send('long 150');
    await expect(chat.streaming()).toHaveCount(1);
    await chat.transcript().hover();
    await page.mouse.wheel(0, -600);
    gate.closeAfter('AGENT_MESSAGE_CHUNK', 60);
    await expect(page.getByRole('button', { name: /new message|Continue reading/ })).toBeVisible();
    let before = -1;
    const moved = async () => {
      const last = before;
      before = await top();
      return before - last;
    };
    await expect.poll(moved).toBe(0);
    gate.open();
    await expect(chat.streaming()).toHaveCount(0);
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  });
});

test.describe('a visitor with an agent at its default pace', () => {
  test.use({ demoOptions: { logLevel: 'silent' } });

  test('a visitor sees the greeting word by word', { tag: ['@scripted', '@ci'] }, async ({ chat, page }) => {
    const gate = await createFrameGate(page);
    gate.closeAfter('AGENT_MESSAGE_CHUNK');
    await chat.open();
    const length = async () => (await chat.streaming().textContent())?.length ?? 0;
    let shown = 0;
    for (let step = 0; step < 4; step++) {
      await expect.poll(length).toBeGreaterThan(shown);
      shown = await length();
      gate.closeAfter('AGENT_MESSAGE_CHUNK', 3);
    }
    gate.open();
    await expect(chat.suggestions().first()).toBeVisible();
  });
});

test.describe('a page that uses the API', () => {
  test('the API takes early calls, and destroy() removes the chat', async ({ chat, page }) => {
    await page.goto(chat.shop);
    await page.evaluate(() => {
      (window as unknown as { Foyer: { open(): void; send(text: string): void } }).Foyer.open();
    });
    await expect(chat.panel()).toBeVisible();
    await page.evaluate(() => (window as unknown as { Foyer: { destroy(): void } }).Foyer.destroy());
    await expect(chat.host()).toHaveCount(0);
  });
});
