import type { Browser, Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { ChatPage, expect, test } from './fixtures.ts';

// Contract §4: where cookies work, a session belongs to the browser that created it.

/** Method, path and status of the page's calls of the session routes. */
function sessionCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname.replace(/(?<=sessions\/)[^/]+/, 'ID');
    if (path.startsWith('/chat/sessions')) {
      calls.push(`${response.request().method()} ${path} ${response.status()}`);
    }
  });
  return calls;
}

/** Opens a page in a new browser context. */
async function newVisitor(browser: Browser, demo: Demo, storage: Record<string, string> = {}) {
  const context = await browser.newContext();
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, storage);
  const page = await context.newPage();
  return { context, page, chat: new ChatPage(page, demo) };
}

/** Sends a message and waits for the answer. */
async function exchange(chat: ChatPage, text: string) {
  await chat.openWithGreeting();
  const before = await chat.messages('agent').count();
  await chat.send(text);
  await expect(chat.messages('agent')).toHaveCount(before + 1);
}

test('a conversation resumes after a reload by an HttpOnly cookie', {
  tag: ['@socket', '@own-demo'],
}, async ({ page, chat }) => {
  const calls = sessionCalls(page);
  await exchange(chat, 'my secret order 4711');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const cookies = (await page.context().cookies()).map(({ name, httpOnly, secure, sameSite, path }) => ({
    name: name.replace(/(?<=__Host-foyer-)[\w-]{16}$/, 'ID'),
    httpOnly,
    secure,
    sameSite,
    path,
  }));
  const kept = { httpOnly: true, secure: true, sameSite: 'None' };
  expect(cookies.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: '__Host-foyer-ID', path: '/', ...kept },
    { name: 'foyer-probe', path: '/chat', ...kept },
  ]);
  await page.reload();
  await chat.launcher().click();
  await expect(chat.messages('user')).toHaveText(/my secret order 4711/);
  expect(calls).toEqual(['POST /chat/sessions 201', 'POST /chat/sessions/ID/resume 200']);
});

test('S-13: a session id that was copied into another browser opens a new conversation', {
  tag: ['@ci', '@own-demo'],
}, async ({ browser, demo, chat }) => {
  await exchange(chat, 'my secret order 4711');
  const thief = await newVisitor(browser, demo, await chat.storage());
  const calls = sessionCalls(thief.page);
  await thief.chat.openWithGreeting();
  await expect(thief.chat.messages('user')).toHaveCount(0);
  expect(await thief.page.locator('foyer-chat').textContent()).not.toContain('4711');
  // M-3.24: a refused resume may be one of the loading page, and is repeated by the panel.
  expect([...new Set(calls)]).toEqual(['POST /chat/sessions/ID/resume 404', 'POST /chat/sessions 201']);
  expect(await thief.chat.storage()).not.toEqual(await chat.storage());
  await thief.context.close();
});

test('S-14: a planted session id is not used', { tag: ['@ci', '@own-demo'] }, async ({ browser, demo }) => {
  const planted = { [`foyer:${demo.relayUrl}`]: 'planted-by-somebody' };
  const visitor = await newVisitor(browser, demo, planted);
  await visitor.chat.openWithGreeting();
  expect(Object.values(await visitor.chat.storage())).not.toContain('planted-by-somebody');
  await visitor.context.close();
});

test('a page of another site has partitioned cookies and resumes by them', {
  tag: ['@socket', '@ci', '@own-demo'],
}, async ({ page, chat, demo }) => {
  const calls = sessionCalls(page);
  const shop = chat.shop.replace('127.0.0.1', 'localhost');
  await page.goto(shop);
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  await page.reload();
  await chat.launcher().click();
  await expect(chat.messages('agent').first()).toBeVisible();
  expect(calls).toEqual(['POST /chat/sessions 201', 'POST /chat/sessions/ID/resume 200']);
  const partitions = (await page.context().cookies(demo.relayUrl)).map((cookie) => cookie.partitionKey);
  expect(new Set(partitions)).toEqual(new Set(['http://localhost']));
});

test.describe('direct mode', () => {
  // Proxy mode is tested in proxy-mode.e2e.ts.
  test.use({ socket: 'direct' });

  test('S-02, S-04, S-05: no token is stored, part of a relay URL, or sent to anybody but the platform', {
    tag: '@own-demo',
  }, async ({ page, chat, demo }) => {
    const tokens: string[] = [];
    const exposed: string[] = [];
    const sockets: string[] = [];
    page.on('request', (request) => {
      exposed.push(request.url(), request.headers()['referer'] ?? '');
    });
    page.on('console', (line) => exposed.push(line.text()));
    page.on('websocket', (socket) => sockets.push(socket.url()));
    page.on('response', async (response) => {
      if (response.url().includes('/chat/sessions') && response.ok()) {
        const grant = await response.json().catch(() => ({}));
        if (grant.access_token) tokens.push(grant.access_token);
      }
    });
    await exchange(chat, 'markdown');
    await page.reload();
    await chat.launcher().click();
    await expect(chat.messages('user')).toHaveCount(1);
    expect(new Set(tokens).size).toBe(1);
    const stored = await page.evaluate(async () =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        await indexedDB.databases(),
        await caches.keys(),
        document.cookie,
        history.state,
        window.name,
        performance.getEntries().map((entry) => entry.name),
      ]),
    );
    expect(await chat.storage()).toEqual({ [`foyer:${demo.relayUrl}`]: expect.any(String) });
    for (const token of tokens) {
      expect([stored.includes(token), exposed.filter((text) => text.includes(token))]).toEqual([false, []]);
      // The only exception: the protocol puts the token into the socket URL.
      expect(sockets.length).toBeGreaterThan(0);
      expect(
        sockets.every((socket) => socket.startsWith(demo.emulator.messagingUrl.replace('http', 'ws'))),
      ).toBe(true);
    }
  });
});
