import { computed, type ReadonlySignal } from '@preact/signals';
import { isBlank } from '../../chat/model/is-blank.ts';
import type { Entry, Message, Notice } from '../../chat/model/model.ts';
import type { Ui } from '../context/ui.ts';
import type { ShownChat } from '../context/widget-context.ts';

/** Props of a message row. The object stays the same while only the agent's text grows, so the row is not rendered again. */
export interface MessageView extends Omit<Message, 'text'> {
  /** Text of the visitor's message. An agent's text is rendered outside of Preact. */
  readonly ownText: string;
  readonly hasText: boolean;
  /** True for the first of consecutive messages by one author, and for the last. */
  readonly startsGroup: boolean;
  readonly endsGroup: boolean;
  /** True if it comes long after the previous entry, or is the first. */
  readonly showsTime: boolean;
  /** True if no entry follows. */
  readonly isLast: boolean;
  /** True if the previous entry is from another day. */
  readonly startsDay: boolean;
}

/** Time after which a message starts a new group. A group shows its time. */
const GROUP_MS = 300_000;

const isLater = (entry: Entry, previous: Entry): boolean => entry.at - previous.at > GROUP_MS;

function startsGroup(entry: Message, previous: Entry | undefined): boolean {
  return (
    previous?.kind !== 'message' ||
    previous.author !== entry.author ||
    previous.person.id !== entry.person.id ||
    isLater(entry, previous)
  );
}

const dayOf = ({ at }: Entry): number => new Date(at).setHours(0, 0, 0, 0);

function isSameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function isSame(one: MessageView, other: MessageView): boolean {
  const keys = Object.keys(one) as (keyof MessageView)[];
  return keys.every((key) => one[key] === other[key] || isSameList(one[key], other[key]));
}

/** M-9.13: true if the visitor has taken the message back and no late echo shows that it arrived. */
export const isWithdrawn = (entry: Entry | undefined, { edits }: Pick<Ui, 'edits'>): boolean =>
  entry?.kind === 'message' &&
  entry.delivery === 'failed' &&
  !!edits.value?.messages.some(({ id }) => id === entry.id);

/** Signal of one row that changes only if the row must be rendered again. */
export function rowView(
  { chat, ui }: { readonly chat: ShownChat; readonly ui: Pick<Ui, 'edits'> },
  id: string,
  previousId: string | undefined,
  nextId: string | undefined,
): ReadonlySignal<MessageView | Notice | undefined> {
  let last: MessageView | undefined;
  return computed(() => {
    const entry = chat.entry(id).value;
    if (entry?.kind !== 'message') return entry;
    if (isWithdrawn(entry, ui)) return undefined;
    const { text, ...rest } = entry;
    const [previous, next] = [previousId, nextId].map((other) =>
      other === undefined ? undefined : chat.entry(other).value,
    );
    const startsDay = previous !== undefined && dayOf(previous) !== dayOf(entry);
    const view: MessageView = {
      ...rest,
      ownText: entry.author === 'user' ? text : '',
      hasText: !isBlank(text),
      startsGroup: startsDay || startsGroup(entry, previous) || isWithdrawn(previous, ui),
      endsGroup: next?.kind !== 'message' || startsGroup(next, entry),
      showsTime: startsDay || !previous || isLater(entry, previous),
      isLast: nextId === undefined,
      startsDay,
    };
    if (last && isSame(view, last)) return last;
    last = view;
    return view;
  });
}
