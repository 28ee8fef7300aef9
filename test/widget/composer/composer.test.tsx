import { fireEvent } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { showPanel } from '../support/panel-harness.tsx';

const sent = (calls: readonly string[]) => calls.filter((it) => it.startsWith('send'));

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

  it('does not send blank text', async () => {
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
    expect([field.disabled, field.value]).toEqual([true, 'half a thought']);
    const reason = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('This chat has ended.');
    update(() => {
      chat.connection.value = 'connecting';
    });
    expect([field.disabled, field.value]).toEqual([false, 'half a thought']);
  });

  it('stays usable without a connection', async () => {
    const { screen, user, chat } = showPanel({}, (chat) => {
      chat.connection.value = 'offline';
    });
    await user.type(screen.getByRole('textbox'), 'later{Enter}');
    expect(sent(chat.calls)).toEqual(['send later']);
  });
});
