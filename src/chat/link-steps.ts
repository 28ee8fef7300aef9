import { isTicket, socketUrl } from '../protocol/relay.ts';
import { askState } from './ask-state.ts';
import { quiet } from './conversation.ts';
import { attemptOf, attemptsAllowed, backoffMs, connecting, isActive, type Shut, socketOf } from './link.ts';
import { doubt } from './outbox.ts';
import { converse, nextNumber, noteAgain, stopTyping, type Turn, update } from './turn.ts';

/** Opens a socket of the session now; whatever was known of an older one is dropped by its number. */
export function connect(
  turn: Turn,
  attempt: number,
  cursor: number = turn.state.conversation.progress.cursor,
): void {
  const { session, isOnline, restAt, isAway } = turn.state;
  if (session.at !== 'open') return;
  // Put off or not: by the next time a ticket is used up or has run out.
  update(turn, { session: { ...session, isUsed: true } });
  if (isAway || (restAt !== null && turn.at >= restAt)) {
    update(turn, { link: { at: 'resting' } });
    return;
  }
  if (!isOnline) {
    update(turn, { link: { at: 'offline', attempt } });
    return;
  }
  const socket = nextNumber(turn);
  update(turn, { link: connecting(socket, turn.at, attempt) });
  const { grant, isUsed } = session;
  turn.effects.push(
    isUsed && isTicket(grant)
      ? { do: 'renew-socket', socket, sessionId: grant.session_id, cursor }
      : { do: 'open-socket', socket, url: socketUrl(grant, cursor) },
  );
}

/** The present socket is of no use any more: nobody writes, what was sent on it is in doubt. */
export function lose(turn: Turn): void {
  update(turn, { outbox: doubt(turn.state.outbox), settleUntil: null, typingOut: null });
  converse(turn, quiet);
}

export function closeSocket(turn: Turn): void {
  const socket = socketOf(turn.state.link);
  if (socket !== null) turn.effects.push({ do: 'close-socket', socket });
}

/** Gives the session up on this page: no socket, no attempt, nothing on its way. */
export function disconnect(turn: Turn): void {
  closeSocket(turn);
  update(turn, {
    link: { at: 'idle' },
    outbox: [],
    settleUntil: null,
    typingOut: null,
    endingUntil: null,
    inquiry: null,
  });
}

export function shut(turn: Turn, why: Shut): void {
  closeSocket(turn);
  lose(turn);
  update(turn, { link: { at: 'shut', why }, failedHandshakes: 0 });
  if (why === 'too_many_windows') noteAgain(turn, why);
}

/** Lets go of the socket; the conversation stays as it is, to be gone on with from its cursor. */
export function rest(turn: Turn): void {
  if (!isActive(turn.state.link)) return;
  stopTyping(turn);
  closeSocket(turn);
  lose(turn);
  update(turn, { link: { at: 'resting' } });
}

/** Somebody looks again, or the page is back: the link is taken up where it was let go of. */
export function wake(turn: Turn): void {
  if (turn.state.link.at === 'resting') connect(turn, 0);
}

/** A socket that is open but no good: a new one at once, from the cursor (spec messaging §9, §11). */
export function replaceSocket(turn: Turn): void {
  const attempt = attemptOf(turn.state.link);
  closeSocket(turn);
  lose(turn);
  connect(turn, attempt);
}

/** After a failure: wait and try again, as long as the session allows. */
export function waitAndRetry(turn: Turn, delayMs: (attempt: number) => number): void {
  const attempt = attemptOf(turn.state.link);
  if (!turn.state.isOnline) update(turn, { link: { at: 'offline', attempt } });
  else if (turn.state.failedHandshakes >= attemptsAllowed(turn.state.conversation.capabilities))
    shut(turn, 'unreachable');
  else update(turn, { link: { at: 'waiting', attempt: attempt + 1, until: turn.at + delayMs(attempt) } });
}

export const backOff = (turn: Turn): void => waitAndRetry(turn, (attempt) => backoffMs(attempt, turn.roll));

// spec messaging §12: a browser cannot see why; only the relay's "gone" ends the session, never the failure itself.
export function handshakeFailed(turn: Turn): void {
  update(turn, { failedHandshakes: turn.state.failedHandshakes + 1 });
  askState(turn);
  backOff(turn);
}
