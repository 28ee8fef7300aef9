import type { Environment, VariantId } from '../model/origin.ts';

/** A row of the table `conversations`. Times are milliseconds. */
export interface ConversationRow {
  /** Order of insertion. */
  readonly seq: number;
  readonly id: string;
  readonly account_id: string;
  readonly project_id: string;
  readonly environment: Environment;
  readonly channel: string;
  readonly variant_id: VariantId;
  readonly language: string;
  readonly started_at: number;
  /** null while the conversation is in progress. */
  readonly ended_at: number | null;
  /** The time at which the agent left; null when it stayed to the end. */
  readonly agent_ended_at: number | null;
  readonly from_number: string;
  readonly to_number: string;
  readonly handoff: 0 | 1;
  readonly handoff_reason: string;
  readonly handoff_destination: string;
  readonly num_turns: number;
  readonly num_silences: number;
  readonly num_ood: number;
  /** Id of the transcript: its own, or a negative id of a scenario that synthetic conversations share. */
  readonly transcript_id: number;
  /** The seed of a synthetic conversation; null for a real one. */
  readonly recipe: number | null;
}
