import type { Language } from './agent/phrases.ts';

/** Where one session's conversation stands; kept in the journal, so that it goes on after a restart. */
export interface Conversation {
  /** Who answers the visitor. */
  readonly partner: 'nobody' | 'agent' | 'live-agent';
  readonly language: Language;
}

export const NEW_CONVERSATION: Conversation = { partner: 'nobody', language: 'en' };
