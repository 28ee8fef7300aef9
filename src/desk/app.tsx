import { useComputed, useSignalEffect } from '@preact/signals';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import { attentionCount } from './state.ts';
import type { Store } from './store.ts';

const waitingText = (count: number) => `${count} ${count === 1 ? 'visitor waits' : 'visitors wait'}`;
const unreadText = (count: number) => `${count} new ${count === 1 ? 'message' : 'messages'}`;

/** The desk: the list of conversations beside the selected one. */
export function App({ store }: { readonly store: Store }) {
  const { state } = store;
  const { connection, name, isAvailable, selected } = state.value;
  const waiting = useComputed(() => state.value.chats.filter((chat) => chat.state === 'waiting').length);
  const unread = useComputed(() =>
    state.value.chats.reduce((sum, { id }) => sum + (state.value.conversations[id]?.unread ?? 0), 0),
  );

  useSignalEffect(() => {
    const count = attentionCount(state.value);
    document.title = count > 0 ? `(${count}) Desk` : 'Desk';
  });

  return (
    <div class="desk" data-selected={selected !== null}>
      <header class="bar">
        <h1>Desk</h1>
        {connection !== 'open' && (
          <p class="connection" role="status">
            {connection === 'lost' ? 'The platform cannot be reached; trying again.' : 'Connecting …'}
          </p>
        )}
        {name !== '' && (
          <>
            <label class="switch">
              <input
                type="checkbox"
                role="switch"
                checked={isAvailable}
                aria-checked={isAvailable}
                onChange={({ currentTarget }) => {
                  store.setAvailable(currentTarget.checked);
                  // Shows the platform's state; it arrives as an event.
                  currentTarget.checked = isAvailable;
                }}
              />
              <span>Available</span>
            </label>
            <p class="own-name" dir="auto">
              {name}
            </p>
            <button type="button" onClick={store.signOut}>
              Sign out
            </button>
          </>
        )}
      </header>
      <p class="visually-hidden" role="status">
        {waiting.value > 0 && `${waitingText(waiting.value)}. `}
        {unread.value > 0 && `${unreadText(unread.value)}.`}
      </p>
      <ChatList store={store} />
      <ChatPane store={store} />
    </div>
  );
}
