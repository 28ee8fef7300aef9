import { fireEvent } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { showPanel } from '../support/panel-harness.tsx';

const sent = (calls: readonly string[]) => calls.filter((call) => call.startsWith('send'));

describe('the composer', () => {
  it('sends on Enter and on the button, and keeps the focus', async () => {
    const { screen, user, chat } = showPanel();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    await user.type(field, 'one{Enter}');
    await user.type(field, 'two');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect([sent(chat.calls), field.value, document.activeElement]).toEqual([
      ['send one', 'send two'],
      '',
      field,
    ]);
  });

  it('inserts a line break on Shift+Enter', async () => {
    const { screen, user, chat, ui } = showPanel();
    await user.type(screen.getByRole('textbox'), 'one{Shift>}{Enter}{/Shift}two');
    expect([ui.draft.value, sent(chat.calls)]).toEqual(['one\ntwo', []]);
  });

  it('ignores the Enter that confirms a composition', async () => {
    const { screen, user, chat } = showPanel();
    const field = screen.getByRole('textbox');
    await user.type(field, 'に');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(sent(chat.calls)).toEqual([]);
  });

  it('sends no blank text', async () => {
    const { screen, user, chat } = showPanel();
    await user.type(screen.getByRole('textbox'), '  {Enter}');
    expect([sent(chat.calls), screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')]).toEqual(
      [[], true],
    );
  });

  it('reports typing, and its end when the text is cleared or sent or the field loses the focus', async () => {
    const { screen, user, chat } = showPanel();
    const field = screen.getByRole('textbox');
    await user.type(field, 'a{Backspace}b{Enter}');
    await user.tab();
    expect(chat.calls).toEqual([
      'typing true',
      'typing false',
      'typing true',
      'send b',
      'typing false',
      'typing false',
    ]);
  });

  it('keeps the draft when a chat ends and the next one starts', async () => {
    const { screen, user, chat, update } = showPanel();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox');
    await user.type(field, 'half a thought');
    update(() => {
      chat.connection.value = 'ended';
    });
    const restart = screen.getByRole('button', { name: 'Start new chat' });
    expect([screen.queryByRole('textbox'), document.activeElement]).toEqual([null, restart]);
    await user.click(restart);
    update(() => {
      chat.connection.value = 'connecting';
    });
    const next = screen.getByRole<HTMLTextAreaElement>('textbox');
    expect([next.value, document.activeElement]).toEqual(['half a thought', next]);
  });

  it('refuses a text that is too long, says why, and keeps it editable', async () => {
    const { screen, user, chat, ui, update } = showPanel();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox');
    update(() => {
      chat.maxFrameBytes.value = 1_000;
      ui.draft.value = 'x'.repeat(990);
    });
    const send = screen.getByRole('button', { name: 'Send' });
    const announced: string[] = [];
    const stop = ui.announcement.subscribe((text) => announced.push(text.trim()));
    await user.type(field, '{Enter}');
    await user.click(send);
    stop();
    const reason = 'Too long by 177 characters';
    expect({
      sent: sent(chat.calls),
      announced,
      isInvalid: field.getAttribute('aria-invalid'),
      isDisabled: send.getAttribute('aria-disabled'),
      described: field
        .getAttribute('aria-describedby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    }).toEqual({
      sent: [],
      announced: [reason, reason, reason],
      isInvalid: 'true',
      isDisabled: 'true',
      described: ['', reason],
    });
    await user.clear(field);
    await user.type(field, 'short{Enter}');
    expect([sent(chat.calls), field.getAttribute('aria-invalid')]).toEqual([['send short'], null]);
  });

  it('stays usable without a connection', async () => {
    const { screen, user, chat } = showPanel({}, (chat) => {
      chat.connection.value = 'offline';
    });
    await user.type(screen.getByRole('textbox'), 'later{Enter}');
    expect(sent(chat.calls)).toEqual(['send later']);
  });
});
