import { useState } from 'preact/hooks';
import type { DeskChat } from '../protocol/desk.ts';
import { Dialog } from '../ui/dialog.tsx';
import { visitorName } from './labels.ts';
import type { Store } from './store.ts';

/** Buttons for the actions that the state of the chat allows. */
export function ChatActions({ store, chat }: { readonly store: Store; readonly chat: DeskChat }) {
  const [isConfirming, setConfirming] = useState(false);
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
      <button type="button" onClick={() => setConfirming(true)}>
        End chat
      </button>
      {isConfirming && (
        <Dialog title={`End the chat with ${visitorName(id)}?`} onClose={() => setConfirming(false)}>
          <p>The visitor can no longer write in this chat. You cannot undo this.</p>
          <div class="dialog-actions">
            <button type="button" onClick={() => setConfirming(false)}>
              Keep chatting
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => {
                setConfirming(false);
                store.perform(id, 'end');
              }}
            >
              End chat
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
