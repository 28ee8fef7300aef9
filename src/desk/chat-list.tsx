import { useEffect, useRef } from 'preact/hooks';
import type { DeskChat } from '../protocol/desk.ts';
import { knownOf, lastWords } from './state.ts';
import type { Store } from './store.ts';
import { languageName, timeText, visitorName, waitText } from './words.ts';

function Row({ store, chat }: { readonly store: Store; readonly chat: DeskChat }) {
  const { entries, isTyping, unread } = knownOf(store.state.value, chat.id);
  const isSelected = store.state.value.selected === chat.id;
  return (
    <li>
      <button
        type="button"
        class="row"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => store.select(chat.id)}
      >
        <span class="who">{visitorName(chat.id)}</span>
        <span class="when">
          {chat.state === 'waiting' ? waitText(store.now.value - chat.since) : timeText(chat.since)}
        </span>
        <span class="last" dir="auto">
          {isTyping ? 'is typing …' : (lastWords(entries) ?? languageName(chat.language))}
        </span>
        {unread > 0 && <span class="count">{unread} new</span>}
      </button>
    </li>
  );
}

/** Who waits, longest first, and with whom one talks. */
export function ChatList({ store }: { readonly store: Store }) {
  const { chats, selected } = store.state.value;
  const list = useRef<HTMLElement>(null);
  const before = useRef(selected);
  useEffect(() => {
    // What had the focus is gone.
    if (before.current !== null && selected === null) list.current?.focus();
    before.current = selected;
  }, [selected]);
  const parts = [
    { title: 'Waiting', chats: chats.filter((it) => it.state === 'waiting'), none: 'Nobody waits.' },
    { title: 'With you', chats: chats.filter((it) => it.state === 'mine'), none: 'No conversations.' },
  ];
  return (
    <nav class="list" aria-label="Conversations" tabIndex={-1} ref={list}>
      {parts.map(({ title, chats: rows, none }) => (
        <section key={title}>
          <h2>
            {title} {rows.length > 0 && <span class="count">{rows.length}</span>}
          </h2>
          {rows.length === 0 && <p class="none">{none}</p>}
          <ul>
            {rows.map((chat) => (
              <Row key={chat.id} store={store} chat={chat} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
