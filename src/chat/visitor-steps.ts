import { encode, frameBytes } from '../protocol/codec.ts';
import { END_MS, MAX_FRAME_BYTES, TYPING_EVERY_MS, TYPING_STOPS_MS } from '../protocol/limits.ts';
import { message, withoutResend } from './conversation.ts';
import { isLive } from './link.ts';
import { connect, replaceSocket } from './link-steps.ts';
import type { DeliveryFailure } from './model.ts';
import { enqueue, enqueueRetry, isFull } from './outbox.ts';
import { callRelay, endLocally, start } from './session-steps.ts';
import type { ChatState } from './state.ts';
import { findMessage, PENDING, put, settleFailed } from './transcript.ts';
import { converse, pumpOutbox, requestJoin, sendFrame, stopTyping, type Turn, update } from './turn.ts';

/** The largest frame of this session: what it advertises, never more than the platform's own limit (spec messaging §14). */
export function maxFrameBytes({ conversation }: ChatState): number {
  const advertised = conversation.capabilities?.maxMessageSizeBytes ?? 0;
  return advertised > 0 ? Math.min(advertised, MAX_FRAME_BYTES) : MAX_FRAME_BYTES;
}

function refusal(turn: Turn, id: string, text: string): DeliveryFailure | null {
  if (turn.state.conversation.ended !== null || turn.state.session.at === 'over') return 'ended';
  // Both dialects spell this frame alike.
  const frame = encode({ kind: 'userMessage', text, clientEventId: id }, 'service');
  if (frameBytes(frame) > maxFrameBytes(turn.state)) return 'too_large';
  return isFull(turn.state.outbox) ? 'queue_full' : null;
}

/** What cannot be sent is shown as failed with the reason: the words are never lost. */
export function send(turn: Turn, id: string, text: string): void {
  if (text.trim() === '') return;
  stopTyping(turn);
  const failure = refusal(turn, id, text);
  const entry = message({
    id,
    author: 'user',
    text,
    at: turn.at,
    ...(failure === null
      ? { delivery: 'sending' }
      : { delivery: 'failed', failure, canRetry: failure === 'queue_full' }),
  });
  converse(turn, (it) => {
    const conversation = withoutResend(it);
    return { ...conversation, transcript: settleFailed(put(conversation.transcript, entry, PENDING)) };
  });
  if (failure !== null) return;
  update(turn, { outbox: enqueue(turn.state.outbox, id, text) });
  askAgain(turn);
  pumpOutbox(turn);
}

/** Whoever speaks to an agent that was asked in vain asks for it once more. */
function askAgain(turn: Turn): void {
  if (isLive(turn.state.link) && turn.state.join.at === 'unavailable') requestJoin(turn);
}

/** Sends a failed message again in its own bubble; one that may have arrived is looked for first (spec messaging §9). */
export function retry(turn: Turn, id: string): void {
  const entry = findMessage(turn.state.conversation.transcript, id);
  if (entry?.delivery !== 'failed' || !entry.canRetry) return;
  const wasNeverSent = entry.failure === 'queue_full';
  if (isFull(turn.state.outbox)) return;
  const sending = { ...entry, delivery: 'sending', failure: undefined, canRetry: undefined } as const;
  converse(turn, (it) => ({ ...it, transcript: put(it.transcript, sending, PENDING) }));
  const add = wasNeverSent ? enqueue : enqueueRetry;
  update(turn, { outbox: add(turn.state.outbox, id, entry.text) });
  if (wasNeverSent) pumpOutbox(turn);
  else if (isLive(turn.state.link)) replaceSocket(turn);
  else reconnect(turn);
  askAgain(turn);
}

/** spec messaging §11: started at most every 3 s, stopped 5 s after the last key; only when open, never queued. */
export function typing(turn: Turn, isTyping: boolean): void {
  if (!isTyping) return stopTyping(turn);
  const { link, join, typingOut } = turn.state;
  if (!isLive(link) || join.at !== 'joined') return;
  const isDue = !typingOut || turn.at - typingOut.startedAt >= TYPING_EVERY_MS;
  update(turn, {
    typingOut: { startedAt: isDue ? turn.at : typingOut.startedAt, until: turn.at + TYPING_STOPS_MS },
  });
  if (isDue) sendFrame(turn, { kind: 'userTyping', state: 'started' });
}

export function end(turn: Turn): void {
  const { session, conversation, link, endingUntil } = turn.state;
  if (session.at === 'none' || session.at === 'over' || conversation.ended !== null || endingUntil !== null)
    return;
  stopTyping(turn);
  if (link.at !== 'open') return endLocally(turn);
  sendFrame(turn, { kind: 'userEndSession' });
  update(turn, { endingUntil: turn.at + END_MS });
}

/** The visitor will not wait: whatever stands still is tried at once. */
export function reconnect(turn: Turn): void {
  const { session, link } = turn.state;
  if (session.at === 'failed' || session.at === 'backing-off') return callRelay(turn, session.purpose);
  if (link.at === 'waiting') return connect(turn, link.attempt);
  if (link.at === 'resting') return start(turn, null);
  if (link.at === 'shut' || link.at === 'offline') return connect(turn, 0);
  askAgain(turn);
}
