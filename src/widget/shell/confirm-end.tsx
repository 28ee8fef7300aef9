import { useLayoutEffect, useRef } from 'preact/hooks';
import { useScope } from '../scope.ts';

const TITLE_ID = 'foyer-end-title';

/** Asks whether the chat shall end. Escape and a press beside the question keep it. */
export function ConfirmEnd() {
  const { chat, strings, ui } = useScope();
  const isAsked = ui.overlay.value === 'end' && chat.connection.value !== 'ended';
  const dialog = useRef<HTMLDivElement>(null);
  const texts = strings.value;
  const buttons = () => [...(dialog.current?.querySelectorAll('button') ?? [])];

  useLayoutEffect(() => {
    if (!isAsked) return;
    const root = dialog.current?.getRootNode() as ShadowRoot;
    const before = root.activeElement;
    buttons().at(-1)?.focus();
    return () => {
      ui.overlay.value = null;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isAsked, ui]);

  if (!isAsked) return null;

  const keep = () => {
    ui.overlay.value = null;
  };

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Escape') keep();
    if (event.key !== 'Tab') return;
    // There are two buttons.
    event.preventDefault();
    buttons()
      .find((it) => it !== event.target)
      ?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same.
    <div class="scrim" onClick={({ target, currentTarget }) => target === currentTarget && keep()}>
      <div
        class="confirm"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={TITLE_ID}
        ref={dialog}
        onKeyDown={onKeyDown}
      >
        <p id={TITLE_ID}>{texts.endQuestion}</p>
        <button
          type="button"
          class="primary-button"
          onClick={() => {
            keep();
            chat.end();
          }}
        >
          {texts.end}
        </button>
        <button type="button" class="secondary-button" onClick={keep}>
          {texts.keepChatting}
        </button>
      </div>
    </div>
  );
}
