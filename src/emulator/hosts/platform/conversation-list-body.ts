import { entitiesIn } from '../../model/entities.ts';
import { variantName } from '../../model/origin.ts';
import type { Turn } from '../../model/turn.ts';
import type { ConversationRow } from '../../store/conversation-row.ts';
import type { HandoffState } from '../../store/handoff-state-table.ts';
import type { ProjectSettings } from '../../store/project-settings-table.ts';
import {
  handoffReason,
  isoTime,
  responseMetricsOf,
  secondsBetween,
  type TurnInclusion,
  translationFor,
  turnBody,
} from '../rest/conversation-fields.ts';

export type Version = 'v1' | 'v2' | 'v3';

/** Optional parts of a conversation that a request asks for. */
export interface Inclusion extends TurnInclusion {
  readonly include_context_state: boolean;
}

/** version 1 has null instead of an empty text. */
function toV1(value: unknown): unknown {
  if (value === '') return null;
  if (Array.isArray(value)) return value.map(toV1);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toV1(field)]));
}

/** a built-in variable and custom ones: the agent's order number and the handoff's variables. */
function stateOf(row: ConversationRow, turns: readonly Turn[], handoffState: HandoffState | undefined) {
  const orders = turns.flatMap((turn) => entitiesIn(turn.user_input)).map((entity) => entity['order_number']);
  const order_number = orders.findLast((order) => typeof order === 'string');
  return {
    language: row.language,
    ...(order_number !== undefined && { order_number }),
    ...handoffState?.data,
  };
}

/** A conversation in the list of a version. */
export function conversationBody(
  row: ConversationRow,
  context: {
    readonly version: Version;
    readonly turns: readonly Turn[];
    readonly handoffState: HandoffState | undefined;
    readonly settings: Required<ProjectSettings>;
    readonly include: Inclusion;
    readonly now: number;
  },
): object {
  const { version, handoffState, settings, include } = context;
  const end = row.ended_at ?? context.now;
  const reason = handoffReason(row, handoffState);
  const translate = translationFor(row, settings);
  const body = {
    id: row.id,
    account_id: row.account_id,
    project_id: row.project_id,
    variant_id: row.variant_id,
    variant_name: variantName(row.variant_id),
    environment: row.environment,
    started_at: isoTime(row.started_at),
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
    metrics: responseMetricsOf(row, reason, settings.responseMetrics),
    state: include.include_context_state ? stateOf(row, context.turns, handoffState) : {},
    // hidden turns are still counted in `num_turns`.
    turns: settings.showTranscripts ? context.turns.map((turn) => turnBody(turn, include, translate)) : [],
  };
  if (version !== 'v1') return body;
  // version 1 lacks some fields and can be restricted to a list of fields.
  const { turns, state, metrics, ...fields } = body;
  const v1Turns = turns.map(({ latency, translated_user_input, english_agent_response, ...turn }) => turn);
  const v1Body = { ...(toV1({ ...fields, turns: v1Turns }) as object), metrics, state };
  if (!settings.enableWhitelist) return v1Body;
  return Object.fromEntries(Object.entries(v1Body).filter(([name]) => settings.whitelist.includes(name)));
}
