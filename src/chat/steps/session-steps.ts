import {
  END_MS,
  MAX_CHALLENGES,
  RELAY_CALL_MS,
  RELAY_CALLS,
  RELAY_RETRY_MS,
  REST_MS,
  SLOW_RETRY_MS,
} from '../../protocol/limits.ts';
import { isLive, noBlocks } from '../model/connection.ts';
import { endConversation } from '../model/conversation.ts';
import {
  type Challenged,
  isClosed,
  type Purpose,
  type RelayAnswer,
  type Session,
  sessionIdOf,
} from '../model/session.ts';
import { initialState, tryAtOf, untoldSeen } from '../model/state.ts';
import { findLatestRow, latestRank, rowsOf } from '../model/transcript.ts';
import { socketBlocked } from './carrier-steps.ts';
import { closeForGood, connect, disconnect, resumeConnection } from './connection-steps.ts';
import { withoutHistory } from './failure-steps.ts';
import { attemptFailed, attemptSucceeded, mayTry } from './network-steps.ts';
import {
  emit,
  failOutbox,
  nextNumber,
  type StepContext,
  sendFrame,
  update,
  updateAttempts,
  updateConversation,
} from './step-context.ts';

/** Calls the relay to create or resume a session. While the browser reports `offline`, the call waits (M-12.4). */
export function callRelay(
  context: StepContext,
  purpose: Purpose,
  tries = 0,
  why?: 'unreachable',
  challenged?: Challenged,
): void {
  if (!mayTry(context)) {
    update(context, { session: { status: 'backing-off', purpose, until: null, tries } });
    return;
  }
  const call = nextNumber(context);
  update(context, {
    session: {
      status: 'calling',
      purpose,
      call,
      until: context.at + RELAY_CALL_MS,
      // An attempt while offline does not count against M-14.10.
      tries: tryAtOf(context.state) === null || why ? tries + 1 : tries,
      why,
      challenged,
    },
  });
  context.effects.push({ type: 'call-relay', call, purpose, challenged });
}

/** Starts the conversation, or reopens its connection when it was started before. */
export function start(
  context: StepContext,
  storedSessionId: string | null,
  newSince: number | null = null,
): void {
  update(context, { newSince, restAt: newSince === null ? null : context.at + REST_MS });
  if (context.state.session.status !== 'none') {
    resumeConnection(context);
    return retryFailed(context);
  }
  callRelay(
    context,
    storedSessionId === null ? { type: 'create' } : { type: 'resume', sessionId: storedSessionId },
  );
}

/** Retries a failure, with all attempts. A misconfigured chat stays as it is. */
export function retryFailed(context: StepContext): void {
  const { session, connection } = context.state;
  if (session.status === 'failed' && (session.why !== 'configuration' || isClosed(session)))
    callRelay(context, session.purpose);
  else if (connection.status === 'closed') connect(context, 0);
}

/** M-12.20: one attempt. It shows as failed until it succeeds. */
export function retrySlowly(context: StepContext): void {
  const { session, connection } = context.state;
  if (session.status === 'failed') callRelay(context, session.purpose, RELAY_CALLS - 1, 'unreachable');
  else if (connection.status === 'closed') connect(context, 0, undefined, connection.why);
}

export function relayAnswered(context: StepContext, call: number, answer: RelayAnswer): void {
  const { session, sessionCheck } = context.state;
  const isOwn = sessionCheck?.call === call || (session.status === 'calling' && session.call === call);
  if (isOwn && (answer.type !== 'error' || answer.code)) attemptSucceeded(context);
  if (sessionCheck?.call === call) {
    update(context, { sessionCheck: null });
    applySessionState(context, sessionCheck.socket, answer);
  } else if (session.status === 'calling' && session.call === call) {
    applyAnswer(context, session, answer);
  }
}

type Calling = Extract<Session, { readonly status: 'calling' }>;

