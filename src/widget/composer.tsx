import { useEffect, useRef } from 'preact/hooks';
import { BANNER_ID } from './banner.tsx';
import { Icon } from './icons.tsx';
import { useScope } from './scope.ts';

/** Where the visitor writes. Enter sends, Shift+Enter begins a line, and an unfinished composition is left alone. */
export function Composer() {
  const { chat, extras, ui, strings } = useScope();
  const { Remaining } = extras.value ?? {};
  const field = useRef<HTMLTextAreaElement>(null);
  const words = strings.value;
  const draft = ui.draft.value;
  const isEnded = chat.connection.value === 'ended';
  const isBlank = draft.trim() === '';

  function write(text: string): void {
    ui.draft.value = text;
    chat.setTyping(text !== '');
  }

  function send(): void {
    if (isBlank || isEnded) return;
    chat.send(draft);
    write('');
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // 229 is what some browsers report for the Enter that only accepts a composition.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  }

  // A chat that begins again leads the visitor back to what they were writing.
  const wasEnded = useRef(isEnded);
  useEffect(() => {
    if (wasEnded.current && !isEnded) field.current?.focus();
    wasEnded.current = isEnded;
  }, [isEnded]);

  return (
    <form
      class="composer"
      part="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {/* The mirror behind the field gives it its height, up to six lines, without measuring. */}
      <div class="field" data-text={`${draft} `}>
        <textarea
          ref={field}
          class="input"
          rows={1}
          // Empty, it runs as the placeholder does.
          dir={isBlank ? undefined : 'auto'}
          aria-label={words.message}
          aria-describedby={BANNER_ID}
          placeholder={words.placeholder}
          enterkeyhint="send"
          autocomplete="off"
          disabled={isEnded}
          value={draft}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => chat.setTyping(false)}
        />
      </div>
      {Remaining && <Remaining />}
      <button type="submit" class="send" aria-label={words.send} disabled={isBlank || isEnded}>
        <Icon name="send" />
      </button>
    </form>
  );
}
