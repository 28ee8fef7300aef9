import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  /** Escape closes it. A press beside it does not: it may be the second of a double click. */
  onClose(): void;
  /** For what needs more than a form does. */
  readonly isWide?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** A modal dialog, which is open while it is mounted. Afterwards the focus is where it was. */
export function Dialog({ title, onClose, isWide, children }: DialogProps) {
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
      // Closed by the page and not by the browser, whose event comes later: whoever opens it again at once would be overruled.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Unmounting closes it as well, and the event comes later.
      onClose={() => element.current && onClose()}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
