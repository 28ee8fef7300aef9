import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Result } from '../../base/result.ts';
import type { CallError } from '../../ui/api-client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { WORDS } from '../words.ts';
import { Problem } from './states.tsx';
import { withFields } from './with-fields.ts';

interface DialogFormProps {
  readonly title: string;
  /** The verb and its object, on the button. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isWide?: boolean;
  /** Sends the fields. The dialog stays open with what was entered if it fails. */
  onSubmit(fields: FormData): Promise<Result<unknown, CallError>>;
  /** Called with the fields whenever one changes. */
  onInput?(fields: FormData): void;
  onDone(): void;
  onClose(): void;
  readonly children: ComponentChildren;
}

/** A dialog that sends a form, or asks before something is lost. */
export function DialogForm({
  title,
  action,
  isDanger,
  isWide,
  onInput,
  onSubmit,
  onDone,
  onClose,
  children,
}: DialogFormProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** State of the fields: the second Escape discards what has been entered. */
  const [entered, setEntered] = useState<'nothing' | 'something' | 'asked'>('nothing');

  async function submit(fields: FormData): Promise<void> {
    setBusy(true);
    const sent = await onSubmit(fields);
    setBusy(false);
    if (sent.ok) onDone();
    else setError(sent.error.message);
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onEscape={() => (entered === 'something' ? setEntered('asked') : onClose())}
      isWide={isWide}
    >
      <form
        class="fields"
        onInput={(event) => {
          setEntered('something');
          onInput?.(new FormData(event.currentTarget));
        }}
        onSubmit={withFields(submit)}
      >
        {children}
        <Problem text={error} />
        {entered === 'asked' && <p role="alert">{WORDS.dialog.discard}</p>}
        <div class="dialog-actions">
          <button type="button" onClick={onClose}>
            {WORDS.dialog.cancel}
          </button>
          <button type="submit" class={isDanger ? 'danger' : 'primary'} disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
