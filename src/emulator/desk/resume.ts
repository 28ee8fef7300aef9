import type { ServerEventBody } from '../../protocol/events.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';
import type { Answer } from '../agent/answer.ts';
import { acceptedHandoff } from '../agent/handoffs.ts';
import type { Attended, Waiting } from '../model/conversation.ts';
import { PHRASES } from '../shop/content.ts';

/** The live agent who is in the conversation according to the events. */
function presentIn(events: readonly SentEvent[]) {
  const last = events.findLast((event) => event.kind === 'liveAgentJoined' || event.kind === 'liveAgentLeft');
  return last?.kind === 'liveAgentJoined' ? last.person : undefined;
}

/** The events since the agent last joined, or stayed after a handoff. */
function eventsSinceAgent(events: readonly SentEvent[]) {
  const index = events.findLastIndex(
    ({ kind }) => kind === 'agentJoined' || kind === 'handoffFailed' || kind === 'handoffTimeout',
  );
  return events.slice(index + 1);
}

/**
 * Resumes a conversation at the desk after a restart. Sends the events of the handoff that the visitor has not had yet:
 * a live agent speaks only after they have joined (M-13.3). Pure.
 */
export function resume(conversation: Waiting | Attended, events: readonly SentEvent[]): Answer {
  const sent = eventsSinceAgent(events);
  const bodies: ServerEventBody[] = acceptedHandoff(PHRASES[conversation.language].queue).filter(
    ({ kind }) => !sent.some((event) => event.kind === kind),
  );
  const present = presentIn(sent);
  const person = conversation.partner === 'person' ? conversation.person : undefined;
  if (present && present.id !== person?.id) bodies.push({ kind: 'liveAgentLeft', person: present });
  if (person && present?.id !== person.id) bodies.push({ kind: 'liveAgentJoined', person });
  return { conversation, steps: bodies.map((body) => ({ inMs: 0, body })) };
}
