import { describe, expect, it } from 'vitest';
import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { showPanel } from '../support/panel-harness.tsx';

const CARD = '4111 1111 1111 1111';

function composer(guard?: 'warn' | 'mask' | 'off') {
  const panel = showPanel();
  panel.update(() => {
    panel.config.value = { ...DEFAULT_WIDGET_CONFIG, guard };
  });
  const write = async (text: string) => {
    await panel.user.type(panel.screen.getByRole('textbox', { name: 'Message' }), text);
  };
  const warning = () => document.querySelector('.sensitive p')?.textContent;
  const sent = () => panel.chat.calls.filter((call) => call.startsWith('send'));
  const press = (name: string) => panel.user.click(panel.screen.getByRole('button', { name }));
  return { ...panel, press, sent, warning, write };
}

describe('a message with something that should stay secret', () => {
  it.each([
    [CARD, 'This looks like a card number. It’s safer not to send it here.'],
    ['DE89 3704 0044 0532 0130 00', 'This looks like an account number. It’s safer not to send it here.'],
    ['password: hunter22!', 'This looks like a password. It’s safer not to send it here.'],
  ])('warns of a sensitive part before a message is sent: %s', async (text, warning) => {
    const shown = composer();
    await shown.write(`${text}{Enter}`);
    expect([shown.warning(), shown.sent()]).toEqual([warning, []]);
    await expect.poll(() => shown.ui.announcement.value.trim()).toBe(warning);
    expect(shown.ui.draft.value).toBe(text);
  });

  it('sends a sensitive message if the visitor insists, and warns of the next one again', async () => {
    const { press, sent, warning, write } = composer();
    await write(CARD);
    await press('Send anyway');
    await expect.poll(sent).toEqual([`send ${CARD}`]);
    await write('My card is 5555 5555 5555 4444');
    expect(warning()).toBe('This looks like a card number. It’s safer not to send it here.');
  });

  it('sends a message without its sensitive part on request', async () => {
    const { press, sent, ui, warning, write } = composer();
    await write(`My card is ${CARD}, thank you`);
    await press('Remove');
    expect([ui.draft.value, warning(), document.activeElement?.tagName]).toEqual([
      'My card is, thank you',
      undefined,
      'TEXTAREA',
    ]);
    await press('Send');
    expect(sent()).toEqual(['send My card is, thank you']);
  });

  it.each(['mask', 'off'] as const)(
    'sends a sensitive message without a question with guard %s',
    async (guard) => {
      const { sent, warning, write } = composer(guard);
      await write(`${CARD}{Enter}`);
      expect([warning(), sent()]).toEqual([undefined, [`send ${CARD}`]]);
    },
  );
});
