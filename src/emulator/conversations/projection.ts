import { unreachable } from '../../base/unreachable.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';
import type { FunctionCall } from '../model/turn.ts';
import { addInput, addMessage, applyMessages } from './build-turns.ts';
import { type ProjectionState, withConversation, withTurn } from './projection-state.ts';

/** Adds a function call to the last turn. Does nothing without a turn. */
function addFunctionCall(state: ProjectionState, call: FunctionCall): ProjectionState {
  const { turns } = state.conversation;
  const calls = turns.at(-1)?.function_calls ?? [];
  return withConversation(state, {
    turns: withTurn(turns, turns.length - 1, { function_calls: [...calls, call] }),
  });
}

/** Sets the outcome of the latest handoff. An accepted handoff can still fail; a failed one is final. */
function settleHandoff(
  state: ProjectionState,
  at: number,
  outcome: Pick<FunctionCall, 'result' | 'error'>,
): ProjectionState {
  const isOpenHandoff = ({ name, result, error }: FunctionCall) =>
    name === 'hand_off' && error === null && (result === null || outcome.error !== null);
  const { turns } = state.conversation;
  const position = turns.findLastIndex((turn) => turn.function_calls.some(isOpenHandoff));
  if (position === -1) return addFunctionCall(state, { name: 'hand_off', at, ...outcome });
  const calls = turns[position]?.function_calls ?? [];
  const last = calls.findLastIndex(isOpenHandoff);
  const function_calls = calls.map((call, index) => (index === last ? { ...call, ...outcome } : call));
  return withConversation(state, { turns: withTurn(turns, position, { function_calls }) });
}

/** The state after one more event. Pure: the same events always give the same conversation. */
export function applyEvent(state: ProjectionState, event: SentEvent): ProjectionState {
  const at = event.at ?? 0;
  switch (event.kind) {
    case 'requestAgentJoin':
      return { ...state, joinRequestedAt: state.joinRequestedAt ?? at };
    case 'userMessage':
      return addInput(state, event.text, at);
    case 'agentMessage':
    case 'agentMessageChunk':
    case 'liveAgentMessage':
      return addMessage(state, event, at);
    case 'agentLeft':
      return withConversation(applyMessages(state), {
        agent_ended_at: state.conversation.agent_ended_at ?? at,
      });
    case 'agentJoined':
      if (state.conversation.agent_ended_at === null) return state;
      return { ...withConversation(applyMessages(state), { agent_ended_at: null }), agentReturnedAt: at };
    case 'liveAgentJoined':
      return { ...state, hasLiveAgentJoined: true };
    case 'agentTriggeredHandoff':
      return addFunctionCall(state, { name: 'hand_off', at, result: null, error: null });
    case 'handoffAccepted': {
      const { queueName: result = '' } = event;
      const settled = settleHandoff(state, at, { result, error: null });
      return withConversation(settled, { handoff: true, handoff_destination: result });
    }
    case 'clientHandoffRequired': {
      const { reason = '', queueName = '', route: result = queueName } = event;
      const settled = settleHandoff(state, at, { result, error: null });
      return withConversation(settled, {
        handoff: true,
        handoff_reason: reason,
        handoff_destination: result,
      });
    }
    case 'handoffFailed':
    case 'handoffTimeout': {
      // A live agent has joined before: the conversation stays handed off although a second wait failed.
      if (state.hasLiveAgentJoined) return state;
      const { reason = event.kind === 'handoffFailed' ? 'failed' : 'timeout' } = event;
      const settled = settleHandoff(state, at, { result: null, error: reason });
      return withConversation(settled, { handoff: false, handoff_reason: '', handoff_destination: '' });
    }
    case 'languageChanged':
      return withConversation(state, { language: event.languageCode });
    case 'sessionEnd': {
      const current = applyMessages(state);
      const isEndedByAgent = event.reason === 'natural_end' && current.conversation.agent_ended_at === null;
      const ended = isEndedByAgent
        ? addFunctionCall(current, { name: 'end_conversation', at, result: null, error: null })
        : current;
      return withConversation(ended, { ended_at: at });
    }
    case 'sessionStart':
    case 'sessionIdleWarning':
    case 'agentThinking':
    case 'handoffQueueStatus':
    case 'liveAgentTyping':
    case 'liveAgentLeft':
    case 'systemMessage':
    case 'userEndSession':
    case 'userTyping':
    case 'heartbeat':
    case 'receipt':
    case 'showCsatRequest':
    case 'csatResponse':
    case 'unknown':
      return state;
    default:
      return unreachable(event);
  }
}
