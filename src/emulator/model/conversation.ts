import type { Language } from '../shop/languages.ts';

/** The purpose of an order number that the visitor was asked for. */
export type AskedFor = 'status' | 'replacement';

/** A conversation in which the script speaks, as the agent or as the live agent Noor. */
export interface Scripted {
  readonly language: Language;
  /** The side that answers the visitor. */
  readonly partner: 'nobody' | 'agent' | 'live-agent';
  /** The purpose of the order number that the visitor was asked for in the last message. */
  readonly asked?: AskedFor;
}

/** A person who works at the desk, as visitors see them. */
export interface LiveAgent {
  readonly id: string;
  readonly name: string;
}

/** A conversation whose visitor waits for a live agent at the desk. */
export interface Waiting {
  readonly language: Language;
  readonly partner: 'queue';
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Why an agent of one's own has asked for the person, in its words. */
  readonly reason?: string | undefined;
}

/** A conversation of a visitor with a live agent at the desk. */
export interface Attended {
  readonly language: Language;
  readonly partner: 'person';
  readonly person: LiveAgent;
  readonly reason?: string | undefined;
}

/** The state of a session's conversation. It is stored in the journal, so it survives a restart. */
export type Conversation = Scripted | Waiting | Attended;

export const NEW_CONVERSATION: Scripted = { partner: 'nobody', language: 'en' };
