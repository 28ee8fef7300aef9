import type { SentEvent } from '../../protocol/server-frames.ts';
import { FAQ } from '../agent/faq.ts';
import { PHRASES } from '../agent/phrases.ts';
import type { FunctionCall } from './function-calls.ts';
import { changed, type Projection, replaced, type Said } from './outline.ts';
import { inputTurn } from './turn.ts';

/** What is said in a conversation, put together into turns as the events come. */

/** What the agent says when it has looked for an answer, and the entry that it found; null for none. */
const LOOKED_UP: ReadonlyMap<string, string | null> = new Map([
  ...Object.values(PHRASES).map(({ unknown }) => [unknown, null] as const),
  ...Object.values(FAQ).flatMap((entries) => entries.map(({ answer, id }) => [answer, id] as const)),
]);

function lookUpOf({ text, at, isPerson }: Said): readonly FunctionCall[] {
  const result = isPerson ? undefined : LOOKED_UP.get(text);
  return result === undefined ? [] : [{ name: 'find_answer', at, result, error: null }];
}

/** A response begins with its first word, and so does its latency: a person has none, nor does what nobody had asked for. */
function begin(it: Projection, at: number, isPerson: boolean): Projection {
  const { turns } = it.outline;
  const last = turns.at(-1);
  // The greeting answers the request to join, which is no silence.
  const join = { ...inputTurn('', it.askedAt ?? at), is_silence: false };
  if (last === undefined) return changed(it, { turns: [{ ...join, agent_response_at: at }] });
  if (last.agent_response_at !== null) return it;
  // What was asked before the agent came back was asked of somebody else.
  const isAsked = !isPerson && last.user_input_at >= (it.backAt ?? 0);
  const latency = isAsked ? at - last.user_input_at : null;
  return changed(it, { turns: replaced(turns, turns.length - 1, { agent_response_at: at, latency }) });
}

/** Makes all that was said so far part of the conversation. Several messages after one input are one response. */
export function show(it: Projection): Projection {
  let { turns } = it.outline;
  for (const position of new Set(it.said.map(({ turn }) => turn))) {
    const said = it.said.filter(({ turn, text }) => turn === position && text !== '');
    const agent_response = said.map(({ text }) => text).join('\n\n');
    const before = turns[position];
    if (before === undefined || before.agent_response === agent_response) continue;
    const lookUps = said.flatMap(lookUpOf);
    const others = before.function_calls.filter(({ name }) => name !== 'find_answer');
    turns = replaced(turns, position, {
      agent_response,
      function_calls: [...lookUps, ...others],
      is_ood: lookUps.some(({ result }) => result === null),
    });
  }
  return turns === it.outline.turns ? it : changed(it, { turns });
}

/**
 * A message, or a part of one. spec messaging §8: what goes on with a message belongs to the answer it began in, whatever
 * was said meanwhile; a full message takes the place of the stream with its id.
 */
export function hear(
  it: Projection,
  event: SentEvent & { kind: 'agentMessage' | 'agentMessageChunk' | 'liveAgentMessage' },
  at: number,
): Projection {
  const { kind, messageId, text } = event;
  const isComplete = kind !== 'agentMessageChunk' || event.isComplete;
  const isOpen = (one: Said) => one.messageId === messageId && !one.isComplete;
  if (it.said.some(isOpen)) {
    const longer = (one: Said) => (kind === 'agentMessageChunk' ? one.text + text : text);
    const said = it.said.map((one) => (isOpen(one) ? { ...one, text: longer(one), isComplete } : one));
    return isComplete ? show({ ...it, said }) : { ...it, said };
  }
  const isPerson = kind === 'liveAgentMessage';
  const begun = begin(show(it), at, isPerson);
  const turn = begun.outline.turns.length - 1;
  const next = { ...begun, said: [...begun.said, { messageId, turn, at, isPerson, text, isComplete }] };
  return isComplete ? show(next) : next;
}

/** An input, from which on the answers before it are as they are, but for what is still to come of them. */
export function ask(it: Projection, text: string, at: number): Projection {
  const shown = show(it);
  const isWaiting = (position: number) =>
    it.said.some(({ turn, isComplete }) => turn === position && !isComplete);
  return changed(
    { ...shown, said: shown.said.filter(({ turn }) => isWaiting(turn)) },
    { turns: [...shown.outline.turns, inputTurn(text, at)] },
  );
}
