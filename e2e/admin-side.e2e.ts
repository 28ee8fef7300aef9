import { expect, test } from './fixtures.ts';

test('the admin side lists the conversation of a visitor', { tag: '@own-demo' }, async ({ chat, demo }) => {
  await chat.openWithGreeting();
  await chat.send('What are your opening hours?');
  await expect(chat.messages('agent')).toHaveCount(2);
  await expect(chat.streaming()).toHaveCount(0);
  await expect(chat.messages('agent').last()).toContainText('Monday to Friday');

  const headers = { Authorization: `Bearer ${demo.adminKey}` };
  const answer = await fetch(`${demo.relayUrl}/admin/v1/conversations?channel=WEBCHAT`, { headers });
  const { conversations } = await answer.json();
  expect(conversations).toMatchObject([
    {
      id: demo.emulator.sessions()[0],
      in_progress: true,
      num_turns: 2,
      turns: [
        { user_input: '' },
        {
          user_input: 'What are your opening hours?',
          agent_response: expect.stringContaining('Monday to Friday'),
        },
      ],
    },
  ]);
});
