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

/** Where reading the events of a session stands. */
export interface Projection {
  /** The same object for as long as nothing in it changes. */
  readonly outline: Outline;
  /** A message of which chunks came, and not the last: it is not part of the conversation yet. */
  readonly coming: { readonly messageId: string; readonly text: string; readonly at: number } | null;
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
  coming: null,
  askedAt: null,
});

const changed = (it: Projection, change: Partial<Outline>): Projection => ({
  ...it,
  outline: { ...it.outline, ...change },
});

const NOT_UNDERSTOOD: ReadonlySet<string> = new Set(Object.values(PHRASES).map(({ unknown }) => unknown));

/** Several messages after one input are one response. */
function respond(it: Projection, text: string, at: number, isPerson = false): Projection {
  const turns = [...it.outline.turns];
  // The greeting answers the request to join.
  const turn = turns.pop() ?? inputTurn('', it.askedAt ?? at);
  const isFirst = turn.agent_response_at === null;
  return changed(it, {
    turns: [
      ...turns,
      {
        ...turn,
        agent_response: isFirst ? text : `${turn.agent_response}\n\n${text}`,
        agent_response_at: turn.agent_response_at ?? at,
        latency: isFirst && !isPerson ? at - turn.user_input_at : turn.latency,
        is_ood: turn.is_ood || NOT_UNDERSTOOD.has(text),
      },
    ],
  });
}

/** spec messaging §8: another message finalises the one that was coming, and so does an end. */
function settle(it: Projection): Projection {
  if (it.coming === null) return it;
  const { text, at } = it.coming;
  return respond({ ...it, coming: null }, text, at);
}

function readChunk(it: Projection, event: SentEvent & { kind: 'agentMessageChunk' }, at: number): Projection {
  const { messageId, text, isComplete } = event;
  const before = it.coming?.messageId === messageId ? it : settle(it);
  const coming = { messageId, text: (before.coming?.text ?? '') + text, at: before.coming?.at ?? at };
  return isComplete ? settle({ ...before, coming }) : { ...before, coming };
}

/** What is known after one more event. Pure: the same events always give the same conversation. */
export function project(it: Projection, event: SentEvent): Projection {
  const at = event.at ?? 0;
  switch (event.kind) {
    case 'requestAgentJoin':
      return { ...it, askedAt: it.askedAt ?? at };
    case 'userMessage': {
      const settled = settle(it);
      return changed(settled, { turns: [...settled.outline.turns, inputTurn(event.text, at)] });
    }
    case 'agentMessageChunk':
      return readChunk(it, event, at);
    case 'agentMessage':
      return respond(settle(it), event.text, at);
    case 'liveAgentMessage':
      return respond(settle(it), event.text, at, true);
    case 'agentLeft':
      return changed(settle(it), { agent_ended_at: it.outline.agent_ended_at ?? at });
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
      return changed(settle(it), { ended_at: at });
    default:
      return it;
  }
}
