import type { ServerEventBody } from '../../protocol/events.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';
import { accepted } from '../agent/handoff.ts';
import { PHRASES } from '../agent/phrases.ts';
import type { Answer } from '../agent/script.ts';
import type { Attended, Waiting } from '../conversation.ts';

/** Who of the people at the desk is there, as far as the visitor was told. */
function presentIn(events: readonly SentEvent[]) {
  const last = events.findLast((it) => it.kind === 'liveAgentJoined' || it.kind === 'liveAgentLeft');
  return last?.kind === 'liveAgentJoined' ? last.person : undefined;
}

/** What is behind the last time that the agent took over, or went on. */
function sinceAgent(events: readonly SentEvent[]) {
  const at = events.findLastIndex(
    ({ kind }) => kind === 'agentJoined' || kind === 'handoffFailed' || kind === 'handoffTimeout',
  );
  return events.slice(at + 1);
}

/**
 * A conversation at the desk after a restart: what the visitor was still to be told is not in the journal, and nobody
 * may speak who has not come (messaging §13). Pure.
 */
export function resumed(conversation: Waiting | Attended, events: readonly SentEvent[]): Answer {
  const told = sinceAgent(events);
  const bodies: ServerEventBody[] = accepted(PHRASES[conversation.language].queue).filter(
    ({ kind }) => !told.some((it) => it.kind === kind),
  );
  const present = presentIn(told);
  const person = conversation.partner === 'person' ? conversation.person : undefined;
  if (present && present.id !== person?.id) bodies.push({ kind: 'liveAgentLeft', person: present });
  if (person && present?.id !== person.id) bodies.push({ kind: 'liveAgentJoined', person });
  return { conversation, steps: bodies.map((body) => ({ inMs: 0, body })) };
}
