import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  /** Called when the person closes the dialog. A click outside does not close the dialog: it may be the second of a double click. */
  onClose(): void;
  /** Called on Escape, instead of `onClose`. */
  onEscape?(): void;
  /** True for content wider than a form. */
  readonly isWide?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** A modal dialog: open while it is mounted. Afterwards the focus returns. */
export function Dialog({ title, onClose, onEscape = onClose, isWide, children }: DialogProps) {
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      data-wide={isWide}
      // The page closes it, not the browser: the browser's later event would close a dialog that was reopened at once.
      onCancel={(event) => {
        event.preventDefault();
        onEscape();
      }}
      // Unmounting closes it as well, and the event comes later.
      onClose={() => element.current && onClose()}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
