import type { Turn } from './turn.ts';

/** What the events of a session say about its conversation. */
export interface Outline {
  readonly ended_at: number | null;
  /** When the agent left; null: it stayed to the end, or came back. */
  readonly agent_ended_at: number | null;
  readonly language: string;
  readonly handoff: boolean;
  readonly handoff_reason: string;
  readonly handoff_destination: string;
  readonly turns: readonly Turn[];
}

/** A message of a turn whose answer is not all there yet. */
export interface Said {
  readonly messageId: string;
  /** The place of the turn that it answers. */
  readonly turn: number;
  readonly at: number;
  readonly isPerson: boolean;
  readonly text: string;
  readonly isComplete: boolean;
}

/** Where reading the events of a session stands. */
export interface Projection {
  /** The same object for as long as nothing in it changes. */
  readonly outline: Outline;
  /** Of the last turn, and of every turn that still waits for the rest of a message. */
  readonly said: readonly Said[];
  /** When the agent was first asked to join. */
  readonly askedAt: number | null;
  /** When the agent came back from a handoff; null: it never did. */
  readonly backAt: number | null;
  /** Whether a person has joined. */
  readonly isAttended: boolean;
}

export const newProjection = (language: string): Projection => ({
  outline: {
    ended_at: null,
    agent_ended_at: null,
    language,
    handoff: false,
    handoff_reason: '',
    handoff_destination: '',
    turns: [],
  },
  said: [],
  askedAt: null,
  backAt: null,
  isAttended: false,
});

export const changed = (it: Projection, change: Partial<Outline>): Projection => ({
  ...it,
  outline: { ...it.outline, ...change },
});

export const replaced = (turns: readonly Turn[], at: number, change: Partial<Turn>): readonly Turn[] =>
  turns.map((turn, position) => (position === at ? { ...turn, ...change } : turn));
