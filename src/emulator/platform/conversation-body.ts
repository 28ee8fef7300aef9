import {
  handoffReason,
  iso,
  metricsOf,
  secondsBetween,
  type TurnInclusion,
  turnBody,
} from '../conversations/body.ts';
import { variantName } from '../conversations/origin.ts';
import type { Turn } from '../conversations/turn.ts';
import type { ConversationRow } from '../store/conversation-row.ts';
import type { HandoffState } from '../store/handoff-states.ts';
import type { ProjectSettings } from '../store/project-settings.ts';

export type Version = 'v1' | 'v2' | 'v3';

/** What a request asks to be told beside the conversation. */
export interface Inclusion extends TurnInclusion {
  readonly include_context_state: boolean;
}

/** spec, Versioning: v1 says null for no text, and does not know the later fields of a turn. */
function asV1(value: unknown): unknown {
  if (value === '') return null;
  if (Array.isArray(value)) return value.map(asV1);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, asV1(it)]));
}

/** A conversation, as lists of a version give it (specification, Conversation). */
export function conversationBody(
  row: ConversationRow,
  it: {
    readonly version: Version;
    readonly turns: readonly Turn[];
    readonly handoffState: HandoffState | undefined;
    readonly settings: Required<ProjectSettings>;
    readonly include: Inclusion;
    readonly now: number;
  },
): object {
  const { settings, include } = it;
  const end = row.ended_at ?? it.now;
  const reason = handoffReason(row, it.handoffState);
  const body = {
    id: row.id,
    account_id: row.account_id,
    project_id: row.project_id,
    variant_id: row.variant_id,
    variant_name: variantName(row.variant_id),
    environment: row.environment,
    started_at: iso(row.started_at),
    channel: row.channel,
    from_number: row.from_number,
    to_number: row.to_number,
    in_progress: row.ended_at === null,
    num_turns: row.num_turns,
    total_duration: secondsBetween(row.started_at, end),
    polyai_duration: secondsBetween(row.started_at, row.agent_ended_at ?? end),
    handoff: row.handoff === 1,
    handoff_reason: reason,
    handoff_destination: row.handoff_destination,
    num_silences: row.num_silences,
    num_ood: row.num_ood,
    metrics: metricsOf(row, reason, settings.responseMetrics),
    state: include.include_context_state ? { language: row.language, ...it.handoffState?.data } : {},
    // spec, Transcript visibility: `num_turns` stays true when there are none.
    turns: settings.showTranscripts ? it.turns.map((turn) => turnBody(turn, include)) : [],
  };
  if (it.version !== 'v1') return body;
  const { turns, state, metrics, ...fields } = body;
  const early = turns.map(({ latency, translated_user_input, english_agent_response, ...turn }) => turn);
  const whole = { ...(asV1({ ...fields, turns: early }) as object), metrics, state };
  if (!settings.enableWhitelist) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([name]) => settings.whitelist.includes(name)));
}