function applyAnswer(
  context: StepContext,
  { purpose, tries, why, challenged }: Calling,
  answer: RelayAnswer,
): void {
  switch (answer.type) {
    case 'grant': {
      const { grant, relayAt = context.at } = answer;
      const { newSince } = context.state;
      // M-3.15: the messages have the server's times.
      if (newSince) update(context, { newSince: newSince + relayAt - context.at });
      const isResumed = purpose.type === 'resume';
      const { dialect, dialect_assumed } = grant;
      const dialectSource = dialect_assumed ? 'assumed' : 'known';
      const { seen } = grant;
      update(context, {
        session: { status: 'open', grant, isResumed, dialect, dialectSource },
        seen: seen === undefined ? null : { upTo: Math.max(seen, context.state.seen?.upTo ?? 0), told: seen },
      });
      if (context.state.history === 'stale') {
        update(context, { history: 'incomplete' });
        updateConversation(context, withoutHistory);
      }
      // A resumed session is stored already, unless another page has ended it in the meantime.
      if (!isResumed) context.effects.push({ type: 'store-session', sessionId: grant.session_id });
      emit(context, 'sessionStart', { sessionId: grant.session_id, resumed: isResumed });
      return connect(context, 0);
    }
    case 'refused':
      return configurationFailed(context, purpose, answer.code);
    case 'unknown-session':
      if (purpose.type === 'create') return retryLater(context, purpose, tries);
      // The stored session is gone and nothing of it is on the screen, so a new one is created.
      context.effects.push({ type: 'clear-stored-session', sessionId: purpose.sessionId });
      return isUnseen(context) ? forget(context) : callRelay(context, { type: 'create' });
    case 'created-elsewhere':
      return callRelay(context, { type: 'resume', sessionId: answer.sessionId });
    case 'error':
      // M-14.16: at once, with the answer. It does not count against M-14.10.
      return answer.challenge && (challenged?.nth ?? 0) < MAX_CHALLENGES
        ? callRelay(context, purpose, tries - 1, why, {
            ...answer.challenge,
            nth: (challenged?.nth ?? 0) + 1,
          })
        : retryLater(context, purpose, tries, answer);
    case 'state':
      return retryLater(context, purpose, tries);
  }
}

/** M-3.14: true if the conversation was never opened, shows nothing, and nothing waits. */
const isUnseen = ({ state: { newSince, outbox, conversation } }: StepContext): boolean =>
  newSince !== null && outbox.length === 0 && rowsOf(conversation.transcript).length === 0;

/** M-3.14: restarts as a page without a session. */
function forget(context: StepContext): void {
  context.state = initialState(context.state);
}

/** M-3.18: the visitor sees the end. */
export function markSeen(context: StepContext): void {
  const { seen, conversation } = context.state;
  if (seen === null) return;
  const { streams, transcript } = conversation;
  const isGrowing = streams.some((stream) => !stream.isComplete);
  // An unfinished answer is not seen: its end may come on another page.
  const growing = isGrowing
    ? findLatestRow(transcript, ({ entry }) => entry.kind === 'message' && entry.streaming === true)
    : undefined;
  const upTo = Math.max(seen.upTo, Math.floor(growing ? growing.rank - 1 : latestRank(transcript)));
  if (upTo > seen.upTo) update(context, { seen: { ...seen, upTo } });
}

/** M-3.18: tells the relay the seen sequence, once the page is hidden or the chat is closed. */
export function tellSeen(context: StepContext): void {
  const untold = untoldSeen(context.state);
  if (!untold) return;
  update(context, { seen: { upTo: untold.sequence, told: untold.sequence } });
  context.effects.push({ type: 'tell-seen', ...untold });
}

/** M-14.10: four calls in all, then a failure with a retry. */
function retryLater(
  context: StepContext,
  purpose: Purpose,
  tries: number,
  {
    retryInMs = RELAY_RETRY_MS,
    code: detail,
  }: { readonly retryInMs?: number | undefined; readonly code?: string | undefined } = {},
): void {
  if (!detail) attemptFailed(context);
  const until = tryAtOf(context.state) === null ? context.at + retryInMs : null;
  update(context, {
    session:
      tries >= RELAY_CALLS
        ? { status: 'failed', why: 'unreachable', purpose, detail, retryAt: context.at + SLOW_RETRY_MS }
        : { status: 'backing-off', purpose, until, tries },
  });
}

