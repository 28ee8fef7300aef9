import type { ServerEventBody } from '../../protocol/events.ts';
import type { AgentFailure } from '../model/agent-failure.ts';
import type { Conversation } from '../model/conversation.ts';

/** An event that is sent `inMs` after the one before it. */
export interface Step {
  readonly inMs: number;
  readonly body: ServerEventBody;
  /** The failure that this event reports, for the metrics of alert rules. */
  readonly failure?: AgentFailure;
}

export type Say = (body: ServerEventBody, failure?: AgentFailure) => void;

/** An answer whose text a model generates while it is sent. */
export interface ModelReply {
  /** Never rejects. Events that it sends after the signal has fired are ignored. */
  generate(say: Say, signal: AbortSignal): Promise<void>;
}

/** The handoff state that a live agent reads when they take a conversation over. */
export type HandoffData = Readonly<Record<'reason' | 'queue' | 'language', string>>;

/** The reaction to a message: the events to send, and the state of the conversation from now on. */
export interface Answer {
  readonly conversation: Conversation;
  readonly steps: readonly Step[];
  /** Stored when the agent hands the conversation off. */
  readonly handoff?: HandoffData;
}
