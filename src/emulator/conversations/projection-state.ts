import type { Turn } from '../model/turn.ts';

/** The conversation that the events of a session describe. Fields are spelled as their columns. */
export interface ProjectedConversation {
  readonly ended_at: number | null;
  /** The time at which the agent left; null when it stayed to the end or came back. */
  readonly agent_ended_at: number | null;
  readonly language: string;
  readonly handoff: boolean;
  readonly handoff_reason: string;
  readonly handoff_destination: string;
  readonly turns: readonly Turn[];
}

/** A message of a turn whose response is not complete yet. */
export interface ResponseMessage {
  readonly messageId: string;
  /** Index of the turn that it answers. */
  readonly turn: number;
  readonly at: number;
  readonly isLiveAgent: boolean;
  readonly text: string;
  readonly isComplete: boolean;
}

/** State of the projection after the events so far. */
export interface ProjectionState {
  /** The same object as long as nothing in it changes. */
  readonly conversation: ProjectedConversation;
  /** Messages of the last turn, and of every turn that waits for the rest of a message. */
  readonly messages: readonly ResponseMessage[];
  /** The time of the first join request. */
  readonly joinRequestedAt: number | null;
  /** The time at which the agent came back from a handoff; null when it did not. */
  readonly agentReturnedAt: number | null;
  readonly hasLiveAgentJoined: boolean;
}

export const newProjectionState = (language: string): ProjectionState => ({
  conversation: {
    ended_at: null,
    agent_ended_at: null,
    language,
    handoff: false,
    handoff_reason: '',
    handoff_destination: '',
    turns: [],
  },
  messages: [],
  joinRequestedAt: null,
  agentReturnedAt: null,
  hasLiveAgentJoined: false,
});

export const withConversation = (
  state: ProjectionState,
  change: Partial<ProjectedConversation>,
): ProjectionState => ({
  ...state,
  conversation: { ...state.conversation, ...change },
});

export const withTurn = (turns: readonly Turn[], at: number, change: Partial<Turn>): readonly Turn[] =>
  turns.map((turn, position) => (position === at ? { ...turn, ...change } : turn));
