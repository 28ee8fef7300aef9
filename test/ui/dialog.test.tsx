import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { Dialog } from '../../src/ui/dialog.tsx';

afterEach(cleanup);

function open() {
  const closed: string[] = [];
  const view = render(
    <Dialog title="End the chat?" onClose={() => closed.push('closed')}>
      <button type="button">Keep</button>
    </Dialog>,
  );
  return {
    ...view,
    closed,
    dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'End the chat?' }),
  };
}

describe('a dialog', () => {
  it('a dialog is modal and open while it is there, with its title as its name', () => {
    const { dialog, unmount } = open();
    expect(dialog.open).toBe(true);
    unmount();
    expect(dialog.open).toBe(false);
  });

  it('Escape lets the page close the dialog, so that it can be opened again at once', () => {
    const { dialog, closed } = open();
    const cancel = new Event('cancel', { cancelable: true });
    dialog.dispatchEvent(cancel);
    expect([cancel.defaultPrevented, closed]).toEqual([true, ['closed']]);
  });

  it('a dialog stays open on an Escape that the page does not take for a close', () => {
    const closed: string[] = [];
    render(
      <Dialog title="Create rule" onClose={() => closed.push('closed')} onEscape={() => {}}>
        <input />
      </Dialog>,
    );
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Create rule' });
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect([dialog.open, closed]).toEqual([true, []]);
  });

  it('a dialog reports when the person closes it, and not when the page takes it away', () => {
    const { dialog, closed, unmount } = open();
    act(() => dialog.close());
    expect(closed).toEqual(['closed']);
    unmount();
    dialog.dispatchEvent(new Event('close'));
    expect(closed).toEqual(['closed']);
  });
});
