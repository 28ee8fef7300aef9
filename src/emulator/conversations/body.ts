import type { ConversationRow } from '../store/conversation-row.ts';
import type { HandoffState } from '../store/handoff-states.ts';
import type { ResponseMetric } from '../store/project-settings.ts';
import { entitiesIn } from './entities.ts';
import { intentsOf } from './function-calls.ts';
import type { Turn } from './turn.ts';

/** What both families tell of a conversation, each under names of its own. */

export interface TurnInclusion {
  readonly include_latency: boolean;
  readonly include_turn_metadata: boolean;
}

export const iso = (ms: number) => new Date(ms).toISOString();
export const secondsBetween = (from: number, to: number): number => Math.round((to - from) / 1000);

/** One turn, as v2 and v3 give it: no text is an empty one. */
export const turnBody = (turn: Turn, include: TurnInclusion) => ({
  user_input: turn.user_input,
  user_input_dtmf: turn.user_input_dtmf,
  user_input_datetime: iso(turn.user_input_at),
  barge_in: turn.barge_in,
  agent_response: turn.agent_response,
  ...(turn.agent_response_at !== null && { agent_response_datetime: iso(turn.agent_response_at) }),
  ...(include.include_latency && turn.latency !== null && { latency: turn.latency }),
  translated_user_input: '',
  english_agent_response: '',
  ...(include.include_turn_metadata && {
    intents: intentsOf(turn),
    entities: entitiesIn(turn.user_input),
    is_ood: turn.is_ood,
    is_silence: turn.is_silence,
  }),
});

/** What the desk was told goes before what the conversation itself says. */
export const handoffReason = (row: ConversationRow, state: HandoffState | undefined): string => {
  const reason = state?.data['reason'];
  return row.handoff === 0 ? '' : typeof reason === 'string' ? reason : row.handoff_reason;
};

export function metricsOf(row: ConversationRow, reason: string, names: readonly ResponseMetric[]) {
  const all: Record<ResponseMetric, string | undefined> = {
    CALL_IN_PROGRESS: row.ended_at === null ? 'true' : undefined,
    CALL_COMPLETED: row.ended_at === null ? undefined : iso(row.ended_at),
    HANDOFF_TO: row.handoff_destination || undefined,
    HANDOFF_REASON: reason || undefined,
  };
  return Object.fromEntries(names.flatMap((it) => (all[it] === undefined ? [] : [[it, all[it]]])));
}
