import type { Environment, VariantId } from '../conversations/origin.ts';

/** A conversation, spelled as its columns and its fields are; times are milliseconds. */
export interface ConversationRow {
  /** The order in which conversations became known. */
  readonly seq: number;
  readonly id: string;
  readonly account_id: string;
  readonly project_id: string;
  readonly environment: Environment;
  readonly channel: string;
  readonly variant_id: VariantId;
  readonly language: string;
  readonly started_at: number;
  /** null: it is in progress. */
  readonly ended_at: number | null;
  /** When the agent left; null: it stayed to the end. */
  readonly agent_ended_at: number | null;
  readonly from_number: string;
  readonly to_number: string;
  readonly handoff: 0 | 1;
  readonly handoff_reason: string;
  readonly handoff_destination: string;
  readonly num_turns: number;
  readonly num_silences: number;
  readonly num_ood: number;
  /** Its turns: those of its own, or of a scenario (below 0) that generated conversations share. */
  readonly transcript_id: number;
  /** What a generated conversation is made of; null for one that was held. */
  readonly recipe: number | null;
}

export const COLUMNS = [
  'seq',
  'id',
  'account_id',
  'project_id',
  'environment',
  'channel',
  'variant_id',
  'language',
  'started_at',
  'ended_at',
  'agent_ended_at',
  'from_number',
  'to_number',
  'handoff',
  'handoff_reason',
  'handoff_destination',
  'num_turns',
  'num_silences',
  'num_ood',
  'transcript_id',
  'recipe',
] as const satisfies readonly (keyof ConversationRow)[];
