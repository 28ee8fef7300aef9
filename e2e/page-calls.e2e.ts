import type { PageApi } from '../src/embed/api.ts';
import { expect, test } from './fixtures.ts';

test('the page learns what became of its calls, objects to a text, and tells what to correlate @socket', {
  tag: '@ci',
}, async ({ chat, page }) => {
  const sent: unknown[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))),
  );
  await page.goto(chat.shop);
  await chat.launcher().waitFor();
  const outcomes = await page.evaluate(async () => {
    const api = window.Foyer as PageApi;
    api.setContext({ order: 4711, 'not a name': 'x' });
    api.on('before-send', ({ text }) => !text.includes('secret'));
    return [await api.open(), await api.send('Hello'), await api.send('A secret')];
  });
  expect(outcomes).toEqual([true, 'sent', 'cancelled']);

  await chat.composer().fill('My secret');
  await chat.composer().press('Enter');
  await expect(chat.composer()).toHaveValue('My secret');
  await chat.composer().fill('My question');
  await chat.composer().press('Enter');
  await expect(chat.composer()).toHaveValue('');
  await expect(chat.messages('user')).toContainText(['Hello', 'My question']);
  const messages = sent.filter((it) => (it as { type: string }).type === 'EVENT_TYPE_USER_MESSAGE');
  expect(messages).toEqual(
    ['Hello', 'My question'].map((text) => ({
      type: 'EVENT_TYPE_USER_MESSAGE',
      payload: { text },
      metadata: {
        custom: { order: '4711', client_event_id: expect.any(String), local_id: expect.any(String) },
      },
    })),
  );
});
