import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DeskEntry } from '../protocol/desk.ts';
import { renderMarkdown } from '../text/render-markdown.ts';
import { LocalTime } from '../ui/time.tsx';
import { noteText } from './labels.ts';
import type { Conversation, OutgoingMessage } from './state.ts';

/** Loads no image by itself: the image's host would learn about the desk. */
const IMAGES = { hosts: [], showLabel: 'Show the picture from {host}' };

/** Markdown of agents and live agents, rendered as the visitor sees it. */
function Formatted({ text }: { readonly text: string }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    element.current.replaceChildren();
    renderMarkdown(element.current, text, IMAGES);
  }, [text]);
  return <div class="text" dir="auto" ref={element} />;
}

const AUTHORS = { visitor: 'Visitor', agent: 'Agent', person: 'Person', note: '' } as const;

interface EntryProps {
  readonly entry: DeskEntry;
  readonly now: ReadonlySignal<number>;
}

function Entry({ entry, now }: EntryProps) {
  const { by, name, at, text, attachmentTitles } = entry;
  if (by === 'note') {
    const note = noteText(entry);
    return note ? (
      <li class="note">
        {note} <LocalTime at={at} now={now} />
      </li>
    ) : null;
  }
  return (
    <li class="entry" data-by={by}>
      <p class="author">
        {name ?? AUTHORS[by]} <LocalTime at={at} now={now} />
      </p>
      {by === 'visitor' ? (
        <p class="text plain" dir="auto">
          {text}
        </p>
      ) : (
        <Formatted text={text} />
      )}
      {attachmentTitles !== undefined && <p class="attachments">With: {attachmentTitles}</p>}
    </li>
  );
}

interface OutgoingEntryProps {
  readonly message: OutgoingMessage;
  readonly onSendAgain: () => void;
}

function OutgoingEntry({ message: { text, state }, onSendAgain }: OutgoingEntryProps) {
  return (
    <li class="entry" data-by="person" data-state={state}>
      <Formatted text={text} />
      {state === 'failed' ? (
        <p class="failed">
          Not sent.{' '}
          <button type="button" onClick={onSendAgain}>
            Send again
          </button>
        </p>
      ) : (
        <p class="author">Sending …</p>
      )}
    </li>
  );
}

interface EntriesProps {
  readonly conversation: Conversation;
  readonly now: ReadonlySignal<number>;
  readonly onSendAgain: (messageId: string) => void;
}

/** Maximum distance from the end that counts as the end. */
const NEAR_PX = 80;

/** Entries of a conversation. It follows new entries while its end is visible. */
export function Entries({ conversation, now, onSendAgain }: EntriesProps) {
  const { entries, outgoing, isTyping } = conversation;
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const top = useRef(0);
  const follow = () => {
    if (isFollowing.current) scroller.current?.scrollTo(0, scroller.current.scrollHeight);
  };
  // New content moves the end.
  useLayoutEffect(follow, [entries, outgoing, isTyping]);
  // A growing composer below also moves the end.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(follow);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      class="scroller"
      role="log"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard.
      tabIndex={0}
      ref={scroller}
      onScroll={({ currentTarget: element }) => {
        const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
        // Only scrolling up stops following: the end may also have moved away by itself.
        isFollowing.current = isNear || (isFollowing.current && element.scrollTop >= top.current);
        top.current = element.scrollTop;
      }}
    >
      <ul class="entries">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} now={now} />
        ))}
        {outgoing.map((message) => (
          <OutgoingEntry key={message.id} message={message} onSendAgain={() => onSendAgain(message.id)} />
        ))}
        {/* Hidden from assistive technology: the live log would announce it each time. */}
        {isTyping && (
          <li class="note" aria-hidden="true">
            The visitor is typing …
          </li>
        )}
      </ul>
    </div>
  );
}
