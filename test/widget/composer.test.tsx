import { fireEvent } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { showPanel } from './support/panel.tsx';

const said = (asked: readonly string[]) => asked.filter((it) => it.startsWith('send'));

describe('the composer', () => {
  it('sends with Enter and with the button, and keeps the focus', async () => {
    const { screen, user, chat } = showPanel();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    await user.type(field, 'one{Enter}');
    await user.type(field, 'two');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect([said(chat.asked), field.value, document.activeElement]).toEqual([
      ['send one', 'send two'],
      '',
      field,
    ]);
  });

  it('begins a line with Shift+Enter', async () => {
    const { screen, user, chat, ui } = showPanel();
    await user.type(screen.getByRole('textbox'), 'one{Shift>}{Enter}{/Shift}two');
    expect([ui.draft.value, said(chat.asked)]).toEqual(['one\ntwo', []]);
  });

  it('leaves the Enter that accepts a composition alone', async () => {
    const { screen, user, chat } = showPanel();
    const field = screen.getByRole('textbox');
    await user.type(field, 'に');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(said(chat.asked)).toEqual([]);
  });

  it('sends nothing that is blank', async () => {
    const { screen, user, chat } = showPanel();
    await user.type(screen.getByRole('textbox'), '  {Enter}');
    expect([said(chat.asked), screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')]).toEqual(
      [[], true],
    );
  });

  it('tells of typing, and of its end when the text is cleared, sent or left', async () => {
    const { screen, user, chat } = showPanel();
    const field = screen.getByRole('textbox');
    await user.type(field, 'a{Backspace}b{Enter}');
    await user.tab();
    expect(chat.asked).toEqual([
      'typing true',
      'typing false',
      'typing true',
      'send b',
      'typing false',
      'typing false',
    ]);
  });

  it('keeps the draft through the end of a chat and the start of the next', async () => {
    const { screen, user, chat, happen } = showPanel();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox');
    await user.type(field, 'half a thought');
    happen(() => {
      chat.connection.value = 'ended';
    });
    expect([field.disabled, field.value]).toEqual([true, 'half a thought']);
    const reason = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('This chat has ended.');
    happen(() => {
      chat.connection.value = 'connecting';
    });
    expect([field.disabled, field.value]).toEqual([false, 'half a thought']);
  });

  it('stays usable while there is no connection', async () => {
    const { screen, user, chat } = showPanel({}, (chat) => {
      chat.connection.value = 'offline';
    });
    await user.type(screen.getByRole('textbox'), 'later{Enter}');
    expect(said(chat.asked)).toEqual(['send later']);
  });
});
