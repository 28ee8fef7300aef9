import { eventsByFunction, functionEvents } from '../../model/function-calls.ts';
import type { Turn } from '../../model/turn.ts';
import type { ConversationRow } from '../../store/conversation-row.ts';
import type { HandoffState } from '../../store/handoff-state-table.ts';
import type { ProjectSettings } from '../../store/project-settings-table.ts';
import {
  handoffReason,
  isoTime,
  responseMetricsOf,
  secondsBetween,
  translationFor,
  turnBody,
} from '../rest/conversation-fields.ts';

/** Data for the body of a conversation that its row does not have. */
export interface SummaryContext {
  readonly note: string | undefined;
  readonly handoffState: HandoffState | undefined;
  /** Origin of the base host, for links to recordings. */
  readonly baseUrl: string;
  readonly now: number;
}

/** calls that have ended have a recording, chats do not. */
export const isRecorded = (row: ConversationRow): row is ConversationRow & { ended_at: number } =>
  row.channel.startsWith('VOICE') && row.ended_at !== null;

/** A conversation in the list of the Data API. Unknown values are left out. */
export function summaryBody(row: ConversationRow, { note, handoffState, baseUrl, now }: SummaryContext) {
  const end = row.ended_at ?? now;
  const total = secondsBetween(row.started_at, end);
  return {
    conversationId: row.id,
    accountId: row.account_id,
    projectId: row.project_id,
    createdAt: isoTime(row.started_at),
    startedAt: isoTime(row.started_at),
    ...(row.ended_at !== null && { finishedAt: isoTime(row.ended_at) }),
    channel: row.channel,
    fromNumber: row.from_number,
    toNumber: row.to_number,
    language: row.language,
    variantId: row.variant_id,
    clientEnv: row.environment,
    totalDuration: total,
    polyaiDuration: secondsBetween(row.started_at, row.agent_ended_at ?? end),
    duration: total,
    inProgress: row.ended_at === null,
    handoff: row.handoff === 1,
    handoffDestination: row.handoff_destination,
    handoffReason: handoffReason(row, handoffState),
    direction: 'inbound',
    tags: [],
    ...(note !== undefined && { note }),
    ...(isRecorded(row) && {
      audioUrl: `${baseUrl}/v1/agents/${row.project_id}/conversations/${row.id}/audio`,
    }),
  };
}

/** A conversation with its turns. */
export const detailBody = (
  row: ConversationRow,
  turns: readonly Turn[],
  settings: Required<ProjectSettings>,
  context: SummaryContext & { readonly functionErrors: readonly number[] },
) => ({
  ...summaryBody(row, context),
  turns: settings.showTranscripts
    ? turns.map((turn) =>
        turnBody(turn, { include_latency: true, include_turn_metadata: true }, translationFor(row, settings)),
      )
    : [],
  metrics: responseMetricsOf(row, handoffReason(row, context.handoffState), settings.responseMetrics),
  functionEvents: eventsByFunction(functionEvents(turns, context.functionErrors)),
});
