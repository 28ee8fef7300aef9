import { decode } from '../../protocol/codec.ts';
import type { EventOf, ServerEvent } from '../../protocol/events.ts';
import { ANSWER_MS, BINARY_FRAMES, BINARY_WINDOW_MS } from '../../protocol/limits.ts';
import { frameReceived, withInterval } from '../model/connection.ts';
import type { Conversation } from '../model/conversation.ts';
import { matchEcho, remove } from '../model/outbox.ts';
import { type ChatState, intervalOf } from '../model/state.ts';
import { findMessage, findUnconfirmed } from '../model/transcript.ts';
import { applyEvent, isError } from './apply-event.ts';
import { replaceSocket } from './connection-steps.ts';
import { dialectSeen } from './dialect-steps.ts';
import { ruleOf } from './events.ts';
import { finish } from './session-steps.ts';
import { emit, type StepContext, update, updateAttempts } from './step-context.ts';

/** Applies a frame of the present socket. Frames of older sockets are ignored. */
export function frameArrived(context: StepContext, socket: number, text: string): void {
  const { connection } = context.state;
  if (connection.status !== 'open' || connection.socket !== socket) return;
  const frame = decode(text);
  update(context, { connection: frameReceived(connection, context.at, frame.isHistory) });
  const { failedHandshakes, hasRetriedHistory } = context.state.attempts;
  if (failedHandshakes > 0) updateAttempts(context, { failedHandshakes: 0 });
  if (frame.isHistory && hasRetriedHistory) updateAttempts(context, { hasRetriedHistory: false });
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
}

/** M-4.9: ignores and counts a binary frame; three within a minute replace the socket. */
export function binaryArrived(context: StepContext, socket: number): void {
  const { connection } = context.state;
  if (connection.status !== 'open' || connection.socket !== socket) return;
  emit(context, 'dropped', { what: 'frame', reason: 'binary' });
  const recent = [
    ...connection.binaryFramesAt.filter((time) => context.at - time < BINARY_WINDOW_MS),
    context.at,
  ];
  update(context, {
    connection: { ...frameReceived(connection, context.at, false), binaryFramesAt: recent },
  });
  if (recent.length >= BINARY_FRAMES) replaceSocket(context);
}

function eventReceived(context: StepContext, event: ServerEvent, isHistory: boolean): void {
  const before = context.state.conversation;
  const { session } = context.state;
  const arrival = {
    at: context.at,
    echoOf: event.kind === 'userMessage' ? echoedMessage(context.state, event) : null,
    chunkJoin: session.status === 'open' ? session.grant.chunk_join : undefined,
  };
  const after = applyEvent(before, event, arrival);
  update(context, { conversation: after });
  if (after.ignoredCount > before.ignoredCount) {
    if (after.progress !== before.progress)
      emit(context, 'dropped', { what: 'event', reason: 'second echo' });
    return;
  }
  if (arrival.echoOf !== null) update(context, { outbox: remove(context.state.outbox, arrival.echoOf) });
  const { answer, act, entry, tell } = ruleOf(event);
  const wait = isError(event) ? 'over' : answer?.(event);
  if (wait) update(context, { answerUntil: wait === 'awaited' ? context.at + ANSWER_MS : null });
  // M-10.12: a system message in a history has had its effect when it was new.
  if (!isHistory || event.kind !== 'systemMessage') act?.(context, event);
  if (!isFirstHistory(context.state)) {
    tell?.(context, event);
    const isPartial = event.kind === 'agentMessageChunk' && !event.isComplete;
    if (entry && !isPartial) emitMessage(context, entry(before, event, arrival), before);
  }
  if (after.ended !== null) finish(context, 'ended');
}

/** M-9.9, M-9.11: the message of an echo without metadata may have failed in the meantime. */
const echoedMessage = ({ outbox, conversation }: ChatState, event: EventOf<'userMessage'>): string | null =>
  matchEcho(outbox, event) ??
  (event.clientEventId === undefined ? findUnconfirmed(conversation.transcript, event.text) : null);

/** The first history of a resumed session is not new to the page (M-13.4). */
const isFirstHistory = ({ session, history }: ChatState): boolean =>
  history === 'incomplete' && session.status === 'open' && session.isResumed;

/** Emits a message that the last event has completed or changed. */
function emitMessage(context: StepContext, id: string, before: Conversation): void {
  const message = findMessage(context.state.conversation.transcript, id);
  if (message && !message.streaming && message !== findMessage(before.transcript, id))
    emit(context, 'message', message);
}
