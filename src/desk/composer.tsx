import { useEffect, useRef } from 'preact/hooks';
import { isComposing } from '../base/is-composing.ts';
import { MAX_DESK_TEXT } from '../protocol/desk.ts';
import { conversationOf } from './state.ts';
import type { Store } from './store.ts';

/** Form for a message to the visitor. Enter sends, Shift+Enter inserts a line break. */
export function Composer({ store, id }: { readonly store: Store; readonly id: string }) {
  const { draft } = conversationOf(store.state.value, id);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    return () => store.stopTyping(id);
  }, [store, id]);

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        store.send(id);
        field.current?.focus();
      }}
    >
      <textarea
        ref={field}
        rows={3}
        dir="auto"
        aria-label="Your message"
        placeholder="Write to the visitor"
        maxLength={MAX_DESK_TEXT}
        value={draft}
        onInput={({ currentTarget }) => store.setDraft(id, currentTarget.value)}
        onBlur={() => store.stopTyping(id)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          store.send(id);
        }}
      />
      <button type="submit" class="primary" disabled={draft.trim() === ''}>
        Send
      </button>
    </form>
  );
}
