import { useEffect, useRef } from 'preact/hooks';
import { Composer } from './composer.tsx';
import { Deeds } from './deeds.tsx';
import { Entries } from './entries.tsx';
import { chatOf, knownOf } from './state.ts';
import type { Store } from './store.ts';
import { languageName, timeText, visitorName } from './words.ts';

/** The conversation that is looked at. */
export function ChatPane({ store }: { readonly store: Store }) {
  const { selected: id, complaint } = store.state.value;
  const chat = chatOf(store.state.value, id);
  const heading = useRef<HTMLHeadingElement>(null);
  // Where there is something to write in, that has the focus.
  const isToBeRead = id !== null && chat?.state !== 'mine';
  useEffect(() => {
    if (isToBeRead) heading.current?.focus();
  }, [id, isToBeRead]);

  if (id === null)
    return (
      <main class="pane empty">
        <p>Choose a conversation. Visitors who ask for a person appear under “Waiting”.</p>
      </main>
    );
  const known = knownOf(store.state.value, id);
  const isOver = known.entries.some((it) => it.by === 'note' && it.text === 'sessionEnd');
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
            {chat
              ? `${languageName(chat.language)}, ${chat.state === 'waiting' ? 'waiting' : 'with you'} since ${timeText(chat.since)}`
              : isOver
                ? 'Over'
                : 'No longer at the desk'}
          </p>
        </div>
        {chat && <Deeds key={chat.state} store={store} chat={chat} />}
      </header>
      <Entries known={known} onSendAgain={(messageId) => store.sendAgain(id, messageId)} />
      {complaint !== null && (
        <p class="fault" role="alert">
          {complaint}.
        </p>
      )}
      {chat?.state === 'mine' && <Composer store={store} id={id} />}
    </main>
  );
}
