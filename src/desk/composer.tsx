import { useEffect, useRef } from 'preact/hooks';
import { MAX_DESK_TEXT } from '../protocol/desk.ts';
import { knownOf } from './state.ts';
import type { Store } from './store.ts';

/** Where a person writes to the visitor. Enter sends, Shift+Enter begins a line. */
export function Composer({ store, id }: { readonly store: Store; readonly id: string }) {
  const { draft } = knownOf(store.state.value, id);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    return () => store.rest(id);
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
        onInput={({ currentTarget }) => store.write(id, currentTarget.value)}
        onBlur={() => store.rest(id)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
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
