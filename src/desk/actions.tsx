import { useSignal } from '@preact/signals';
import type { DeskChat } from '../protocol/desk.ts';
import type { Store } from './store.ts';

/** Buttons for the actions that the state of the chat allows. */
export function ChatActions({ store, chat }: { readonly store: Store; readonly chat: DeskChat }) {
  const isConfirming = useSignal(false);
  const { id } = chat;
  if (chat.state === 'waiting')
    return (
      <div class="actions">
        <button type="button" class="primary" onClick={() => store.perform(id, 'take')}>
          Accept
        </button>
      </div>
    );
  return (
    <div class="actions">
      <button type="button" onClick={() => store.perform(id, 'hand-back')}>
        Hand back to the agent
      </button>
      <button type="button" onClick={() => store.perform(id, 'leave')}>
        Leave to a colleague
      </button>
      {/* Ending cannot be undone, so it needs a confirmation. */}
      <button
        type="button"
        class={isConfirming.value ? 'danger' : undefined}
        onClick={({ detail }) => {
          // The second click of a double click is no confirmation.
          if (detail > 1) return;
          if (isConfirming.value) store.perform(id, 'end');
          isConfirming.value = !isConfirming.value;
        }}
        onBlur={() => {
          isConfirming.value = false;
        }}
      >
        {isConfirming.value ? 'Really end?' : 'End chat'}
      </button>
    </div>
  );
}
