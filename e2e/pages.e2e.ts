import type { BrowserContext } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { ChatPage, expect, test } from './fixtures.ts';

/** Another page of the same browser. */
async function another(context: BrowserContext, demo: Demo): Promise<ChatPage> {
  return new ChatPage(await context.newPage(), demo);
}

const status = (chat: ChatPage) => chat.host().getAttribute('data-connection');

/** How often the browser asked the relay for a new session. */
function creations(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/chat/sessions') count += 1;
  });
  return () => count;
}

test('two pages opened at the same instant have one session and one greeting', async ({
  chat,
  context,
  demo,
}) => {
  const created = creations(context);
  const other = await another(context, demo);
  await Promise.all([chat.page.goto(chat.shop), other.page.goto(other.shop)]);
  await Promise.all([chat, other].map(({ page }) => page.evaluate('Foyer.open()')));
  for (const it of [chat, other]) {
    await expect(it.suggestions().first()).toBeVisible();
    await expect(it.messages('agent')).toHaveCount(1);
  }
  expect(created()).toBe(1);
  expect(demo.emulator.sessions().length).toBe(1);
});

test('what is said in one page appears in the other', async ({ chat, context, demo }) => {
  await chat.greeted();
  const other = await another(context, demo);
  await other.greeted();
  await chat.say('Do you wrap gifts?');
  await expect(other.messages('user')).toHaveText(/Do you wrap gifts\?/);
  await expect(other.messages('agent')).toHaveCount(2);
});

test('an end in one page ends the other, and a new chat there is followed', async ({
  chat,
  context,
  demo,
}) => {
  await chat.greeted();
  const other = await another(context, demo);
  await other.greeted();
  await chat.choose('end');
  await expect.poll(() => status(other)).toBe('ended');
  expect(await other.storage()).toEqual({});
  await chat.choose('restart');
  await expect(other.suggestions().first()).toBeVisible();
  await expect(other.messages('agent')).toHaveCount(1);
  await expect(other.messages('notice')).toHaveCount(0);
  expect(await other.storage()).toEqual(await chat.storage());
});

test('a panel closed for a minute holds no socket, and opened again shows what was missed', async ({
  chat,
  demo,
}) => {
  await chat.page.clock.install();
  await chat.greeted();
  await chat.page.getByRole('button', { name: 'Close chat' }).click();
  await chat.page.clock.runFor(59_000);
  expect(await status(chat)).toBe('online');
  await chat.page.clock.runFor(1_500);
  await expect.poll(() => status(chat)).toBe('idle');
  await expect.poll(() => demo.emulator.connections()).toBe(0);
  await chat.launcher().click();
  await chat.page.clock.runFor(1_000);
  await expect.poll(() => status(chat)).toBe('online');
  await expect.poll(() => demo.emulator.connections()).toBe(1);
  await expect(chat.messages('agent')).toHaveCount(1);
});
