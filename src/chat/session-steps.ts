import { END_MS, RELAY_CALL_MS, RELAY_CALLS, RELAY_RETRY_MS } from '../protocol/limits.ts';
import { endConversation } from './conversation.ts';
import { isLive } from './link.ts';
import { connect, disconnect, shut, wake } from './link-steps.ts';
import { type Purpose, type RelayAnswer, sessionIdOf } from './session.ts';
import { initialState } from './state.ts';
import { converse, emit, nextNumber, sendFrame, type Turn, update } from './turn.ts';

/** Asks the relay for a session. Offline it waits for the browser to come back. */
export function callRelay(turn: Turn, purpose: Purpose, tries = 0): void {
  if (!turn.state.isOnline) {
    update(turn, { session: { at: 'backing-off', purpose, until: null, tries } });
    return;
  }
  const call = nextNumber(turn);
  update(turn, {
    session: { at: 'calling', purpose, call, until: turn.at + RELAY_CALL_MS, tries: tries + 1 },
  });
  turn.effects.push({ do: 'call-relay', call, purpose });
}

/** Somebody opens the conversation: the first time it begins, later it is taken up again. */
export function start(turn: Turn, storedSessionId: string | null): void {
  update(turn, { restAt: null });
  if (turn.state.session.at !== 'none') return wake(turn);
  callRelay(
    turn,
    storedSessionId === null ? { how: 'create' } : { how: 'resume', sessionId: storedSessionId },
  );
}

export function relayAnswered(turn: Turn, call: number, answer: RelayAnswer): void {
  const { session, inquiry } = turn.state;
  if (inquiry?.call === call) {
    update(turn, { inquiry: null });
    learnState(turn, inquiry.socket, answer);
  } else if (session.at === 'calling' && session.call === call) {
    takeAnswer(turn, session.purpose, session.tries, answer);
  }
}

function takeAnswer(turn: Turn, purpose: Purpose, tries: number, answer: RelayAnswer): void {
  switch (answer.is) {
    case 'grant': {
      const { grant } = answer;
      const isResumed = purpose.how === 'resume';
      update(turn, { session: { at: 'open', grant, isResumed } });
      // A resumed one stands there already, unless another page has ended it meanwhile.
      if (!isResumed) turn.effects.push({ do: 'remember', sessionId: grant.session_id });
      emit(turn, 'sessionStart', { sessionId: grant.session_id, resumed: isResumed });
      return connect(turn, 0);
    }
    case 'refused':
      return update(turn, { session: { at: 'failed', why: 'configuration', purpose } });
    case 'unknown-session':
      if (purpose.how === 'create') return tryLater(turn, purpose, tries, RELAY_RETRY_MS);
      // The stored session is gone and nothing of it is on screen: the visitor, who just opened the chat, gets a new one.
      turn.effects.push({ do: 'forget', sessionId: purpose.sessionId });
      return callRelay(turn, { how: 'create' });
    case 'begun-elsewhere':
      return callRelay(turn, { how: 'resume', sessionId: answer.sessionId });
    case 'busy':
      return tryLater(turn, purpose, tries, answer.retryInMs);
    case 'state':
    case 'fault':
      return tryLater(turn, purpose, tries, RELAY_RETRY_MS);
  }
}

// spec messaging §14: four calls in all, then a failure with a retry.
function tryLater(turn: Turn, purpose: Purpose, tries: number, inMs: number): void {
  update(turn, {
    session:
      tries >= RELAY_CALLS
        ? { at: 'failed', why: 'unreachable', purpose }
        : { at: 'backing-off', purpose, until: turn.at + inMs, tries },
  });
}

