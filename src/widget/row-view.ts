import { computed, type ReadonlySignal } from '@preact/signals';
import type { Chat } from '../chat/chat.ts';
import type { Entry, Message, Notice } from '../chat/model.ts';

/** What a row of the transcript is drawn from. It stays the very same object while only the agent's text grows. */
export interface MessageView extends Omit<Message, 'text'> {
  /** The visitor's own words; what the agent's side says is shown outside of this rendering. */
  readonly ownText: string;
  readonly hasText: boolean;
  /** The first of those that one author wrote in a row. */
  readonly startsGroup: boolean;
  /** The entry before it is of another day. */
  readonly startsDay: boolean;
}

/** After so long, the same author begins a new group with its own time. */
const GROUP_MS = 300_000;

function startsGroup(entry: Message, previous: Entry | undefined): boolean {
  return (
    previous?.kind !== 'message' ||
    previous.author !== entry.author ||
    previous.person.id !== entry.person.id ||
    entry.at - previous.at > GROUP_MS
  );
}

const dayOf = ({ at }: Entry): string => new Date(at).toDateString();

function isSameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function isSame(one: MessageView, other: MessageView): boolean {
  const keys = Object.keys(one) as (keyof MessageView)[];
  return keys.every((key) => one[key] === other[key] || isSameList(one[key], other[key]));
}

/** One row as a signal that changes only when there is something to draw again. */
export function rowView(
  chat: Chat,
  id: string,
  previousId: string | undefined,
): ReadonlySignal<MessageView | Notice | undefined> {
  let last: MessageView | undefined;
  return computed(() => {
    const entry = chat.entry(id).value;
    if (entry?.kind !== 'message') return entry;
    const { text, ...rest } = entry;
    const previous = previousId === undefined ? undefined : chat.entry(previousId).value;
    const startsDay = previous !== undefined && dayOf(previous) !== dayOf(entry);
    const view: MessageView = {
      ...rest,
      ownText: entry.author === 'user' ? text : '',
      hasText: text !== '',
      startsGroup: startsDay || startsGroup(entry, previous),
      startsDay,
    };
    if (last && isSame(view, last)) return last;
    last = view;
    return view;
  });
}
