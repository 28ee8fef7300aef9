import type * as z from 'zod/v4/core';
import {
  amount,
  listOf,
  maybeText,
  nonEmpty,
  object,
  oneOf,
  record,
  required,
  text,
} from './field-readers.ts';

/** Events that the embedded platform streams to its desk page, where people act as live agents (contract §8). */

/** Characters of the longest message that a live agent may send from the desk. */
export const MAX_DESK_TEXT = 4_000;
export const MAX_DESK_NAME = 40;

const flag = required('true or false', (value) => (typeof value === 'boolean' ? value : undefined));

/** Events that the desk shows as notes. */
export type DeskNote =
  | 'agentJoined'
  | 'agentTriggeredHandoff'
  | 'handoffFailed'
  | 'handoffTimeout'
  | 'liveAgentJoined'
  | 'liveAgentLeft'
  | 'languageChanged'
  | 'userEndSession'
  | 'sessionEnd';

/** Author of an entry. A `note` is an event: its text is the event's name, `name` is the person it is about. */
const AUTHORS = ['visitor', 'agent', 'person', 'note'] as const;

const entry = {
  id: nonEmpty,
  /** Milliseconds since the epoch. */
  at: amount,
  by: oneOf(AUTHORS),
  name: maybeText,
  text,
  /** Titles of the attachments. */
  attachmentTitles: maybeText,
};
const readEntry = record(entry);
export type DeskEntry = NonNullable<ReturnType<typeof readEntry>>;

const STATES = ['waiting', 'mine'] as const;
const readChat = record({
  id: nonEmpty,
  state: oneOf(STATES),
  /** Start of the current state, in milliseconds since the epoch. */
  since: amount,
  language: text,
  /** Why the agent has asked for a person. */
  reason: maybeText,
});
export type DeskChat = NonNullable<ReturnType<typeof readChat>>;

const readLeft = record({ id: nonEmpty, at: nonEmpty, contact: nonEmpty, text });
/** A message that a visitor has left with the relay, as its webhook tells it. */
export type DeskMessage = NonNullable<ReturnType<typeof readLeft>>;

/** Payloads by the name of the stream event. */
export const DESK_EVENTS = {
  /** The live agent's state and all open conversations, oldest first. */
  desk: object({ name: nonEmpty, available: flag, chats: listOf(readChat) }),
  /** The entries of a conversation that has just come to the desk. */
  history: object({ id: nonEmpty, entries: listOf(readEntry) }),
  /** A later entry of such a conversation. */
  entry: object({ id: nonEmpty, entry: object(entry) }),
  typing: object({ id: nonEmpty, typing: flag }),
  /** The messages that visitors have left, the newest first. */
  messages: object({ messages: listOf(readLeft) }),
};

export type DeskEvent = {
  readonly [Name in keyof typeof DESK_EVENTS]: {
    readonly event: Name;
    readonly detail: z.output<(typeof DESK_EVENTS)[Name]>;
  };
}[keyof typeof DESK_EVENTS];
