import { useEffect, useRef } from 'preact/hooks';
import { LocalTime } from '../ui/time.tsx';
import { ChatActions } from './actions.tsx';
import { Composer } from './composer.tsx';
import { Entries } from './entries.tsx';
import { languageName, visitorName } from './labels.ts';
import { chatOf, conversationOf } from './state.ts';
import type { Store } from './store.ts';

/** The selected conversation. */
export function ChatPane({ store }: { readonly store: Store }) {
  const { selected: id, error } = store.state.value;
  const chat = chatOf(store.state.value, id);
  const heading = useRef<HTMLHeadingElement>(null);
  // Without a composer, the heading gets the focus.
  const isReadOnly = id !== null && chat?.state !== 'mine';
  useEffect(() => {
    if (isReadOnly) heading.current?.focus();
  }, [id, isReadOnly]);

  if (id === null)
    return (
      <main class="pane empty">
        <p>Choose a conversation. Visitors who ask for a person appear under “Waiting”.</p>
      </main>
    );
  const conversation = conversationOf(store.state.value, id);
  const hasEnded = conversation.entries.some((entry) => entry.by === 'note' && entry.text === 'sessionEnd');
  return (
    <main class="pane" key={id}>
      <header class="about">
        <button type="button" class="back" onClick={() => store.select(null)}>
          All
        </button>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {visitorName(id)}
          </h2>
          <p>
            {chat ? (
              <>
                {`${languageName(chat.language)}, ${chat.state === 'waiting' ? 'waiting' : 'with you'} since `}
                <LocalTime at={chat.since} now={store.now} />
                {chat.reason && <bdi> · {chat.reason}</bdi>}
              </>
            ) : hasEnded ? (
              'Over'
            ) : (
              'No longer at the desk'
            )}
          </p>
        </div>
        {chat && <ChatActions key={chat.state} store={store} chat={chat} />}
      </header>
      <Entries
        conversation={conversation}
        now={store.now}
        onSendAgain={(messageId) => store.sendAgain(id, messageId)}
      />
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {chat?.state === 'mine' && <Composer store={store} id={id} />}
    </main>
  );
}
