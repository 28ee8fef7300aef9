import type { SentEvent } from '../../protocol/server-frames.ts';
import { type FunctionCall, inputTurn } from '../model/turn.ts';
import { FAQ, PHRASES } from '../shop/content.ts';
import { orderLookUp } from '../shop/order-texts.ts';
import {
  type ProjectionState,
  type ResponseMessage,
  withConversation,
  withTurn,
} from './projection-state.ts';

/** Steps of the projection that turn inputs and messages into turns. All are pure. */

/** The FAQ entry behind each text that the agent says after a look-up; null for the text that says nothing was found. */
const LOOK_UP_RESULTS: ReadonlyMap<string, string | null> = new Map([
  ...Object.values(PHRASES).map(({ unknown }) => [unknown, null] as const),
  ...Object.values(FAQ).flatMap((entries) => entries.map(({ answer, id }) => [answer, id] as const)),
]);

/** The ends of answers to visitors who wait for a live agent. */
const WAITING_ENDS = Object.values(PHRASES).map(({ stillComing }) => `\n\n${stillComing}`);

function lookUpCallsOf({ text: whole, at, isLiveAgent }: ResponseMessage): readonly FunctionCall[] {
  if (isLiveAgent) return [];
  const end = WAITING_ENDS.find((ending) => whole.endsWith(ending)) ?? '';
  const text = whole.slice(0, whole.length - end.length);
  const order = orderLookUp(text);
  if (order !== undefined) return [{ name: 'find_order', at, result: order, error: null }];
  const result = LOOK_UP_RESULTS.get(text);
  return result === undefined ? [] : [{ name: 'find_answer', at, result, error: null }];
}

const isLookUp = ({ name }: FunctionCall) => name === 'find_answer' || name === 'find_order';

/** Records the time and the latency of a response with its first word. The latency is null for live agents and unrequested responses. */
function startResponse(state: ProjectionState, at: number, isLiveAgent: boolean): ProjectionState {
  const { turns } = state.conversation;
  const last = turns.at(-1);
  // The greeting answers the join request, so its turn is not a silence.
  const join = { ...inputTurn('', state.joinRequestedAt ?? at), is_silence: false };
  if (last === undefined) return withConversation(state, { turns: [{ ...join, agent_response_at: at }] });
  if (last.agent_response_at !== null) return state;
  // An input from before the agent returned was addressed to the live agent.
  const isRequested = !isLiveAgent && last.user_input_at >= (state.agentReturnedAt ?? 0);
  const latency = isRequested ? at - last.user_input_at : null;
  return withConversation(state, {
    turns: withTurn(turns, turns.length - 1, { agent_response_at: at, latency }),
  });
}

/** Writes the text of all messages so far into their turns. Several messages after one input are one response. */
export function applyMessages(state: ProjectionState): ProjectionState {
  let { turns } = state.conversation;
  for (const position of new Set(state.messages.map(({ turn }) => turn))) {
    const messages = state.messages.filter(({ turn, text }) => turn === position && text !== '');
    const agent_response = messages.map(({ text }) => text).join('\n\n');
    const before = turns[position];
    if (before === undefined || before.agent_response === agent_response) continue;
    const lookUps = messages.flatMap(lookUpCallsOf);
    const otherCalls = before.function_calls.filter((call) => !isLookUp(call));
    turns = withTurn(turns, position, {
      agent_response,
      function_calls: [...lookUps, ...otherCalls],
      is_ood: lookUps.some(({ name, result }) => name === 'find_answer' && result === null),
    });
  }
  return turns === state.conversation.turns ? state : withConversation(state, { turns });
}

/**
 * Adds a message or a chunk of one. M-8.1: a chunk belongs to the response in which its message began, even after a later
 * input. A full message replaces the stream with its id.
 */
export function addMessage(
  state: ProjectionState,
  event: SentEvent & { kind: 'agentMessage' | 'agentMessageChunk' | 'liveAgentMessage' },
  at: number,
): ProjectionState {
  const { kind, messageId, text } = event;
  const isComplete = kind !== 'agentMessageChunk' || event.isComplete;
  const isOpen = (message: ResponseMessage) => message.messageId === messageId && !message.isComplete;
  if (state.messages.some(isOpen)) {
    const textOf = (message: ResponseMessage) => (kind === 'agentMessageChunk' ? message.text + text : text);
    const messages = state.messages.map((message) =>
      isOpen(message) ? { ...message, text: textOf(message), isComplete } : message,
    );
    return isComplete ? applyMessages({ ...state, messages }) : { ...state, messages };
  }
  const isLiveAgent = kind === 'liveAgentMessage';
  const started = startResponse(applyMessages(state), at, isLiveAgent);
  const turn = started.conversation.turns.length - 1;
  const message: ResponseMessage = { messageId, turn, at, isLiveAgent, text, isComplete };
  const next: ProjectionState = { ...started, messages: [...started.messages, message] };
  return isComplete ? applyMessages(next) : next;
}

/** Starts a new turn. Earlier turns stay as they are, except those that still wait for the rest of a message. */
export function addInput(state: ProjectionState, text: string, at: number): ProjectionState {
  const current = applyMessages(state);
  const isWaiting = (position: number) =>
    state.messages.some(({ turn, isComplete }) => turn === position && !isComplete);
  return withConversation(
    { ...current, messages: current.messages.filter(({ turn }) => isWaiting(turn)) },
    { turns: [...current.conversation.turns, inputTurn(text, at)] },
  );
}
