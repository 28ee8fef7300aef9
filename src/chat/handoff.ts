import { unreachable } from '../base/unreachable.ts';
import type { EventOf, Person } from '../protocol/events.ts';
import { THINKING_MS } from '../protocol/limits.ts';
import { addNotice, type Conversation, type Placement, quiet, withTranscript } from './conversation.ts';
import { find, withoutNotice } from './transcript.ts';

type HandoffEvent = EventOf<
  | 'agentTriggeredHandoff'
  | 'agentLeft'
  | 'handoffAccepted'
  | 'handoffQueueStatus'
  | 'clientHandoffRequired'
  | 'handoffFailed'
  | 'handoffTimeout'
  | 'liveAgentJoined'
  | 'liveAgentTyping'
  | 'liveAgentLeft'
>;

interface HandoffPlace extends Placement {
  readonly rank: number;
  /** When the frame came, for the deadline of an indicator. */
  readonly arrivedAt: number;
}

/** The one queue line, updated in place (spec messaging §13). */
const QUEUE_LINE = 'queue';

const isWaiting = ({ handoff }: Conversation) => handoff === 'requested' || handoff === 'queued';
const leaveQueue = (conversation: Conversation) =>
  withTranscript(conversation, withoutNotice(conversation.transcript, 'queue_status'));

/** Handoff as states: any order of triggered, left and accepted leads to the same one (spec messaging §13). */
export function applyHandoff(given: Conversation, event: HandoffEvent, place: HandoffPlace): Conversation {
  switch (event.kind) {
    case 'agentTriggeredHandoff':
      return start(given, place);
    case 'agentLeft': {
      const conversation = quiet(given);
      return isWaiting(conversation) || conversation.handoff === 'live'
        ? conversation
        : addNotice(conversation, { notice: 'agent_left' }, place);
    }
    case 'handoffAccepted':
      return queue(given, { queueName: event.queueName }, place);
    case 'handoffQueueStatus': {
      const { queueName, position, estimatedWaitSeconds, displayMessage } = event;
      return queue(given, { queueName, position, estimatedWaitSeconds, displayMessage }, place);
    }
    case 'clientHandoffRequired': {
      const { reason, queueName, route } = event;
      const conversation = quiet({ ...given, handoff: 'client-required' });
      return addNotice(conversation, { notice: 'client_handoff_required', reason, queueName, route }, place);
    }
    case 'handoffFailed':
      return failHandoff(given, 'handoff_failed', place);
    case 'handoffTimeout':
      return failHandoff(given, 'handoff_timeout', place);
    case 'liveAgentJoined': {
      const { person } = event;
      const conversation: Conversation = {
        ...leaveQueue(quiet(given)),
        handoff: 'live',
        liveAgents: [...given.liveAgents.filter((it) => !isSame(it, person)), person],
      };
      return addNotice(conversation, { notice: 'live_agent_joined', name: person.name }, place);
    }
    case 'liveAgentTyping':
      return {
        ...given,
        liveTyping:
          event.state === 'stopped'
            ? null
            : { name: named(given, event.person)?.name, until: place.arrivedAt + THINKING_MS },
      };
    case 'liveAgentLeft': {
      const gone = named(given, event.person);
      const liveAgents = given.liveAgents.filter((it) => it !== gone);
      const conversation: Conversation = {
        ...quiet(given),
        liveAgents,
        handoff: liveAgents.length ? 'live' : 'none',
      };
      return addNotice(conversation, { notice: 'live_agent_left', name: gone?.name }, place);
    }
    default:
      return unreachable(event);
  }
}

export function failHandoff(
  given: Conversation,
  notice: 'handoff_failed' | 'handoff_timeout',
  place: Placement,
): Conversation {
  // The system message and the event tell the same failure; whichever comes first is shown.
  if (given.handoff === 'failed' || given.handoff === 'timeout') return given;
  const handoff = notice === 'handoff_failed' ? 'failed' : 'timeout';
  return addNotice({ ...leaveQueue(quiet(given)), handoff }, { notice }, place);
}

function start(given: Conversation, place: HandoffPlace): Conversation {
  if (isWaiting(given) || given.handoff === 'live') return given;
  // The agent leaves because of the handoff: a note of that alone would only puzzle.
  const calm = quiet(given);
  const conversation = withTranscript(calm, withoutNotice(calm.transcript, 'agent_left'));
  return addNotice({ ...conversation, handoff: 'requested' }, { notice: 'handoff_started' }, place);
}

interface QueueNews {
  readonly queueName?: string | undefined;
  readonly position?: number | undefined;
  readonly estimatedWaitSeconds?: number | undefined;
  readonly displayMessage?: string | undefined;
}

function queue(given: Conversation, news: QueueNews, place: HandoffPlace): Conversation {
  if (given.handoff === 'live') return given;
  const started = isWaiting(given) ? given : start(given, { ...place, id: null });
  const before = find(started.transcript, QUEUE_LINE);
  const line =
    before?.entry.kind === 'notice' && before.entry.notice === 'queue_status' ? before.entry : undefined;
  return addNotice(
    { ...started, handoff: 'queued' },
    {
      notice: 'queue_status',
      queueName: news.queueName ?? line?.queueName,
      position: news.position ?? line?.position,
      estimatedWaitSeconds: news.estimatedWaitSeconds ?? line?.estimatedWaitSeconds,
      displayMessage: news.displayMessage ?? line?.displayMessage,
    },
    { id: QUEUE_LINE, rank: before?.rank ?? place.rank, at: place.at },
  );
}

/** By id where both have one, else by name; undefined: they have nothing in common to be told apart by. */
function isSame(a: Person, b: Person): boolean | undefined {
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return a.name === undefined || b.name === undefined ? undefined : a.name === b.name;
}

/** Whom an event means: one who has joined, the latest of those it may be, else whom it names. */
const named = ({ liveAgents }: Conversation, person: Person): Person | undefined =>
  liveAgents.find((it) => isSame(it, person)) ??
  liveAgents.findLast((it) => isSame(it, person) === undefined) ??
  (person.name === undefined ? undefined : person);
