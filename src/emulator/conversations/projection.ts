import type { SentEvent } from '../../protocol/server-frames.ts';
import { PHRASES } from '../agent/phrases.ts';
import { inputTurn, type Turn } from './turn.ts';

/** What the events of a session say about its conversation. */
export interface Outline {
  readonly ended_at: number | null;
  /** When the agent left; null: it stayed to the end. */
  readonly agent_ended_at: number | null;
  readonly language: string;
  readonly handoff: boolean;
  readonly handoff_reason: string;
  readonly handoff_destination: string;
  readonly turns: readonly Turn[];
}

/** A message of a turn whose answer is not all there yet. */
interface Said {
  readonly messageId: string;
  /** The place of the turn that it answers. */
  readonly turn: number;
  readonly text: string;
  readonly isComplete: boolean;
}

/** Where reading the events of a session stands. */
export interface Projection {
  /** The same object for as long as nothing in it changes. */
  readonly outline: Outline;
  /** Of the last turn, and of every turn that still waits for the rest of a message. */
  readonly said: readonly Said[];
  /** When the agent was first asked to join. */
  readonly askedAt: number | null;
}

export const newProjection = (language: string): Projection => ({
  outline: {
    ended_at: null,
    agent_ended_at: null,
    language,
    handoff: false,
    handoff_reason: '',
    handoff_destination: '',
    turns: [],
  },
  said: [],
  askedAt: null,
});

const changed = (it: Projection, change: Partial<Outline>): Projection => ({
  ...it,
  outline: { ...it.outline, ...change },
});

const NOT_UNDERSTOOD: ReadonlySet<string> = new Set(Object.values(PHRASES).map(({ unknown }) => unknown));

const replaced = (turns: readonly Turn[], at: number, change: Partial<Turn>): readonly Turn[] =>
  turns.map((turn, position) => (position === at ? { ...turn, ...change } : turn));

/** A response begins with its first word, and so does its latency: a person has none, nor does what nobody had asked for. */
function begin(it: Projection, at: number, isPerson: boolean): Projection {
  const { turns } = it.outline;
  const last = turns.at(-1);
  // The greeting answers the request to join.
  if (last === undefined)
    return changed(it, { turns: [{ ...inputTurn('', it.askedAt ?? at), agent_response_at: at }] });
  if (last.agent_response_at !== null) return it;
  const latency = isPerson ? null : at - last.user_input_at;
  return changed(it, { turns: replaced(turns, turns.length - 1, { agent_response_at: at, latency }) });
}

/** Makes all that was said so far part of the conversation. Several messages after one input are one response. */
function show(it: Projection): Projection {
  let { turns } = it.outline;
  for (const position of new Set(it.said.map(({ turn }) => turn))) {
    const texts = it.said.flatMap(({ turn, text }) => (turn === position && text !== '' ? [text] : []));
    const agent_response = texts.join('\n\n');
    const before = turns[position];
    if (before === undefined || before.agent_response === agent_response) continue;
    const is_ood = texts.some((text) => NOT_UNDERSTOOD.has(text));
    turns = replaced(turns, position, { agent_response, is_ood });
  }
  return turns === it.outline.turns ? it : changed(it, { turns });
}

/**
 * A message, or a part of one. spec messaging §8: what goes on with a message belongs to the answer it began in, whatever
 * was said meanwhile; a full message takes the place of the stream with its id.
 */
function hear(
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
  const begun = begin(show(it), at, kind === 'liveAgentMessage');
  const turn = begun.outline.turns.length - 1;
  const next = { ...begun, said: [...begun.said, { messageId, turn, text, isComplete }] };
  return isComplete ? show(next) : next;
}

/** An input, from which on the answers before it are as they are, but for what is still to come of them. */
function ask(it: Projection, text: string, at: number): Projection {
  const shown = show(it);
  const isWaiting = (position: number) =>
    it.said.some(({ turn, isComplete }) => turn === position && !isComplete);
  return changed(
    { ...shown, said: shown.said.filter(({ turn }) => isWaiting(turn)) },
    { turns: [...shown.outline.turns, inputTurn(text, at)] },
  );
}

/** What is known after one more event. Pure: the same events always give the same conversation. */
export function project(it: Projection, event: SentEvent): Projection {
  const at = event.at ?? 0;
  switch (event.kind) {
    case 'requestAgentJoin':
      return { ...it, askedAt: it.askedAt ?? at };
    case 'userMessage':
      return ask(it, event.text, at);
    case 'agentMessage':
    case 'agentMessageChunk':
    case 'liveAgentMessage':
      return hear(it, event, at);
    case 'agentLeft':
      return changed(show(it), { agent_ended_at: it.outline.agent_ended_at ?? at });
    case 'handoffAccepted':
      return changed(it, { handoff: true, handoff_destination: event.queueName ?? '' });
    case 'clientHandoffRequired': {
      const { reason = '', route, queueName = '' } = event;
      return changed(it, { handoff: true, handoff_reason: reason, handoff_destination: route ?? queueName });
    }
    case 'handoffFailed':
    case 'handoffTimeout':
      return changed(it, { handoff: false, handoff_reason: '', handoff_destination: '' });
    case 'languageChanged':
      return changed(it, { language: event.languageCode });
    case 'sessionEnd':
      return changed(show(it), { ended_at: at });
    default:
      return it;
  }
}
