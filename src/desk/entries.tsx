import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DeskEntry } from '../protocol/desk.ts';
import { createMarkdown } from '../widget/markdown.ts';
import type { Known, Outgoing } from './state.ts';
import { noteText, timeText } from './words.ts';

/** No picture loads by itself: its host would learn of the desk. */
const IMAGES = { hosts: [], showLabel: 'Show the picture from {host}' };

/** What agents and people say is Markdown, shown as the visitor sees it. */
function Formatted({ text }: { readonly text: string }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    element.current.replaceChildren();
    const markdown = createMarkdown(element.current, IMAGES);
    markdown.write(text);
    markdown.end();
  }, [text]);
  return <div class="text" dir="auto" ref={element} />;
}

const AUTHORS = { visitor: 'Visitor', agent: 'Agent', person: 'Person', note: '' } as const;

function Said({ entry }: { readonly entry: DeskEntry }) {
  const { by, name, at, text, enclosed } = entry;
  if (by === 'note') {
    const words = noteText(entry);
    return words ? (
      <li class="note">
        {words} <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
      </li>
    ) : null;
  }
  return (
    <li class="said" data-by={by}>
      <p class="by">
        {name ?? AUTHORS[by]} <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
      </p>
      {by === 'visitor' ? (
        <p class="text plain" dir="auto">
          {text}
        </p>
      ) : (
        <Formatted text={text} />
      )}
      {enclosed !== undefined && <p class="enclosed">With: {enclosed}</p>}
    </li>
  );
}

interface UnsentProps {
  readonly message: Outgoing;
  readonly onSendAgain: () => void;
}

function Unsent({ message: { text, state }, onSendAgain }: UnsentProps) {
  return (
    <li class="said" data-by="person" data-state={state}>
      <Formatted text={text} />
      {state === 'failed' ? (
        <p class="failed">
          Not sent.{' '}
          <button type="button" onClick={onSendAgain}>
            Send again
          </button>
        </p>
      ) : (
        <p class="by">Sending …</p>
      )}
    </li>
  );
}

interface EntriesProps {
  readonly known: Known;
  readonly onSendAgain: (messageId: string) => void;
}

/** How far from the end still counts as the end, in pixels. */
const NEAR = 80;

/** All that was said. It follows what is new while its end is in sight. */
export function Entries({ known, onSendAgain }: EntriesProps) {
  const { entries, outgoing, isTyping } = known;
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const top = useRef(0);
  const follow = () => {
    if (isFollowing.current) scroller.current?.scrollTo(0, scroller.current.scrollHeight);
  };
  // Whatever is new moves the end.
  useLayoutEffect(follow, [entries, outgoing, isTyping]);
  // So does what takes room below it, as the field does that one writes in.
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
      tabIndex={0}
      ref={scroller}
      onScroll={({ currentTarget: it }) => {
        const isNear = it.scrollHeight - it.scrollTop - it.clientHeight < NEAR;
        // Only who goes up has left the end: the end itself may have moved away.
        isFollowing.current = isNear || (isFollowing.current && it.scrollTop >= top.current);
        top.current = it.scrollTop;
      }}
    >
      <ul class="entries">
        {entries.map((entry) => (
          <Said key={entry.id} entry={entry} />
        ))}
        {outgoing.map((message) => (
          <Unsent key={message.id} message={message} onSendAgain={() => onSendAgain(message.id)} />
        ))}
        {/* Not read aloud each time: the log tells what is said. */}
        {isTyping && (
          <li class="note" aria-hidden="true">
            The visitor is typing …
          </li>
        )}
      </ul>
    </div>
  );
}
