import { unreachable } from '../base/unreachable.ts';
import type { EventOf, Person } from '../protocol/events.ts';
import { THINKING_MS } from '../protocol/limits.ts';
import {
  addNotice,
  type Conversation,
  type Placed,
  quiet,
  type Standing,
  withTranscript,
} from './conversation.ts';
import { find, withoutNotice } from './transcript.ts';

/** The one queue line, updated in place (spec messaging §13). */
const QUEUE_LINE = 'queue';

const isWaiting = ({ handoff }: Conversation) => handoff === 'requested' || handoff === 'queued';
const leaveQueue = (conversation: Conversation) =>
  withTranscript(conversation, withoutNotice(conversation.transcript, 'queue_status'));

/** What these make, told again. */
const NOTICES = /hand|queue|_(left|joined)/;

/**
 * What holds until something else is told: who is there, the language, how far a handoff is. The journal's order counts,
 * and not that of arrival (spec messaging §4): what was overtaken has everything told again.
 */
export function tell(given: Conversation, event: Standing, place: Placed): Conversation {
  const { told, transcript } = given;
  const isNumbered = event.sequence === place.rank;
  const at = isNumbered ? told.findIndex((it) => it.place.rank > place.rank) : -1;
  if (at < 0) return apply({ ...given, told: [...told, { event, place }] }, { event, place });
  const inOrder = told.toSpliced(at, 0, { event, place });
  const rows = transcript.rows.filter(({ entry }) => entry.kind !== 'notice' || !NOTICES.test(entry.notice));
  return inOrder.reduce(apply, {
    ...given,
    told: inOrder,
    handoff: 'none',
    liveAgents: [],
    transcript: { ...transcript, rows },
  });
}

/** Handoff as states: any order of triggered, left and accepted leads to the same one (spec messaging §13). */
function apply(given: Conversation, { event, place }: Conversation['told'][number]): Conversation {
  switch (event.kind) {
    case 'agentJoined':
      return { ...given, agent: event.person };
    case 'languageChanged':
      return { ...given, language: event.languageCode };
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
    case 'systemMessage':
    case 'handoffFailed':
      return fail(given, 'handoff_failed', place);
    case 'handoffTimeout':
      return fail(given, 'handoff_timeout', place);
    case 'liveAgentJoined': {
      const { person } = event;
      const conversation: Conversation = {
        ...leaveQueue(quiet(given)),
        handoff: 'live',
        liveAgents: [...given.liveAgents.filter((it) => !isSame(it, person)), person],
      };
      return addNotice(conversation, { notice: 'live_agent_joined', name: person.name }, place);
    }
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

/** Somebody writes, for half a minute at most; transient, it passes as it comes. */
export const liveTyping = (
  given: Conversation,
  { state, person }: EventOf<'liveAgentTyping'>,
  at: number,
): Conversation => ({
  ...given,
  liveTyping: state === 'stopped' ? null : { name: named(given, person)?.name, until: at + THINKING_MS },
});

function fail(
  given: Conversation,
  notice: 'handoff_failed' | 'handoff_timeout',
  place: Placed,
): Conversation {
  // The system message and the event tell the same failure; whichever comes first is shown.
  if (given.handoff === 'failed' || given.handoff === 'timeout') return given;
  const handoff = notice === 'handoff_failed' ? 'failed' : 'timeout';
  return addNotice({ ...leaveQueue(quiet(given)), handoff }, { notice }, place);
}

function start(given: Conversation, place: Placed): Conversation {
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

function queue(given: Conversation, news: QueueNews, place: Placed): Conversation {
  if (given.handoff === 'live') return given;
  const started = isWaiting(given) ? given : start(given, place);
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
