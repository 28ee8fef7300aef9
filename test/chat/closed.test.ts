import { expect, it } from 'vitest';
import { createChatHarness, GRANT } from '../support/chat-harness.ts';

it('M-3.22: a closed site is no broken one: the next start tries again', async () => {
  const answers = [
    { status: 403, body: { code: 'closed' } },
    { status: 201, body: GRANT },
  ];
  let next = 0;
  const harness = createChatHarness({ answers: () => answers[next++] as { status: number; body: object } });
  const { chat } = harness;
  chat.send('Are you there?');
  await harness.advance(60_000);
  expect([next, chat.connection.value, chat.trouble.value]).toEqual([
    1,
    'failed',
    { code: 'closed', canRetry: true },
  ]);
  expect(chat.transcript.value).toMatchObject([{ text: 'Are you there?', delivery: 'failed' }]);
  chat.start();
  await harness.advance(0);
  expect([next, chat.trouble.value]).toEqual([2, null]);
});
