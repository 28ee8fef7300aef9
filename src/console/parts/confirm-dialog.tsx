import type { ComponentChildren } from 'preact';
import type { Result } from '../../base/result.ts';
import type { CallError } from '../../ui/api-client.ts';
import { DialogForm } from './dialog-form.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The verb and its object, on the button. */
  readonly action: string;
  onConfirm(): Promise<Result<unknown, CallError>>;
  onDone(): void;
  onClose(): void;
  /** The consequences. */
  readonly children: ComponentChildren;
}

/** Asks before something is deleted or replaced. */
export const ConfirmDialog = ({ onConfirm, ...dialog }: ConfirmDialogProps) => (
  <DialogForm {...dialog} isDanger onSubmit={onConfirm} />
);
