import type { Language } from '../../shop/languages.ts';

/** The port to an agent of one's own: plain data in, parts of an answer out. A wire is one protocol for it. */

export interface AgentMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A visitor's message with what an agent needs to answer it. */
export interface AgentQuestion {
  /** Identifies the conversation up to its next handoff. Reveals nothing about the session. */
  readonly threadId: string;
  /** The behaviour text that applies. Empty if none does. */
  readonly rules: string;
  readonly language: Language;
  /** The visitor's message comes last. */
  readonly history: readonly AgentMessage[];
}

/** A part of an answer. `end` and `failure` are the last one. */
export type AgentPart =
  | { readonly type: 'text'; readonly text: string }
  /** The agent wants a person to take over. An empty reason means that it gave none. */
  | { readonly type: 'handoff'; readonly reason: string }
  /** `unused` counts the events and calls of tools that a chat has no use for. */
  | { readonly type: 'end'; readonly unused: number }
  | AgentFailed;

export interface AgentFailed {
  readonly type: 'failure';
  readonly isOverload: boolean;
  /** Text for the log. */
  readonly message: string;
}

/** Asks the agent. An aborted signal ends the answer. */
export type Ask = (question: AgentQuestion, stopped: AbortSignal) => AsyncIterable<AgentPart>;

export interface Wire {
  /** Is added to the agent's URL. */
  readonly path: string;
  /** The body of the request. Without `tools` the agent cannot ask for a person. */
  body(question: AgentQuestion, tools: boolean, model?: string): object;
  /** Returns a function that reads the data of one event after the other. */
  createReader(): (data: string) => readonly AgentPart[];
}

export const failed = (message: string, isOverload = false): AgentFailed => ({
  type: 'failure',
  isOverload,
  message,
});

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

export const languageHint = ({ language }: AgentQuestion): string =>
  `The visitor's language is ${languageNames.of(language)} (${language}).`;

/** The text for the agent alone, where a protocol has one field for it. */
export const instructionsOf = (question: AgentQuestion): string =>
  [question.rules.trim(), languageHint(question)].filter((text) => text !== '').join('\n\n');
