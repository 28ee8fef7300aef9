import type { SentEvent } from '../../protocol/server-frames.ts';
import { ask, hear, show } from './answers.ts';
import type { FunctionCall } from './function-calls.ts';
import { changed, type Projection, replaced } from './outline.ts';

/** Something that the agent has run; nothing can be, where nothing was said. */
function ran(it: Projection, call: FunctionCall): Projection {
  const { turns } = it.outline;
  const calls = turns.at(-1)?.function_calls ?? [];
  return changed(it, { turns: replaced(turns, turns.length - 1, { function_calls: [...calls, call] }) });
}

/** A handoff that has been accepted may still fail; one that has failed is over. */
function settleHandoff(
  it: Projection,
  at: number,
  outcome: Pick<FunctionCall, 'result' | 'error'>,
): Projection {
  const isMeant = ({ name, result, error }: FunctionCall) =>
    name === 'hand_off' && error === null && (result === null || outcome.error !== null);
  const { turns } = it.outline;
  const position = turns.findLastIndex((turn) => turn.function_calls.some(isMeant));
  if (position === -1) return ran(it, { name: 'hand_off', at, ...outcome });
  const calls = turns[position]?.function_calls ?? [];
  const last = calls.findLastIndex(isMeant);
  const function_calls = calls.map((call, place) => (place === last ? { ...call, ...outcome } : call));
  return changed(it, { turns: replaced(turns, position, { function_calls }) });
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
    case 'agentJoined':
      if (it.outline.agent_ended_at === null) return it;
      return { ...changed(show(it), { agent_ended_at: null }), backAt: at };
    case 'liveAgentJoined':
      return { ...it, isAttended: true };
    case 'agentTriggeredHandoff':
      return ran(it, { name: 'hand_off', at, result: null, error: null });
    case 'handoffAccepted': {
      const { queueName: result = '' } = event;
      const settled = settleHandoff(it, at, { result, error: null });
      return changed(settled, { handoff: true, handoff_destination: result });
    }
    case 'clientHandoffRequired': {
      const { reason = '', queueName = '', route: result = queueName } = event;
      const settled = settleHandoff(it, at, { result, error: null });
      return changed(settled, { handoff: true, handoff_reason: reason, handoff_destination: result });
    }
    case 'handoffFailed':
    case 'handoffTimeout': {
      // Nobody came a second time; somebody had come before.
      if (it.isAttended) return it;
      const { reason = event.kind === 'handoffFailed' ? 'failed' : 'timeout' } = event;
      const settled = settleHandoff(it, at, { result: null, error: reason });
      return changed(settled, { handoff: false, handoff_reason: '', handoff_destination: '' });
    }
    case 'languageChanged':
      return changed(it, { language: event.languageCode });
    case 'sessionEnd': {
      const shown = show(it);
      // Of its own accord, and not when a person has taken over.
      const isAgents = event.reason === 'natural_end' && shown.outline.agent_ended_at === null;
      const ended = isAgents
        ? ran(shown, { name: 'end_conversation', at, result: null, error: null })
        : shown;
      return changed(ended, { ended_at: at });
    }
    default:
      return it;
  }
}