export function tickSession(turn: Turn): void {
  const { session, inquiry, endingUntil, at } = { ...turn.state, at: turn.at };
  if (session.at === 'backing-off' && session.until !== null && at >= session.until) {
    callRelay(turn, session.purpose, session.tries);
  } else if (session.at === 'calling' && at >= session.until) {
    turn.effects.push({ do: 'abandon-call', call: session.call });
    tryLater(turn, session.purpose, session.tries, RELAY_RETRY_MS);
  }
  if (inquiry && at >= inquiry.until) {
    turn.effects.push({ do: 'abandon-call', call: inquiry.call });
    update(turn, { inquiry: null });
  }
  if (endingUntil !== null && at >= endingUntil) endLocally(turn);
}

function learnState(turn: Turn, about: number | null, answer: RelayAnswer): void {
  const state =
    answer.is === 'unknown-session' ? 'expired' : answer.is === 'state' ? answer.state : 'unreachable';
  // Meanwhile another attempt may have got through: then the question is answered.
  if (turn.state.link.at === 'open' && turn.state.link.socket !== about) return;
  if (state === 'expired' || state === 'token_mismatch') sessionGone(turn);
  else if (state === 'too_many_connections') shut(turn, 'too_many_windows');
}

/** The platform does not have the session any more: the transcript stays, a new chat is offered (spec messaging §12). */
export function sessionGone(turn: Turn): void {
  if (turn.state.conversation.ended !== null) return;
  converse(turn, (it) => endConversation(it, { notice: 'session_expired' }, { at: turn.at }));
  finish(turn, 'expired');
}

/** The platform says that its operator's configuration is wrong: no attempt can help. */
export function configurationFault(turn: Turn): void {
  const { session } = turn.state;
  if (session.at !== 'open') return;
  disconnect(turn);
  const purpose: Purpose = { how: 'resume', sessionId: session.grant.session_id };
  update(turn, { session: { at: 'failed', why: 'configuration', purpose } });
}

/** Whoever ended it, the session is over on this page: closed, forgotten, told (spec messaging §11). */
export function finish(turn: Turn, why: 'ended' | 'expired'): void {
  const { session, conversation } = turn.state;
  const sessionId = sessionIdOf(session);
  disconnect(turn);
  if (session.at === 'calling') turn.effects.push({ do: 'abandon-call', call: session.call });
  update(turn, { session: { at: 'over', why } });
  // A session that never began has no end to tell of.
  if (sessionId === null) return;
  turn.effects.push({ do: 'forget', sessionId }, { do: 'forget-session', sessionId });
  emit(turn, 'sessionEnd', {
    sessionId,
    reason: why === 'expired' ? why : (conversation.ended ?? 'unknown'),
  });
}

/** No answer to the end, or nobody there to ask. */
export function endLocally(turn: Turn): void {
  converse(turn, (it) =>
    endConversation(it, { notice: 'conversation_ended', reason: 'user_end' }, { at: turn.at }),
  );
  finish(turn, 'ended');
}

/** Forgets this conversation and starts another. */
export function restart(turn: Turn): void {
  const { session, link } = turn.state;
  if (session.at === 'none') return;
  if (session.at !== 'over' && link.at === 'open') sendFrame(turn, { kind: 'userEndSession' });
  begin(turn, { how: 'create' });
}

/** Gives up whatever there is for another session. */
function begin(turn: Turn, purpose: Purpose): void {
  if (turn.state.session.at !== 'over') finish(turn, 'ended');
  turn.state = initialState(turn.state);
  callRelay(turn, purpose);
}

/** What another page of this browser did is followed here (contract §3: one conversation per browser). */
export function follow(turn: Turn, stored: string | null): void {
  const { session, link } = turn.state;
  if (session.at === 'none') return;
  if (stored !== null) {
    if (stored !== sessionIdOf(session)) begin(turn, { how: 'resume', sessionId: stored });
  } else if (sessionIdOf(session) !== null) {
    // The platform is about to tell why; without a socket nobody will.
    if (isLive(link)) update(turn, { endingUntil: turn.state.endingUntil ?? turn.at + END_MS });
    else endLocally(turn);
  }
}
