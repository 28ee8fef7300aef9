import { spliced } from '../base/spliced.ts';
import { unreachable } from '../base/unreachable.ts';
import type { EventOf, Person } from '../protocol/events.ts';
import { THINKING_MS } from '../protocol/limits.ts';
import {
  addNotice,
  type Conversation,
  clearIndicators,
  type Place,
  type StatusEvent,
  withTranscript,
} from './conversation.ts';
import { HANDOFF_NOTICES } from './handoff-notices.ts';
import { findRow, withoutNotice } from './transcript.ts';

/** Id of the single queue notice, which is updated in place (M-13.2). */
const QUEUE_LINE = 'queue';

const isWaiting = ({ handoff }: Conversation) => handoff === 'requested' || handoff === 'queued';
const leaveQueue = (conversation: Conversation) =>
  withTranscript(conversation, withoutNotice(conversation.transcript, 'queue_status'));

/**
 * Applies an event that sets the handoff, the persons or the language. M-13.7: the order of the journal counts, not of
 * arrival. When an event was overtaken, all status events are applied again.
 */
export function applyStatusEvent(previous: Conversation, event: StatusEvent, place: Place): Conversation {
  const { statusEvents, transcript } = previous;
  const isNumbered = event.sequence === place.rank;
  const at = isNumbered ? statusEvents.findIndex((it) => it.place.rank > place.rank) : -1;
  if (at < 0)
    return applyInOrder({ ...previous, statusEvents: [...statusEvents, { event, place }] }, { event, place });
  const inOrder = spliced(statusEvents, at, 0, { event, place });
  // Their notices are created again.
  const rows = transcript.rows.filter(
    ({ entry }) => entry.kind !== 'notice' || HANDOFF_NOTICES[entry.notice] === null,
  );
  return inOrder.reduce(applyInOrder, {
    ...previous,
    statusEvents: inOrder,
    handoff: 'none',
    liveAgents: [],
    transcript: { ...transcript, rows },
  });
}

/** Applies the next status event. M-13.6: any order of triggered, left and accepted leads to the same state. */
function applyInOrder(
  previous: Conversation,
  { event, place }: Conversation['statusEvents'][number],
): Conversation {
  switch (event.kind) {
    case 'agentJoined':
      return { ...previous, agent: event.person };
    case 'languageChanged':
      return { ...previous, language: event.languageCode };
    case 'agentTriggeredHandoff':
      return start(previous, place);
    case 'agentLeft': {
      const conversation = clearIndicators(previous);
      return isWaiting(conversation) || ['live', 'client-required'].includes(conversation.handoff)
        ? conversation
        : addNotice(conversation, { notice: 'agent_left' }, place);
    }
    case 'handoffAccepted':
      return queue(previous, { queueName: event.queueName }, place);
    case 'handoffQueueStatus': {
      const { queueName, position, estimatedWaitSeconds, displayMessage } = event;
      return queue(previous, { queueName, position, estimatedWaitSeconds, displayMessage }, place);
    }
    case 'clientHandoffRequired': {
      const { reason, queueName, route } = event;
      const conversation = withoutDeparture({ ...previous, handoff: 'client-required' });
      return addNotice(conversation, { notice: 'client_handoff_required', reason, queueName, route }, place);
    }
    case 'systemMessage':
    case 'handoffFailed':
      return fail(previous, 'handoff_failed', place);
    case 'handoffTimeout':
      return fail(previous, 'handoff_timeout', place);
    case 'liveAgentJoined': {
      const { person } = event;
      const conversation: Conversation = {
        ...leaveQueue(clearIndicators(previous)),
        handoff: 'live',
        liveAgents: [...previous.liveAgents.filter((it) => !isSame(it, person)), person],
      };
      return addNotice(conversation, { notice: 'live_agent_joined', name: person.name }, place);
    }
    case 'liveAgentLeft': {
      const leaving = findPerson(previous, event.person);
      const liveAgents = previous.liveAgents.filter((it) => it !== leaving);
      const conversation: Conversation = {
        ...clearIndicators(previous),
        liveAgents,
        handoff: liveAgents.length ? 'live' : 'none',
      };
      return addNotice(conversation, { notice: 'live_agent_left', name: leaving?.name }, place);
    }
    default:
      return unreachable(event);
  }
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

function fail(
  previous: Conversation,
  notice: 'handoff_failed' | 'handoff_timeout',
  place: Place,
): Conversation {
  // M-13.5: the system message and the event report the same failure; the first one is shown.
  if (previous.handoff === 'failed' || previous.handoff === 'timeout') return previous;
  const handoff = notice === 'handoff_failed' ? 'failed' : 'timeout';
  return addNotice({ ...leaveQueue(clearIndicators(previous)), handoff }, { notice }, place);
}

function start(previous: Conversation, place: Place): Conversation {
  if (isWaiting(previous) || previous.handoff === 'live') return previous;
  const conversation = withoutDeparture({ ...previous, handoff: 'requested' });
  return addNotice(conversation, { notice: 'handoff_started' }, place);
}

/** The agent left because of the handoff, whose notice replaces that of the departure. */
function withoutDeparture(previous: Conversation): Conversation {
  const conversation = clearIndicators(previous);
  return withTranscript(conversation, withoutNotice(conversation.transcript, 'agent_left'));
}

interface QueueStatus {
  readonly queueName?: string | undefined;
  readonly position?: number | undefined;
  readonly estimatedWaitSeconds?: number | undefined;
  readonly displayMessage?: string | undefined;
}

function queue(previous: Conversation, status: QueueStatus, place: Place): Conversation {
  if (previous.handoff === 'live') return previous;
  const started = isWaiting(previous) ? previous : start(previous, place);
  const before = findRow(started.transcript, QUEUE_LINE);
  const line =
    before?.entry.kind === 'notice' && before.entry.notice === 'queue_status' ? before.entry : undefined;
  return addNotice(
    { ...started, handoff: 'queued' },
    {
      notice: 'queue_status',
      queueName: status.queueName ?? line?.queueName,
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

/** Finds the live agent of an event: the same one, else the latest that it may be, else the person named in the event. */
const findPerson = ({ liveAgents }: Conversation, person: Person): Person | undefined =>
  liveAgents.find((it) => isSame(it, person)) ??
  liveAgents.findLast((it) => isSame(it, person) === undefined) ??
  (person.name === undefined ? undefined : person);
