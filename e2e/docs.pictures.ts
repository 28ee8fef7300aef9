import { fileURLToPath } from 'node:url';
import { DeskPage } from './desk-page.ts';
import { ChatPage, expect, FAST, test } from './fixtures.ts';
import { createFrameGate } from './frame-gate.ts';
import { ask } from './states.ts';

/** The pictures of the chat in `docs/`, of what visitors write. Only `npm run test:e2e -- --project pictures` makes them. */

const picture = (name: string) => fileURLToPath(new URL(`../docs/${name}.png`, import.meta.url));

/** The panel and its launcher in the corner of the page. */
const CORNER = { x: 840, y: 110, width: 440, height: 790 };

const QUESTION = 'How long does delivery take?';
const REQUEST = 'I would like to talk to a person.';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

test('the chat on a page', async ({ chat, page }) => {
  await chat.openWithGreeting();
  await ask(chat, 'Where is my order 4711?');
  await ask(chat, 'Which lamps do you have?');
  await page.mouse.move(10, 10);
  await expect(page.locator('foyer-chat .card img').first()).toBeVisible();
  await page.screenshot({ path: picture('picture') });
});

test.describe('a site with words of its own', () => {
  test.use({
    demoOptions: {
      branding: {
        welcome: { en: 'Welcome to Lumen & Oak\nAsk about lamps, orders and deliveries.' },
        starters: { en: ['Where is my order?', 'Which lamps do you have?', 'How do returns work?'] },
      },
      emulator: { pace: FAST },
      logLevel: 'silent',
    },
  });

  test('the greeting', async ({ chat, page }) => {
    await chat.open();
    await expect(chat.messages('agent')).toHaveCount(1);
    await expect(chat.streaming()).toHaveCount(0);
    await page.screenshot({ path: picture('chat-welcome'), clip: CORNER });
  });
});

test('the wait for a person', async ({ chat, page }) => {
  const gate = await createFrameGate(page);
  await chat.openWithGreeting();
  await ask(chat, QUESTION);
  gate.closeAfter('HANDOFF_QUEUE_STATUS');
  await chat.send(REQUEST);
  await expect(page.locator('foyer-chat .handoff-card')).toContainText('3');
  await page.mouse.move(10, 10);
  await page.screenshot({ path: picture('chat-queue'), clip: CORNER });
});

test('the desk', async ({ browser, chat, demo }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const desk = await DeskPage.signedIn(context, demo);
  await chat.openWithGreeting();
  await ask(chat, QUESTION);
  await chat.send(REQUEST);
  await desk.accept();
  await desk.send('Hello, this is Ada. I have read what you wrote. Which piece do you have in mind?');
  await chat.send('The table lamp “Halo”. I need it before Friday.');
  await expect(desk.entries('visitor')).toHaveCount(3);
  const second = await (await browser.newContext()).newPage();
  const waiting = new ChatPage(second, demo);
  await waiting.openWithGreeting();
  await waiting.send(REQUEST);
  await expect(waiting.host()).toHaveAttribute('data-handoff', 'queued');
  await waiting.send('My lamp flickers.');
  await expect(desk.list()).toContainText('My lamp flickers.');
  await chat.composer().pressSequentially('And');
  await expect(desk.log()).toContainText('is typing');
  await desk.composer().fill('With express it is there tomorrow,');
  await desk.page.screenshot({ path: picture('desk') });
  await second.context().close();
  await context.close();
});
