import type { Locator, Page } from 'playwright/test';
import { agentMessage } from '../src/testing/index.ts';
import { type ChatPage, expect, test } from './fixtures.ts';
import { replacePlatform } from './scripted-platform.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const LONG = 'Small items arrive within two or three working days, and furniture within five to eight.';
const WORDS = ['Copy answer', 'Helpful', 'Not helpful'];

/** A conversation in which the visitor has asked, and the scripted agent has not answered yet. */
async function ask(chat: ChatPage, greeting = 'Hello!') {
  const platform = await replacePlatform(chat);
  await chat.open();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  platform.send(agentMessage('greeting', greeting));
  await expect(row(chat.page, 'greeting')).toBeVisible();
  await chat.send('How long does delivery take?');
  await expect(chat.messages('user')).toHaveAttribute('data-delivery', /sent|delivered/);
  return platform;
}

const row = (page: Page, id: string) => page.locator(`[data-message-id="${id}"]`);
const more = (within: Locator) => within.getByRole('button', { name: WORDS.join(', '), exact: true });

test('one button at an answer of two lines opens what can be done with it', async ({ chat, page }) => {
  const platform = await ask(chat, `${LONG}\n\n`.repeat(6));
  platform.send(agentMessage('answer', LONG));
  const answer = row(page, 'answer');
  await expect(answer.getByRole('button')).toHaveCount(1);
  const before = await more(answer).boundingBox();
  await more(answer).tap();
  await expect(answer.getByRole('button')).toHaveText(['', ...WORDS]);
  await expect(answer.getByRole('button').last()).toBeInViewport({ ratio: 1 });
  await answer.getByRole('button', { name: 'Helpful', exact: true }).tap();
  await expect(answer.getByRole('button', { pressed: true })).toHaveText('Helpful');
  await more(answer).tap();
  await expect(answer.getByRole('button')).toHaveCount(1);
  expect(await more(answer).boundingBox()).toEqual(before);
});

test('the words come into sight below an answer that fills the screen', async ({ chat, page }) => {
  const platform = await ask(chat);
  platform.send(agentMessage('answer', `${LONG}\n\n`.repeat(8)));
  const answer = row(page, 'answer');
  await more(answer).tap();
  await expect(answer.getByRole('button', { name: 'Not helpful', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Continue reading' })).toHaveCount(0);
});

test('a greeting, a short answer and a card have no such button', async ({ chat, page }) => {
  const platform = await ask(chat, LONG);
  const card = { contentType: 'url', contentUrl: 'https://shop.example/halo', title: 'Halo' } as const;
  platform.send(
    agentMessage('long', LONG),
    agentMessage('short', 'Two days.'),
    agentMessage('card', '', { attachments: [card] }),
  );
  await expect(row(page, 'card')).toBeVisible();
  for (const id of ['greeting', 'short']) {
    await row(page, id).tap({ position: { x: 80, y: 20 } });
    await expect(row(page, id)).toHaveAttribute('data-time');
    await expect(row(page, id).getByRole('button')).toHaveCount(0);
  }
  // The last one has what it has without a tap, which would open the page of the card.
  await expect(row(page, 'card').getByRole('button')).toHaveCount(0);
  await row(page, 'long').tap({ position: { x: 80, y: 60 } });
  await expect(more(row(page, 'long'))).toBeVisible();
});

test('a finger swipes cards: no button lies over them', async ({ chat, page }) => {
  const platform = await ask(chat);
  const card = (title: string) =>
    ({ contentType: 'url', contentUrl: 'https://shop.example/', title }) as const;
  platform.send(agentMessage('cards', 'Look', { attachments: ['Lamp', 'Vase', 'Chair'].map(card) }));
  for (const name of ['Previous card', 'Next card'])
    await expect(page.getByRole('button', { name })).toHaveCSS('opacity', '0');
});
