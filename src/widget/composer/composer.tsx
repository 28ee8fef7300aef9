import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isComposing } from '../../base/is-composing.ts';
import { isBlank } from '../../chat/model/is-blank.ts';
import { useWidget } from '../context/widget-context.ts';
import { Icon } from '../elements/icon.tsx';

const SEND_ICON = 'M12 19V5M5.5 11.5 12 5l6.5 6.5';

/** Form for the visitor's message. Enter sends, Shift+Enter inserts a line break. */
export function Composer() {
  const { chat, lazy, send, ui, strings } = useWidget();
  const { ComposerParts } = lazy.value ?? {};
  const field = useRef<HTMLTextAreaElement>(null);
  const isDictating = useSignal(false);
  const texts = strings.value;
  const draft = ui.draft.value;
  const isEmpty = isBlank(draft);

  function write(text: string): void {
    ui.draft.value = text;
    chat.setTyping(text !== '');
  }

  function submit(): void {
    if (isEmpty || !(ui.edits.peek()?.resend(draft) || send(draft))) return;
    write('');
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    // Not `submit`: a lazy view may reject a text that is too long.
    field.current?.form?.requestSubmit();
  }

  useEffect(() => {
    if (ui.focusOnOpen.peek()) field.current?.focus({ preventScroll: true });
  }, []);

  return (
    <form
      class="composer"
      part="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {/* A hidden copy of the draft (`data-text`) gives the field its height, up to six lines, without measuring. */}
      <div class="field" data-text={`${draft} `}>
        <textarea
          ref={field}
          class="input"
          rows={1}
          // An empty field takes the direction of the placeholder.
          dir={isEmpty ? undefined : 'auto'}
          aria-label={texts.message}
          aria-describedby="foyer-banner"
          placeholder={isDictating.value ? texts.listening : texts.placeholder}
          enterkeyhint="send"
          autocomplete="off"
          value={draft}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => chat.setTyping(false)}
        />
      </div>
      {ComposerParts && <ComposerParts isDictating={isDictating} />}
      <button type="submit" class="send-button" aria-label={texts.send} disabled={isEmpty}>
        <Icon path={SEND_ICON} />
      </button>
    </form>
  );
}
