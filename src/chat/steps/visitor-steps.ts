import { encode, frameBytes } from '../../protocol/codec.ts';
import { END_MS, MAX_FRAME_BYTES, TYPING_EVERY_MS, TYPING_STOPS_MS } from '../../protocol/limits.ts';
import { isLive } from '../model/connection.ts';
import { message, withdrawResend } from '../model/conversation.ts';
import { isBlank } from '../model/is-blank.ts';
import type { DeliveryFailure } from '../model/model.ts';
import { enqueue, enqueueRetry, isFull, type Written } from '../model/outbox.ts';
import type { ChatState } from '../model/state.ts';
import { findMessage, PENDING, pinLeadingFailed, put } from '../model/transcript.ts';
import { connect, replaceSocket } from './connection-steps.ts';
import { callRelay, endLocally, start } from './session-steps.ts';
import {
  emit,
  failTooLarge,
  requestJoin,
  type StepContext,
  sendFrame,
  stopTyping,
  update,
  updateConversation,
} from './step-context.ts';

/** M-14.4: size limit of this session's frames: the advertised one, at most the platform's. */
export function maxFrameBytes({ conversation }: ChatState): number {
  const advertised = conversation.capabilities?.maxMessageSizeBytes ?? 0;
  return advertised > 0 ? Math.min(advertised, MAX_FRAME_BYTES) : MAX_FRAME_BYTES;
}

const isTooLarge = (state: ChatState, { id, text, pageContext }: Written): boolean =>
  // Both dialects spell this frame the same.
  frameBytes(encode({ kind: 'userMessage', text, clientEventId: id, pageContext }, 'service')) >
  maxFrameBytes(state);

/** M-14.4: checks messages that were written before the limit was known. */
export function measureWaiting(context: StepContext): void {
  for (const message of context.state.outbox)
    if (message.phase.status === 'waiting' && isTooLarge(context.state, message))
      failTooLarge(context, message.id);
}

function refusal(context: StepContext, written: Written): DeliveryFailure | null {
  const { conversation, session, outbox } = context.state;
  if (conversation.ended !== null || session.status === 'over') return 'ended';
  if (session.status === 'failed' && session.why === 'configuration') return 'configuration';
  if (isTooLarge(context.state, written)) return 'too_large';
  return isFull(outbox) ? 'queue_full' : null;
}

/** Sends a message. A message that cannot be sent is shown as failed with the reason. */
export function send(context: StepContext, { id, text, pageContext }: Written): void {
  if (isBlank(text)) return;
  stopTyping(context);
  const written = { id, text, pageContext };
  const failure = refusal(context, written);
  const entry = message({
    id,
    author: 'user',
    text,
    at: context.at,
    ...(failure === null
      ? { delivery: 'sending' }
      : { delivery: 'failed', failure, canRetry: failure === 'queue_full' }),
  });
  updateConversation(context, (before) => {
    const conversation = withdrawResend(before);
    return { ...conversation, transcript: pinLeadingFailed(put(conversation.transcript, entry, PENDING)) };
  });
  if (failure !== null) return;
  update(context, { outbox: enqueue(context.state.outbox, written) });
  requestJoinAgain(context);
}

/** M-7.5: a message to an agent that did not join asks it once more. */
function requestJoinAgain(context: StepContext): void {
  if (isLive(context.state.connection) && context.state.join.status === 'unavailable') requestJoin(context);
}

/** M-9.8: sends a failed message again in its own bubble. A message that may have arrived is searched first. */
export function retry(context: StepContext, { id, pageContext }: Omit<Written, 'text'>): void {
  const entry = findMessage(context.state.conversation.transcript, id);
  if (entry?.delivery !== 'failed' || !entry.canRetry) return;
  const wasNeverSent = entry.failure === 'queue_full';
  if (isFull(context.state.outbox)) return;
  const sending = { ...entry, delivery: 'sending', failure: undefined, canRetry: undefined } as const;
  updateConversation(context, (conversation) => ({
    ...conversation,
    transcript: put(conversation.transcript, sending, PENDING),
  }));
  const add = wasNeverSent ? enqueue : enqueueRetry;
  update(context, { outbox: add(context.state.outbox, { id, text: entry.text, pageContext }) });
  if (!wasNeverSent && isLive(context.state.connection)) replaceSocket(context);
  else if (!wasNeverSent) reconnect(context);
  requestJoinAgain(context);
}

/** M-11.6: typing is sent at most every 3 s and stops 5 s after the last key. M-11.7: only after the join, never queued. */
export function typing(context: StepContext, isTyping: boolean): void {
  if (!isTyping) return stopTyping(context);
  const { connection, join, sentTyping } = context.state;
  if (!isLive(connection) || join.status !== 'joined') return;
  const isDue = !sentTyping || context.at - sentTyping.startedAt >= TYPING_EVERY_MS;
  update(context, {
    sentTyping: { startedAt: isDue ? context.at : sentTyping.startedAt, until: context.at + TYPING_STOPS_MS },
  });
  if (isDue) sendFrame(context, { kind: 'userTyping', state: 'started' });
}

/** Ends the conversation. M-3.17: a stored one ends without being started. */
export function end(context: StepContext, storedSessionId: string | null = null): void {
  const { session, conversation, connection, endingUntil } = context.state;
  if (session.status === 'none' && storedSessionId !== null) {
    context.effects.push(
      { type: 'clear-stored-session', sessionId: storedSessionId },
      { type: 'delete-session', sessionId: storedSessionId },
    );
    return emit(context, 'sessionEnd', { sessionId: storedSessionId, reason: 'user_end' });
  }
  if (
    session.status === 'none' ||
    session.status === 'over' ||
    conversation.ended !== null ||
    endingUntil !== null
  )
    return;
  stopTyping(context);
  if (connection.status !== 'open') return endLocally(context);
  sendFrame(context, { kind: 'userEndSession' });
  update(context, { endingUntil: context.at + END_MS });
}

/** Retries immediately instead of waiting. */
export function reconnect(context: StepContext): void {
  const { session, connection } = context.state;
  if (session.status === 'failed' || session.status === 'backing-off')
    return callRelay(context, session.purpose);
  if (connection.status === 'waiting') return connect(context, connection.attempt);
  if (connection.status === 'resting') return start(context, null);
  if (connection.status === 'closed' || connection.status === 'offline') return connect(context, 0);
  requestJoinAgain(context);
}
