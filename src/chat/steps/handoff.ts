import type { EventOf, Person } from '../../protocol/events.ts';
import { THINKING_MS } from '../../protocol/limits.ts';
import {
  addNotice,
  type Conversation,
  clearIndicators,
  type Place,
  withTranscript,
} from '../model/conversation.ts';
import { findRow, withoutNotice } from '../model/transcript.ts';

/** Effects of the handoff's events on the conversation. M-13.6: any order of triggered, left and accepted leads to the same state. */

/** Id of the single queue notice. It is updated in place (M-13.2). */
const QUEUE_LINE = 'queue';

const isWaiting = ({ handoff }: Conversation) => handoff === 'requested' || handoff === 'queued';
const leaveQueue = (conversation: Conversation) =>
  withTranscript(conversation, withoutNotice(conversation.transcript, 'queue_status'));

export function agentLeft(previous: Conversation, _: EventOf<'agentLeft'>, place: Place): Conversation {
  const conversation = clearIndicators(previous);
  return isWaiting(conversation) || ['live', 'client-required'].includes(conversation.handoff)
    ? conversation
    : addNotice(conversation, { notice: 'agent_left' }, place);
}

export function requireClientHandoff(
  previous: Conversation,
  { reason, queueName, route }: EventOf<'clientHandoffRequired'>,
  place: Place,
): Conversation {
  const conversation = withoutDeparture({ ...previous, handoff: 'client-required' });
  return addNotice(conversation, { notice: 'client_handoff_required', reason, queueName, route }, place);
}

export function liveAgentJoined(
  previous: Conversation,
  { person }: EventOf<'liveAgentJoined'>,
  place: Place,
): Conversation {
  const conversation: Conversation = {
    ...leaveQueue(clearIndicators(previous)),
    handoff: 'live',
    liveAgents: [...previous.liveAgents.filter((known) => !isSame(known, person)), person],
  };
  return addNotice(conversation, { notice: 'live_agent_joined', name: person.name }, place);
}

export function liveAgentLeft(
  previous: Conversation,
  { person }: EventOf<'liveAgentLeft'>,
  place: Place,
): Conversation {
  const leaving = findPerson(previous, person);
  const liveAgents = previous.liveAgents.filter((known) => known !== leaving);
  const conversation: Conversation = {
    ...clearIndicators(previous),
    liveAgents,
    handoff: liveAgents.length ? 'live' : 'none',
  };
  return addNotice(conversation, { notice: 'live_agent_left', name: leaving?.name }, place);
}

/** Shows that a live agent is typing, for 30 s at most (M-6.13, M-11.5). */
export const liveTyping = (
  previous: Conversation,
  { state, person }: EventOf<'liveAgentTyping'>,
  at: number,
): Conversation => ({
  ...previous,
  liveTyping:
    state === 'stopped' ? null : { name: findPerson(previous, person)?.name, until: at + THINKING_MS },
});

/** M-13.5: a system message and an event report the same failure; the first one is shown. */
const endedBy =
  (handoff: 'failed' | 'timeout') =>
  (previous: Conversation, _: unknown, place: Place): Conversation =>
    previous.handoff === 'failed' || previous.handoff === 'timeout'
      ? previous
      : addNotice(
          { ...leaveQueue(clearIndicators(previous)), handoff },
          { notice: `handoff_${handoff}` },
          place,
        );

export const handoffFailed = endedBy('failed');
export const handoffTimedOut = endedBy('timeout');

export function handoffStarted(previous: Conversation, place: Place): Conversation {
  if (isWaiting(previous) || previous.handoff === 'live') return previous;
  const conversation = withoutDeparture({ ...previous, handoff: 'requested' });
  return addNotice(conversation, { notice: 'handoff_started' }, place);
}

/** The agent left because of the handoff. The handoff's notice replaces the departure's. */
function withoutDeparture(previous: Conversation): Conversation {
  const conversation = clearIndicators(previous);
  return withTranscript(conversation, withoutNotice(conversation.transcript, 'agent_left'));
}

/** Status of the queue. A missing field keeps its value. M-13.6: the events may come in any order. */
export function queued(
  previous: Conversation,
  event: EventOf<'handoffAccepted'> | EventOf<'handoffQueueStatus'>,
  place: Place,
): Conversation {
  if (previous.handoff === 'live') return previous;
  const started = isWaiting(previous) ? previous : handoffStarted(previous, place);
  const before = findRow(started.transcript, QUEUE_LINE);
  const line =
    before?.entry.kind === 'notice' && before.entry.notice === 'queue_status' ? before.entry : undefined;
  const status: Partial<EventOf<'handoffQueueStatus'>> = event.kind === 'handoffQueueStatus' ? event : {};
  return addNotice(
    { ...started, handoff: 'queued' },
    {
      notice: 'queue_status',
      queueName: event.queueName ?? line?.queueName,
      position: status.position ?? line?.position,
      estimatedWaitSeconds: status.estimatedWaitSeconds ?? line?.estimatedWaitSeconds,
      displayMessage: status.displayMessage ?? line?.displayMessage,
    },
    { id: QUEUE_LINE, rank: before?.rank ?? place.rank, at: place.at },
  );
}

/** Compares by id where both have one, else by name. undefined: they cannot be compared. */
function isSame(a: Person, b: Person): boolean | undefined {
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return a.name === undefined || b.name === undefined ? undefined : a.name === b.name;
}

/** Finds the live agent of an event: the same one, else the latest possible one, else the person named in the event. */
const findPerson = ({ liveAgents }: Conversation, person: Person): Person | undefined =>
  liveAgents.find((known) => isSame(known, person)) ??
  liveAgents.findLast((known) => isSame(known, person) === undefined) ??
  (person.name === undefined ? undefined : person);
