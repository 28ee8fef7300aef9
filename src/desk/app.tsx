import { useComputed, useSignalEffect } from '@preact/signals';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import type { Store } from './store.ts';

const visitors = (count: number) => `${count} ${count === 1 ? 'visitor waits' : 'visitors wait'}`;
const messages = (count: number) => `${count} new ${count === 1 ? 'message' : 'messages'}`;

/** The desk: who waits and whom one has on one side, the conversation that is looked at on the other. */
export function App({ store }: { readonly store: Store }) {
  const { state } = store;
  const { link, name, isAvailable, selected } = state.value;
  const waiting = useComputed(() => state.value.chats.filter((it) => it.state === 'waiting').length);
  const unread = useComputed(() =>
    state.value.chats.reduce((sum, { id }) => sum + (state.value.known[id]?.unread ?? 0), 0),
  );

  useSignalEffect(() => {
    const count = waiting.value + unread.value;
    document.title = count > 0 ? `(${count}) Desk` : 'Desk';
  });

  return (
    <div class="desk" data-selected={selected !== null}>
      <header class="bar">
        <h1>Desk</h1>
        {link !== 'open' && (
          <p class="link" role="status">
            {link === 'lost' ? 'The platform cannot be reached; trying again.' : 'Connecting …'}
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
                  // It shows what the platform says, and that is told.
                  currentTarget.checked = isAvailable;
                }}
              />
              <span>Available</span>
            </label>
            <p class="me" dir="auto">
              {name}
            </p>
            <button type="button" onClick={store.signOut}>
              Sign out
            </button>
          </>
        )}
      </header>
      <p class="unseen" role="status">
        {waiting.value > 0 && `${visitors(waiting.value)}. `}
        {unread.value > 0 && `${messages(unread.value)}.`}
      </p>
      <ChatList store={store} />
      <ChatPane store={store} />
    </div>
  );
}
