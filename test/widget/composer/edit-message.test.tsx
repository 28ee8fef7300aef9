import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/chat/model/model.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const FAILED: Message = message({
  id: 'u',
  author: 'user',
  text: 'Where is my order?',
  delivery: 'failed',
  failure: 'unconfirmed',
  canRetry: true,
});

/** A panel with a failed message, whose words are put into a composer with the draft `before`. */
async function edit(before = '') {
  const panel = showPanel({}, (chat) => chat.add(FAILED));
  panel.update(() => {
    panel.ui.draft.value = before;
  });
  await panel.user.click(panel.screen.getByRole('button', { name: 'Edit' }));
  const field = panel.screen.getByRole<HTMLTextAreaElement>('textbox');
  const bubbles = () => document.querySelectorAll('[data-author="user"]').length;
  const sent = () => panel.chat.calls.filter((call) => /^(send|retry)/.test(call));
  const arrive = () =>
    panel.update(() => {
      panel.chat.change('u', { delivery: 'sent', failure: undefined, canRetry: undefined });
      panel.chat.emit('message', { ...FAILED, delivery: 'sent' });
    });
  return { ...panel, field, bubbles, sent, arrive };
}

describe('a failed message that is edited', () => {
  it('M-9.13: moves the words of an edited message into the composer, with the focus', async () => {
    const { field, bubbles, sent } = await edit();
    expect([field.value, document.activeElement, bubbles(), sent()]).toEqual([
      'Where is my order?',
      field,
      0,
      [],
    ]);
  });

  it('keeps what is being typed, after the words of the edited message', async () => {
    const { field } = await edit('Hello, are you there?');
    expect(field.value).toBe('Where is my order?\nHello, are you there?');
  });

  it('M-9.13: sends an edited message as a new one when its words have changed', async () => {
    const { field, user, sent, bubbles } = await edit();
    await user.type(field, ' Number 12.{Enter}');
    expect([sent(), bubbles()]).toEqual([['send Where is my order? Number 12.'], 0]);
  });

  it('M-9.13: retries an edited message in its own bubble when its words are unchanged', async () => {
    const { field, user, sent, bubbles } = await edit();
    await user.type(field, '{Enter}');
    expect([sent(), field.value, bubbles()]).toEqual([['retry u'], '', 1]);
  });

  it.each([
    ['are unchanged', '', '', ''],
    ['are unchanged before other words', 'And one more', '', 'And one more'],
    ['were changed', '', ' Please', 'Where is my order? Please'],
  ])(
    'M-9.13: shows an edited message again when it has arrived; its words leave the composer if they %s',
    async (_, before, typed, rest) => {
      const { field, user, arrive, bubbles, sent } = await edit(before);
      if (typed) await user.type(field, typed);
      arrive();
      expect([field.value, bubbles(), sent()]).toEqual([rest, 1, []]);
    },
  );

  it('offers no editing once the chat has ended, because there is no composer', () => {
    const { screen } = showPanel({}, (chat) => {
      chat.connection.value = 'ended';
      chat.add(FAILED);
    });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBe(null);
  });
});