export function tickSession(context: StepContext): void {
  const { session, sessionCheck, endingUntil, at } = { ...context.state, at: context.at };
  if (session.status === 'backing-off' && session.until !== null && at >= session.until) {
    callRelay(context, session.purpose, session.tries);
  } else if (session.status === 'calling' && at >= session.until) {
    context.effects.push({ type: 'abort-call', call: session.call });
    retryLater(context, session.purpose, session.tries);
  }
  if (sessionCheck && at >= sessionCheck.until) {
    context.effects.push({ type: 'abort-call', call: sessionCheck.call });
    update(context, { sessionCheck: null });
  }
  if (endingUntil !== null && at >= endingUntil) endLocally(context);
}

/** M-12.14: applies the session's state that the relay has reported. `about` is the socket that caused the call. */
function applySessionState(context: StepContext, about: number | null, answer: RelayAnswer): void {
  const state =
    answer.type === 'unknown-session' ? 'expired' : answer.type === 'state' ? answer.state : 'unreachable';
  // Another socket has opened in the meantime: the answer is out of date.
  if (context.state.connection.status === 'open' && context.state.connection.socket !== about) return;
  if (state === 'alive') socketBlocked(context);
  else updateAttempts(context, noBlocks);
  if (state === 'expired' || state === 'token_mismatch') expireSession(context);
  else if (state === 'too_many_connections') closeForGood(context, 'too_many_windows');
}

/** M-12.14: the session is gone. The transcript stays and a new chat is offered. */
export function expireSession(context: StepContext): void {
  if (context.state.conversation.ended !== null) return;
  const leavesNothing = isUnseen(context);
  updateConversation(context, (conversation) =>
    endConversation(conversation, { notice: 'session_expired' }, { at: context.at }),
  );
  finish(context, 'expired');
  if (leavesNothing) forget(context);
}

/** M-10.7: the operator's configuration is wrong. There is no further attempt. M-9.12: nothing can be sent. */
export function configurationFailed(context: StepContext, purpose: Purpose, detail?: string): void {
  failOutbox(context, 'configuration');
  disconnect(context);
  update(context, { session: { status: 'failed', why: 'configuration', purpose, detail } });
}

/** M-11.11: closes the session on this page, clears the stored id and tells the relay. */
export function finish(context: StepContext, why: 'ended' | 'expired'): void {
  const { session, conversation } = context.state;
  const sessionId = sessionIdOf(session);
  disconnect(context);
  if (session.status === 'calling') context.effects.push({ type: 'abort-call', call: session.call });
  update(context, { session: { status: 'over', why, sessionId } });
  // There was no session, so there is nothing to report.
  if (sessionId === null) return;
  context.effects.push({ type: 'clear-stored-session', sessionId }, { type: 'delete-session', sessionId });
  emit(context, 'sessionEnd', {
    sessionId,
    reason: why === 'expired' ? why : (conversation.ended ?? 'unknown'),
  });
}

/** M-11.9: ends the conversation without the platform. */
export function endLocally(context: StepContext): void {
  updateConversation(context, (conversation) =>
    endConversation(conversation, { notice: 'conversation_ended', reason: 'user_end' }, { at: context.at }),
  );
  finish(context, 'ended');
}

/** Ends this conversation and starts a new one. */
export function restart(context: StepContext): void {
  const { session, connection } = context.state;
  if (session.status === 'none') return;
  if (session.status !== 'over' && connection.status === 'open')
    sendFrame(context, { kind: 'userEndSession' });
  replaceSession(context, { type: 'create' });
}

/** Replaces the session of this page by another one. */
function replaceSession(context: StepContext, purpose: Purpose): void {
  if (context.state.session.status !== 'over') finish(context, 'ended');
  context.state = initialState(context.state);
  callRelay(context, purpose);
}

/** Follows a change of the stored session by another page (contract §3: one conversation per browser). */
export function followStoredSession(context: StepContext, stored: string | null, isWiped = false): void {
  const { session, connection } = context.state;
  const own = sessionIdOf(session);
  if (session.status === 'none') return;
  // M-3.16: the session has not ended.
  if (isWiped && stored === null && own !== null)
    return void context.effects.push({ type: 'store-session', sessionId: own });
  if (stored !== null) {
    if (stored !== own) replaceSession(context, { type: 'resume', sessionId: stored });
  } else if (own !== null) {
    // With a socket the platform is about to report the end.
    if (isLive(connection))
      update(context, { endingUntil: context.state.endingUntil ?? context.at + END_MS });
    else endLocally(context);
  }
}
