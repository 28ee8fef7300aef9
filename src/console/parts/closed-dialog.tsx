import type { ComponentProps } from 'preact';
import { Dialog } from '../../ui/dialog.tsx';
import { WORDS } from '../words.ts';

/** A dialog that is read, and closed by its button. */
export const ClosedDialog = ({ children, ...dialog }: ComponentProps<typeof Dialog>) => (
  <Dialog {...dialog}>
    {children}
    <div class="dialog-actions">
      <button type="button" onClick={dialog.onClose}>
        {WORDS.dialog.close}
      </button>
    </div>
  </Dialog>
);
