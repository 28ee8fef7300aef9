import { entitiesIn } from '../../model/entities.ts';
import { intentsOf } from '../../model/function-calls.ts';
import type { Turn } from '../../model/turn.ts';
import { englishOf } from '../../shop/english.ts';
import type { ConversationRow } from '../../store/conversation-row.ts';
import type { HandoffState } from '../../store/handoff-state-table.ts';
import type { ProjectSettings, ResponseMetric } from '../../store/project-settings-table.ts';

/** Fields of conversations that the base host and the platform host share. */

export interface TurnInclusion {
  readonly include_latency: boolean;
  readonly include_turn_metadata: boolean;
}

type Translate = (text: string) => string;

/** the translation of the turns of a conversation into English; empty where there is none. */
export const translationFor = (
  { language }: Pick<ConversationRow, 'language'>,
  { translateTurns }: Pick<Required<ProjectSettings>, 'translateTurns'>,
): Translate => (translateTurns && !/^en\b/.test(language) ? englishOf : () => '');

export const isoTime = (ms: number) => new Date(ms).toISOString();
export const secondsBetween = (from: number, to: number): number => Math.round((to - from) / 1000);

/** A turn in the format of version 2 and 3.: an absent text is an empty string. */
export const turnBody = (turn: Turn, include: TurnInclusion, translate: Translate) => ({
  user_input: turn.user_input,
  user_input_dtmf: turn.user_input_dtmf,
  user_input_datetime: isoTime(turn.user_input_at),
  barge_in: turn.barge_in,
  agent_response: turn.agent_response,
  ...(turn.agent_response_at !== null && { agent_response_datetime: isoTime(turn.agent_response_at) }),
  ...(include.include_latency && turn.latency !== null && { latency: turn.latency }),
  translated_user_input: translate(turn.user_input),
  english_agent_response: translate(turn.agent_response),
  ...(include.include_turn_metadata && {
    intents: intentsOf(turn),
    entities: entitiesIn(turn.user_input),
    is_ood: turn.is_ood,
    is_silence: turn.is_silence,
  }),
});

/** The reason of a handoff: the one in the handoff state if there is one, else the conversation's own. */
export const handoffReason = (row: ConversationRow, state: HandoffState | undefined): string => {
  const reason = state?.data['reason'];
  return row.handoff === 0 ? '' : typeof reason === 'string' ? reason : row.handoff_reason;
};

export function responseMetricsOf(row: ConversationRow, reason: string, names: readonly ResponseMetric[]) {
  const all: Record<ResponseMetric, string | undefined> = {
    CALL_IN_PROGRESS: row.ended_at === null ? 'true' : undefined,
    CALL_COMPLETED: row.ended_at === null ? undefined : isoTime(row.ended_at),
    HANDOFF_TO: row.handoff_destination || undefined,
    HANDOFF_REASON: reason || undefined,
  };
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}
