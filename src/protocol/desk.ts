import type * as z from 'zod/mini';
import { amount, listOf, maybeText, nonEmpty, object, oneOf, record, required, text } from './leaf.ts';

/** What the embedded platform tells the page of its desk, where people take the live-agent side (contract §8). */

/** The longest message that a person may send from the desk, in characters. */
export const MAX_DESK_TEXT = 4_000;
export const MAX_DESK_NAME = 40;

const flag = required('true or false', (it) => (typeof it === 'boolean' ? it : undefined));

/** Who said something; `note` is something that happened, by its name, and `name` whom it is about. */
const AUTHORS = ['visitor', 'agent', 'person', 'note'] as const;

const entry = {
  id: nonEmpty,
  /** Milliseconds since the epoch. */
  at: amount,
  by: oneOf(AUTHORS),
  name: maybeText,
  text,
  /** What comes with it, named. */
  enclosed: maybeText,
};
const readEntry = record(entry);
export type DeskEntry = NonNullable<ReturnType<typeof readEntry>>;

const STATES = ['waiting', 'mine'] as const;
const readChat = record({
  id: nonEmpty,
  state: oneOf(STATES),
  /** Since when the visitor waits, or has been attended to. */
  since: amount,
  language: text,
});
export type DeskChat = NonNullable<ReturnType<typeof readChat>>;

/** By the names of the stream's events. */
export const DESK_NEWS = {
  /** All that there is to do, oldest first. */
  desk: object({ name: nonEmpty, available: flag, chats: listOf(readChat) }),
  /** All that was said in a conversation that has just come to the desk. */
  history: object({ id: nonEmpty, entries: listOf(readEntry) }),
  /** What was said after that. */
  entry: object({ id: nonEmpty, entry: object(entry) }),
  typing: object({ id: nonEmpty, typing: flag }),
};

export type DeskNews = {
  readonly [Name in keyof typeof DESK_NEWS]: {
    readonly news: Name;
    readonly detail: z.output<(typeof DESK_NEWS)[Name]>;
  };
}[keyof typeof DESK_NEWS];
