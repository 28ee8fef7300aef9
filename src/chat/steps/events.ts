import type { EventOf, ServerEvent, ServerEventKind } from '../../protocol/events.ts';
import { THINKING_MS } from '../../protocol/limits.ts';
import { type SystemAction, systemAction } from '../../protocol/system-messages.ts';
import {
  type Arrival,
  addNotice,
  type Conversation,
  endConversation,
  offerResend,
  type Place,
} from '../model/conversation.ts';
import {
  agentJoined,
  agentSpoke,
  conversationMissing,
  failRefusedMessage,
  joinRequested,
  misconfigured,
  refusedByPlatform,
  sessionStarted,
} from './event-steps.ts';
import {
  agentLeft,
  handoffFailed,
  handoffStarted,
  handoffTimedOut,
  liveAgentJoined,
  liveAgentLeft,
  liveTyping,
  queued,
  requireClientHandoff,
} from './handoff.ts';
import {
  agentMessage,
  agentMessageId,
  chunk,
  echo,
  echoId,
  liveAgentMessage,
  liveAgentMessageId,
  receipt,
} from './message-events.ts';
import { checkSession } from './session-check.ts';
import { expireSession } from './session-steps.ts';
import { emit, type StepContext } from './step-context.ts';

/** Effects of one kind of event. A missing member means no effect of that sort. */
export interface EventRule<Event> {
  /** Id of the message that the event adds or changes. */
  entry?(conversation: Conversation, event: Event, arrival: Arrival): string;
  /** The conversation after the event. */
  apply?(conversation: Conversation, event: Event, place: Place, arrival: Arrival): Conversation;
  /** M-13.7: `apply` sets a fact that holds until the next such event, so the order of the journal counts. */
  readonly setsFact?: true;
  /** M-3.13: `awaited` for the visitor's message and every sign of an answer, `over` for the answer or a departure. */
  answer?(event: Event): 'awaited' | 'over';
  /** Changes the join, the outbox, the connection or the session. */
  act?(context: StepContext, event: Event): void;
  /** Emits an event to the page, besides `message`. */
  tell?(context: StepContext, event: Event): void;
}

const awaited = () => 'awaited' as const;
const over = () => 'over' as const;
/** Echoes without a bubble, and events that are defined but have no effect yet (M-4.10, M-6.21). */
const noEffect = {};

/** Effects of every event of the platform. No other place distinguishes the kinds. */
const EVENTS: {
  readonly [Kind in Exclude<ServerEventKind, 'systemMessage'>]: EventRule<EventOf<Kind>>;
} = {
  sessionStart: {
    apply: (conversation, { capabilities, contextId = null }) => ({
      ...conversation,
      capabilities,
      contextId,
    }),
    act: sessionStarted,
  },
  sessionEnd: {
    apply: (conversation, { reason }, place) =>
      endConversation(conversation, { notice: 'conversation_ended', reason }, place),
  },
  sessionIdleWarning: {
    apply: (conversation, _, place) => addNotice(conversation, { notice: 'idle_warning' }, place),
  },
  requestAgentJoin: { act: joinRequested },
  agentJoined: {
    setsFact: true,
    apply: (conversation, { person }) => ({ ...conversation, agent: person }),
    act: agentJoined,
  },
  agentThinking: {
    apply: (conversation, _event, _place, { at }) => ({ ...conversation, thinkingUntil: at + THINKING_MS }),
    answer: awaited,
  },
  agentMessage: { entry: agentMessageId, apply: agentMessage, answer: over, act: agentSpoke },
  agentMessageChunk: {
    entry: agentMessageId,
    apply: chunk,
    answer: ({ isComplete }) => (isComplete ? 'over' : 'awaited'),
    act: agentSpoke,
  },
  agentLeft: { setsFact: true, apply: agentLeft, answer: over },
  agentTriggeredHandoff: {
    setsFact: true,
    apply: (conversation, _, place) => handoffStarted(conversation, place),
  },
  handoffAccepted: { setsFact: true, apply: queued },
  handoffQueueStatus: { setsFact: true, apply: queued },
  clientHandoffRequired: {
    setsFact: true,
    apply: requireClientHandoff,
    tell: (context, { reason, queueName, route }) =>
      emit(context, 'clientHandoffRequired', { reason, queueName, route }),
  },
  handoffFailed: { setsFact: true, apply: handoffFailed },
  handoffTimeout: { setsFact: true, apply: handoffTimedOut },
  liveAgentJoined: { setsFact: true, apply: liveAgentJoined },
  liveAgentTyping: {
    apply: (conversation, event, _, { at }) => liveTyping(conversation, event, at),
  },
  liveAgentMessage: { entry: liveAgentMessageId, apply: liveAgentMessage, answer: over },
  liveAgentLeft: { setsFact: true, apply: liveAgentLeft },
  languageChanged: {
    setsFact: true,
    apply: (conversation, { languageCode }) => ({ ...conversation, language: languageCode }),
  },
  userMessage: { entry: echoId, apply: echo, answer: awaited },
  receipt: { apply: receipt },
  userEndSession: noEffect,
  userTyping: noEffect,
  heartbeat: noEffect,
  showCsatRequest: { apply: (conversation, { fields }) => ({ ...conversation, csatRequest: fields }) },
  csatResponse: noEffect,
  unknown: noEffect,
};

type SystemMessage = EventOf<'systemMessage'>;

const show = (conversation: Conversation, { level, message }: SystemMessage, place: Place): Conversation =>
  addNotice(conversation, { notice: 'system', level, text: message }, place);

/** Effect of a system message by its text (M-10.1 to M-10.11). */
const SYSTEM_MESSAGES: Readonly<Record<SystemAction, EventRule<SystemMessage>>> = {
  show: { apply: show },
  resend: {
    apply: (conversation, event, place) => show(offerResend(conversation), event, place),
  },
  'handoff-failed': { setsFact: true, apply: handoffFailed },
  'not-delivered': { apply: show, act: failRefusedMessage },
  gone: { act: expireSession },
  check: { act: checkSession },
  configuration: { act: misconfigured },
  rejoin: { act: conversationMissing },
  log: { act: refusedByPlatform },
};

// The rule belongs to the event's own kind. The compiler cannot follow that through the index.
export const ruleOf = (event: ServerEvent): EventRule<ServerEvent> =>
  (event.kind === 'systemMessage'
    ? SYSTEM_MESSAGES[systemAction(event.message)]
    : EVENTS[event.kind]) as EventRule<ServerEvent>;
