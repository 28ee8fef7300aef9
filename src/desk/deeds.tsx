import { useSignal } from '@preact/signals';
import type { DeskChat } from '../protocol/desk.ts';
import type { Store } from './store.ts';

/** What can be done with the visitor now. */
export function Deeds({ store, chat }: { readonly store: Store; readonly chat: DeskChat }) {
  const isSure = useSignal(false);
  const { id } = chat;
  if (chat.state === 'waiting')
    return (
      <div class="deeds">
        <button type="button" class="primary" onClick={() => store.perform(id, 'take')}>
          Accept
        </button>
      </div>
    );
  return (
    <div class="deeds">
      <button type="button" onClick={() => store.perform(id, 'hand-back')}>
        Hand back to the agent
      </button>
      <button type="button" onClick={() => store.perform(id, 'leave')}>
        Leave to a colleague
      </button>
      {/* It cannot be undone, so it is asked for twice. */}
      <button
        type="button"
        class={isSure.value ? 'danger' : undefined}
        onClick={({ detail }) => {
          // The second half of a double click says nothing twice.
          if (detail > 1) return;
          if (isSure.value) store.perform(id, 'end');
          isSure.value = !isSure.value;
        }}
        onBlur={() => {
          isSure.value = false;
        }}
      >
        {isSure.value ? 'Really end?' : 'End chat'}
      </button>
    </div>
  );
}
