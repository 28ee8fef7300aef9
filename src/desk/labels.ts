import type { DeskEntry, DeskNote } from '../protocol/desk.ts';

/** English texts of the desk. */

/** Label of a visitor. The first characters of the id are enough to tell visitors apart. */
export const visitorName = (id: string): string => `Visitor ${id.slice(0, 4)}`;

const NOTES: Readonly<Record<DeskNote, (name: string) => string>> = {
  agentJoined: (name) => `${name || 'The agent'} joined`,
  agentTriggeredHandoff: () => 'A person was asked for',
  handoffFailed: () => 'Nobody could take over',
  handoffTimeout: (reason) =>
    reason === 'visitor_gone' ? 'The visitor closed the page and did not come back' : 'Nobody came in time',
  liveAgentJoined: (name) => `${name || 'A person'} joined`,
  liveAgentLeft: (name) => `${name || 'The person'} left`,
  languageChanged: (name) => `The language is now ${languageName(name)}`,
  userEndSession: () => 'The visitor ended the chat',
  sessionEnd: () => 'The chat is over',
};

/** Text of a note; undefined for an event that this page does not know. */
export const noteText = ({ text, name = '' }: DeskEntry): string | undefined =>
  Object.hasOwn(NOTES, text) ? NOTES[text as DeskNote](name) : undefined;

const languages = new Intl.DisplayNames('en', { type: 'language' });

export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export function waitText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 1 ? 'less than a minute' : `${minutes} min`;
}
