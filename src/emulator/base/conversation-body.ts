import { handoffReason, iso, metricsOf, secondsBetween, turnBody } from '../conversations/body.ts';
import { eventsByFunction, functionEvents } from '../conversations/function-calls.ts';
import type { Turn } from '../conversations/turn.ts';
import type { ConversationRow } from '../store/conversation-row.ts';
import type { HandoffState } from '../store/handoff-states.ts';
import type { ProjectSettings } from '../store/project-settings.ts';

export interface Around {
  readonly note: string | undefined;
  readonly handoffState: HandoffState | undefined;
  /** Where recordings of the conversation's agent are. */
  readonly baseUrl: string;
  readonly now: number;
}

/** Calls are recorded, chats are not; and a recording is there when the call is over. */
export const isRecorded = (row: ConversationRow): row is ConversationRow & { ended_at: number } =>
  row.channel.startsWith('VOICE') && row.ended_at !== null;

/** A conversation as the list of the Data API shows it; what is not known is left out. */
export function summaryBody(row: ConversationRow, { note, handoffState, baseUrl, now }: Around) {
  const end = row.ended_at ?? now;
  const total = secondsBetween(row.started_at, end);
  return {
    conversationId: row.id,
    accountId: row.account_id,
    projectId: row.project_id,
    createdAt: iso(row.started_at),
    startedAt: iso(row.started_at),
    ...(row.ended_at !== null && { finishedAt: iso(row.ended_at) }),
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

/** The same with all that was said. */
export const detailBody = (
  row: ConversationRow,
  turns: readonly Turn[],
  settings: Required<ProjectSettings>,
  around: Around & { readonly functionErrors: readonly number[] },
) => ({
  ...summaryBody(row, around),
  turns: settings.showTranscripts
    ? turns.map((turn) => turnBody(turn, { include_latency: true, include_turn_metadata: true }))
    : [],
  metrics: metricsOf(row, handoffReason(row, around.handoffState), settings.responseMetrics),
  functionEvents: eventsByFunction(functionEvents(turns, around.functionErrors)),
});
