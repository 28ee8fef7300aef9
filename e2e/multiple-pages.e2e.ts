import type { BrowserContext } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { ChatPage, expect, test } from './fixtures.ts';
import { createFrameGate } from './frame-gate.ts';

/** Opens another page of the same browser context. A page behind another one draws one frame a second: see `bringToFront`. */
async function openPage(context: BrowserContext, demo: Demo): Promise<ChatPage> {
  return new ChatPage(await context.newPage(), demo);
}

const status = (chat: ChatPage) => chat.host().getAttribute('data-connection');

/** Counts the session creations of the browser context. */
function creations(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/chat/sessions') count += 1;
  });
  return () => count;
}

test('two pages that open at the same time share one session and one greeting', { tag: '@own-demo' }, async ({
  chat,
  context,
  demo,
}) => {
  const created = creations(context);
  const other = await openPage(context, demo);
  await Promise.all([chat.page.goto(chat.shop), other.page.goto(other.shop)]);
  await Promise.all([chat, other].map(({ page }) => page.evaluate('Foyer.open()')));
  for (const it of [chat, other]) {
    await expect(it.suggestions().first()).toBeVisible();
    await expect(it.messages('agent')).toHaveCount(1);
  }
  expect(created()).toBe(1);
  expect(demo.emulator.sessions().length).toBe(1);
});

test('a message of one page appears in the other', { tag: ['@socket', '@own-demo'] }, async ({
  chat,
  context,
  demo,
}) => {
  await chat.openWithGreeting();
  const other = await openPage(context, demo);
  await other.openWithGreeting();
  await chat.page.bringToFront();
  await chat.send('Do you wrap gifts?');
  await expect(other.messages('user')).toHaveText(/Do you wrap gifts\?/);
  await expect(other.messages('agent')).toHaveCount(2);
});

test('M-3.18: an answer seen in one page is no longer unread in the other', {
  tag: ['@own-demo', '@scripted'],
}, async ({ chat, context, demo }) => {
  const gate = await createFrameGate(chat.page);
  await chat.openWithGreeting();
  const other = await openPage(context, demo);
  await other.page.goto(other.shop);
  await expect(other.host()).toHaveAttribute('data-connection', 'online');
  await chat.page.bringToFront();
  gate.closeAfter('USER_MESSAGE');
  await chat.send('What are your opening hours?');
  await expect(other.launcher()).toHaveAccessibleName('Open chat (1 unread)');
  gate.open();
  await expect(other.launcher()).toHaveAccessibleName('Open chat');
  expect(await other.page.evaluate('Foyer.state.unread')).toBe(0);
});

test('an end in one page ends the other, and a new chat starts in both', {
  tag: ['@ci', '@own-demo'],
}, async ({ chat, context, demo }) => {
  await chat.openWithGreeting();
  const other = await openPage(context, demo);
  await other.openWithGreeting();
  await chat.page.bringToFront();
  await chat.chooseMenuItem('end');
  await expect.poll(() => status(other)).toBe('ended');
  expect(await other.storage()).toEqual({});
  await chat.chooseMenuItem('restart');
  await expect(other.suggestions().first()).toBeVisible();
  await expect(other.messages('agent')).toHaveCount(1);
  await expect(other.messages('notice')).toHaveCount(0);
  expect(await other.storage()).toEqual(await chat.storage());
});

test('a panel that is closed for a minute closes its socket, and catches up when it opens', {
  tag: ['@socket', '@own-demo'],
}, async ({ chat, demo }) => {
  const { clock } = chat.page;
  await clock.install();
  await chat.openWithGreeting();
  // From here on only the test moves the clock of the page.
  await clock.pauseAt((await chat.page.evaluate(() => Date.now())) + 60_000);
  await chat.page.getByRole('button', { name: 'Close chat' }).click();
  await clock.runFor(59_000);
  expect(await status(chat)).toBe('online');
  await clock.runFor(1_500);
  await expect.poll(() => status(chat)).toBe('idle');
  await expect.poll(() => demo.emulator.connections()).toBe(0);
  await chat.launcher().click();
  await clock.resume();
  await expect.poll(() => status(chat)).toBe('online');
  await expect.poll(() => demo.emulator.connections()).toBe(1);
  await expect(chat.messages('agent')).toHaveCount(1);
});
