import type { Language } from './agent/phrases.ts';

/** A conversation in which the script speaks, for the agent or for the people that it knows. */
export interface Scripted {
  readonly language: Language;
  /** Who answers the visitor. */
  readonly partner: 'nobody' | 'agent' | 'live-agent';
}

/** A person who works at the desk, as visitors see them. */
export interface DeskPerson {
  readonly id: string;
  readonly name: string;
}

/** A visitor who waits for a person at the desk. */
export interface Waiting {
  readonly language: Language;
  readonly partner: 'queue';
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** A visitor who talks to a person at the desk. */
export interface Attended {
  readonly language: Language;
  readonly partner: 'person';
  readonly person: DeskPerson;
}

/** Where one session's conversation stands; kept in the journal, so that it goes on after a restart. */
export type Conversation = Scripted | Waiting | Attended;

export const NEW_CONVERSATION: Scripted = { partner: 'nobody', language: 'en' };
