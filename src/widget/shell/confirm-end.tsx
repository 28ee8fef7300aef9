import { useLayoutEffect, useRef } from 'preact/hooks';
import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import { useWidget } from '../context/widget-context.ts';

const TITLE_ID = 'foyer-end-title';

/** Asks for confirmation to end the chat, with or without starting a new one. Escape and a click outside cancel. */
export function ConfirmEnd() {
  const { chat, strings, ui } = useWidget();
  const asked = ui.overlay.value;
  const isAsked = (asked === 'end' || asked === 'restart') && chat.connection.value !== 'ended';
  const person = chat.liveAgent.value;
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
      .find((button) => button !== event.target)
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
        <p id={TITLE_ID}>
          {asked === 'end' ? texts.endQuestion : texts.restartQuestion}
          {person && (
            <span class="hint">
              {' '}
              {interpolate(texts.endsWithPerson, { name: stripBidiControls(person.name ?? texts.liveAgent) })}
            </span>
          )}
        </p>
        <button
          type="button"
          class="primary-button"
          onClick={() => {
            keep();
            if (asked === 'end') chat.end();
            else chat.restart();
          }}
        >
          {asked === 'end' ? texts.end : texts.restart}
        </button>
        <button type="button" class="secondary-button" onClick={keep}>
          {texts.keepChatting}
        </button>
      </div>
    </div>
  );
}
