import { useEffect, useRef } from 'preact/hooks';
import type { DeskChat } from '../protocol/desk.ts';
import { LocalTime } from '../ui/time.tsx';
import { languageName, visitorName, waitText } from './labels.ts';
import { conversationOf, lastVisitorText } from './state.ts';
import type { Store } from './store.ts';

function Row({ store, chat }: { readonly store: Store; readonly chat: DeskChat }) {
  const { entries, isTyping, unread } = conversationOf(store.state.value, chat.id);
  const isSelected = store.state.value.selected === chat.id;
  return (
    <li>
      <button
        type="button"
        class="row"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => store.select(chat.id)}
      >
        <span class="visitor">{visitorName(chat.id)}</span>
        <span class="time">
          {chat.state === 'waiting' ? (
            waitText(store.now.value - chat.since)
          ) : (
            <LocalTime at={chat.since} now={store.now} />
          )}
        </span>
        <span class="preview" dir="auto">
          {isTyping ? 'is typing …' : (lastVisitorText(entries) ?? languageName(chat.language))}
        </span>
        {unread > 0 && <span class="count">{unread} new</span>}
      </button>
    </li>
  );
}

/** The live agent's own visitors and those who wait, each oldest first. */
export function ChatList({ store }: { readonly store: Store }) {
  const { chats, messages, selected } = store.state.value;
  const list = useRef<HTMLElement>(null);
  const previous = useRef(selected);
  useEffect(() => {
    // The focused element was removed with the conversation.
    if (previous.current !== null && selected === null) list.current?.focus();
    previous.current = selected;
  }, [selected]);
  const sections = [
    { title: 'With you', chats: chats.filter((chat) => chat.state === 'mine'), empty: 'No conversations.' },
    { title: 'Waiting', chats: chats.filter((chat) => chat.state === 'waiting'), empty: 'Nobody waits.' },
  ];
  return (
    <nav class="list" aria-label="Conversations" tabIndex={-1} ref={list}>
      {sections.map(({ title, chats: rows, empty }) => (
        <section key={title}>
          <h2>
            {title} {rows.length > 0 && <span class="count">{rows.length}</span>}
          </h2>
          {rows.length === 0 && <p class="empty-list">{empty}</p>}
          <ul>
            {rows.map((chat) => (
              <Row key={chat.id} store={store} chat={chat} />
            ))}
          </ul>
        </section>
      ))}
      {messages.length > 0 && (
        <section>
          <h2>
            Left messages <span class="count">{messages.length}</span>
          </h2>
          <ul>
            {messages.map(({ id, at, contact, text }) => (
              <li key={id} class="row">
                <bdi class="visitor">{contact}</bdi>
                <span class="time">
                  <LocalTime at={Date.parse(at)} now={store.now} />
                </span>
                <span class="left-text" dir="auto">
                  {text}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </nav>
  );
}
