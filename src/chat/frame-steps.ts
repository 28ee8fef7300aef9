import { decode } from '../protocol/codec.ts';
import type { EventOf, ServerEvent } from '../protocol/events.ts';
import { ANSWER_MS, BINARY_FRAMES, BINARY_WINDOW_MS } from '../protocol/limits.ts';
import { systemAction } from '../protocol/system-messages.ts';
import { applyEvent, echoedId, withEntryId } from './apply-event.ts';
import { frameReceived, isLive, replaying, withInterval } from './connection.ts';
import { replaceSocket } from './connection-steps.ts';
import { type Conversation, failMessage, withTranscript } from './conversation.ts';
import { dialectSeen, joinRefused } from './dialect-steps.ts';
import { conversationLost, joined, notRequested, requestEchoed } from './join.ts';
import { matchEcho, remove } from './outbox.ts';
import { checkSession } from './session-check.ts';
import { configurationFailed, expireSession, finish } from './session-steps.ts';
import { type ChatState, intervalOf } from './state.ts';
import {
  emit,
  joinFailed,
  type StepContext,
  sendWaiting,
  update,
  updateConversation,
} from './step-context.ts';
import { findMessage, findUnconfirmed, withoutNotice } from './transcript.ts';
import { failTooLarge } from './visitor-steps.ts';

/** Applies a frame of the present socket. Frames of older sockets are ignored. */
export function frameArrived(context: StepContext, socket: number, text: string): void {
  const { connection } = context.state;
  if (connection.status !== 'open' || connection.socket !== socket) return;
  const frame = decode(text);
  update(context, { connection: frameReceived(connection, context.at, frame.isHistory) });
  if (context.state.failedHandshakes > 0) update(context, { failedHandshakes: 0 });
  if (frame.isHistory && context.state.hasRetriedHistory) update(context, { hasRetriedHistory: false });
  for (const part of frame.dropped) emit(context, 'dropped', part);
  if (frame.dialect) dialectSeen(context, frame.dialect);

  const interval = intervalOf(context.state);
  for (const event of frame.events) {
    eventReceived(context, event, frame.isHistory);
    if (context.state.session.status !== 'open') return;
  }
  const { connection: now } = context.state;
  if (now.status === 'open' && intervalOf(context.state) !== interval) {
    update(context, { connection: withInterval(now, intervalOf(context.state), context.at) });
  }
  sendWaiting(context);
}

/** M-4.9: ignores and counts a binary frame; three within a minute replace the socket. */
export function binaryArrived(context: StepContext, socket: number): void {
  const { connection, binaryFramesAt } = context.state;
  if (connection.status !== 'open' || connection.socket !== socket) return;
  emit(context, 'dropped', { what: 'frame', reason: 'binary' });
  const recent = [...binaryFramesAt.filter((it) => context.at - it < BINARY_WINDOW_MS), context.at];
  update(context, { connection: frameReceived(connection, context.at, false), binaryFramesAt: recent });
  if (recent.length < BINARY_FRAMES) return;
  update(context, { binaryFramesAt: [] });
  replaceSocket(context);
}

function eventReceived(context: StepContext, received: ServerEvent, isHistory: boolean): void {
  const before = context.state.conversation;
  const event = withEntryId(before, received);
  const echoOf = event.kind === 'userMessage' ? echoedMessage(context.state, event) : null;
  const { session } = context.state;
  const chunkJoin = session.status === 'open' ? session.grant.chunk_join : undefined;
  const after = applyEvent(before, event, { at: context.at, echoOf, chunkJoin });
  update(context, { conversation: after });
  if (after.ignoredCount > before.ignoredCount) {
    if (after.progress !== before.progress)
      emit(context, 'dropped', { what: 'event', reason: 'second echo' });
    return;
  }
  if (echoOf !== null) update(context, { outbox: remove(context.state.outbox, echoOf) });
  awaitAnswer(context, event);
  // M-10.12: a system message in a history was acted on when it happened.
  if (!isHistory || event.kind !== 'systemMessage') updateSession(context, event);
  emitToPage(context, event, echoOf, before);
  if (after.ended !== null) finish(context, 'ended');
}

/** M-9.9, M-9.11: the message of an echo without metadata may have failed in the meantime. */
const echoedMessage = ({ outbox, conversation }: ChatState, event: EventOf<'userMessage'>): string | null =>
  matchEcho(outbox, event) ??
  (event.clientEventId === undefined ? findUnconfirmed(conversation.transcript, event.text) : null);

/** M-3.13: the visitor's message and every sign of an answer restart the wait; the answer, an error or a departure ends it. */
function awaitAnswer(context: StepContext, event: ServerEvent): void {
  const { kind } = event;
  if (
    kind === 'userMessage' ||
    kind === 'agentThinking' ||
    (kind === 'agentMessageChunk' && !event.isComplete)
  )
    update(context, { answerUntil: context.at + ANSWER_MS });
  else if (
    kind === 'agentMessage' ||
    kind === 'agentMessageChunk' ||
    kind === 'liveAgentMessage' ||
    kind === 'agentLeft' ||
    (kind === 'systemMessage' && event.level === 'error')
  )
    update(context, { answerUntil: null });
}

/** Applies an event to the join, the outbox and the session. */
function updateSession(context: StepContext, event: ServerEvent): void {
  const { connection, join } = context.state;
  switch (event.kind) {
    case 'sessionStart':
      failTooLarge(context);
      // M-7.2: the history was quiet too early. The join is decided when it is quiet again.
      if (isLive(connection) && join.requests === 0 && join.status !== 'joined')
        update(context, { join: notRequested, connection: replaying(connection, context.at) });
      return;
    case 'requestAgentJoin':
      return update(context, { join: requestEchoed(context.state.join, context.at, context.random) });
    case 'agentJoined':
      update(context, { join: joined(context.state.join) });
      return updateConversation(context, (it) =>
        withTranscript(it, withoutNotice(it.transcript, 'agent_unavailable')),
      );
    case 'agentMessage':
    case 'agentMessageChunk':
      // M-7.3: a message of the agent proves that it has joined.
      if (context.state.join.status === 'not-requested')
        update(context, { join: joined(context.state.join) });
      return;
    case 'systemMessage':
      return actOnSystemMessage(context, event);
    default:
      return;
  }
}

/** Performs the action of a system message (M-10.1 to M-10.11). Showing it is up to apply-event.ts. */
function actOnSystemMessage(context: StepContext, event: EventOf<'systemMessage'>): void {
  const { session } = context.state;
  switch (systemAction(event.message)) {
    case 'gone':
      return expireSession(context);
    case 'check':
      return checkSession(context);
    case 'configuration':
      if (session.status !== 'open') return;
      return configurationFailed(context, { how: 'resume', sessionId: session.grant.session_id });
    case 'rejoin':
      update(context, { join: conversationLost(context.state.join, context.at, context.random) });
      if (context.state.join.status === 'unavailable') joinFailed(context);
      return;
    case 'not-delivered':
      return failRefusedMessage(context, event);
    case 'log':
      joinRefused(context, event);
      return emit(context, 'dropped', {
        what: 'frame',
        reason: `refused by the platform: ${event.message.slice(0, 120)}`,
      });
    case 'show':
    case 'resend':
    case 'handoff-failed':
      return;
  }
}

/** M-10.10: the message that the error names has failed; without a name the visitor's last one. */
function failRefusedMessage(context: StepContext, { clientEventId }: ServerEvent): void {
  const row = context.state.conversation.transcript.rows.findLast(
    ({ entry: { id, ...it } }) =>
      it.kind === 'message' && it.author === 'user' && (clientEventId ?? id) === id,
  );
  if (!row) return;
  update(context, { outbox: remove(context.state.outbox, row.entry.id) });
  updateConversation(context, (it) => failMessage(it, row.entry.id, 'unconfirmed', true));
}

/** Emits a new event to the page. The first history of a resumed session is not new (M-13.4). */
function emitToPage(
  context: StepContext,
  event: ServerEvent,
  echoOf: string | null,
  before: Conversation,
): void {
  const { conversation, session, hasBeenLive } = context.state;
  if (!hasBeenLive && session.status === 'open' && session.isResumed) return;
  if (event.kind === 'clientHandoffRequired') {
    const { reason, queueName, route } = event;
    return emit(context, 'clientHandoffRequired', { reason, queueName, route });
  }
  const id =
    event.kind === 'userMessage'
      ? echoedId(before, event, echoOf)
      : event.kind === 'agentMessage' ||
          event.kind === 'liveAgentMessage' ||
          (event.kind === 'agentMessageChunk' && event.isComplete)
        ? event.messageId
        : undefined;
  const message = id === undefined ? undefined : findMessage(conversation.transcript, id);
  if (message && !message.streaming && message !== findMessage(before.transcript, message.id))
    emit(context, 'message', message);
}
