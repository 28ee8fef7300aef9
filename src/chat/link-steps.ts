import { FIRST_HISTORY_MS, STABLE_MS } from '../protocol/limits.ts';
import { socketUrl } from '../protocol/relay.ts';
import { askState } from './ask-state.ts';
import { failMessage, quiet } from './conversation.ts';
import { deferred } from './join.ts';
import {
  attemptOf,
  attemptsAllowed,
  backoffMs,
  connecting,
  isActive,
  isLive,
  type OpenLink,
  opened,
  probing,
  type Shut,
  shedMs,
  silence,
  socketOf,
} from './link.ts';
import { doubt, remove } from './outbox.ts';
import { acceptGap } from './sequence.ts';
import { intervalOf } from './state.ts';
import {
  converse,
  nextNumber,
  noteAgain,
  pumpOutbox,
  requestJoin,
  sendFrame,
  stopTyping,
  type Turn,
  update,
} from './turn.ts';

/** Opens a socket of the session now; whatever was known of an older one is dropped by its number. */
export function connect(
  turn: Turn,
  attempt: number,
  options: { readonly isFullReplay?: boolean } = {},
): void {
  const { session, conversation, isOnline, restAt, isAway } = turn.state;
  if (session.at !== 'open') return;
  if (isAway || (restAt !== null && turn.at >= restAt)) {
    update(turn, { link: { at: 'resting' } });
    return;
  }
  if (!isOnline) {
    update(turn, { link: { at: 'offline', attempt } });
    return;
  }
  const cursor = options.isFullReplay ? 0 : conversation.progress.cursor;
  const socket = nextNumber(turn);
  update(turn, { link: connecting(socket, turn.at, attempt, cursor === 0) });
  turn.effects.push({ do: 'open-socket', socket, url: socketUrl(session.grant, cursor) });
}

/** The present socket is of no use any more: nobody writes, what was sent on it is in doubt. */
function lose(turn: Turn): void {
  update(turn, { outbox: doubt(turn.state.outbox), settleUntil: null, typingOut: null });
  converse(turn, quiet);
}

function closeSocket(turn: Turn): void {
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
function waitAndRetry(turn: Turn, delayMs: (attempt: number) => number): void {
  const attempt = attemptOf(turn.state.link);
  if (!turn.state.isOnline) update(turn, { link: { at: 'offline', attempt } });
  else if (turn.state.failedHandshakes >= attemptsAllowed(turn.state.conversation.capabilities))
    shut(turn, 'unreachable');
  else update(turn, { link: { at: 'waiting', attempt: attempt + 1, until: turn.at + delayMs(attempt) } });
}

const backOff = (turn: Turn): void => waitAndRetry(turn, (attempt) => backoffMs(attempt, turn.roll));

export function socketOpened(turn: Turn, socket: number): void {
  const { link } = turn.state;
  if (link.at === 'connecting' && link.socket === socket) {
    update(turn, { link: opened(link, turn.at, intervalOf(turn.state)) });
  }
}

/** What a close of the present socket leads to (spec messaging §12). */
export function socketClosed(turn: Turn, socket: number, code: number): void {
  const { link } = turn.state;
  if (socketOf(link) !== socket) return;
  lose(turn);
  if (link.at === 'connecting') return handshakeFailed(turn);
  switch (code) {
    case 1012:
    case 1013:
      return waitAndRetry(turn, () => shedMs(turn.roll));
    case 1002:
    case 1003:
    case 1007:
    case 1008:
      if (turn.state.hasRetriedFault) return shut(turn, 'unreachable');
      update(turn, { hasRetriedFault: true });
      return backOff(turn);
    case 4001:
      return handshakeFailed(turn);
    case 4000:
      return shut(turn, 'replaced');
    case 1009:
      refuseLatest(turn);
      return backOff(turn);
    default:
      return backOff(turn);
  }
}

// spec messaging §12: a browser cannot see why; only the relay's "gone" ends the session, never the failure itself.
function handshakeFailed(turn: Turn): void {
  update(turn, { failedHandshakes: turn.state.failedHandshakes + 1 });
  askState(turn);
  backOff(turn);
}

/** Code 1009: the last message was too large; it is not sent again. */
function refuseLatest(turn: Turn): void {
  const latest = turn.state.outbox.findLast(({ phase }) => phase.at === 'doubtful');
  if (!latest) return;
  update(turn, { outbox: remove(turn.state.outbox, latest.id) });
  converse(turn, (it) => failMessage(it, latest.id, 'too_large', false));
}

/** What time has done to the link: at most one thing that replaces it. */
export function tickLink(turn: Turn): void {
  const { link } = turn.state;
  if (link.at === 'waiting' && turn.at >= link.until) return connect(turn, link.attempt);
  if (link.at === 'connecting' && turn.at >= link.until) {
    closeSocket(turn);
    return handshakeFailed(turn);
  }
  if (link.at === 'open') tickOpen(turn, link);
}

function tickOpen(turn: Turn, link: OpenLink): void {
  const { replay } = link;
  if (replay.at === 'empty' && turn.at >= link.openedAt + FIRST_HISTORY_MS) return retryHistory(turn);
  // spec messaging §12: not on open, or a link that opens and dies would be tried every second for ever.
  const isStable = link.lastInboundAt !== null && turn.at >= link.openedAt + STABLE_MS;
  const isComplete = replay.at === 'replaying' && turn.at >= replay.until;
  if (isComplete || (isStable && link.attempt > 0)) {
    update(turn, {
      link: { ...link, attempt: isStable ? 0 : link.attempt, replay: isComplete ? { at: 'live' } : replay },
    });
  }
  if (isComplete) wentLive(turn, link.isFullReplay);
  beat(turn);
}

// spec messaging §14: one retry from cursor 0, then a visible failure.
function retryHistory(turn: Turn): void {
  if (turn.state.hasRetriedHistory) return shut(turn, 'no_history');
  const attempt = attemptOf(turn.state.link);
  update(turn, { hasRetriedHistory: true });
  closeSocket(turn);
  lose(turn);
  connect(turn, attempt, { isFullReplay: true });
}

function beat(turn: Turn): void {
  const { link } = turn.state;
  if (link.at !== 'open') return;
  const interval = intervalOf(turn.state);
  const verdict = silence(link, turn.at, interval);
  if (verdict === 'dead') return replaceSocket(turn);
  if (interval === null || (verdict === 'none' && turn.at < link.nextHeartbeatAt)) return;
  const next = { ...link, nextHeartbeatAt: turn.at + interval };
  update(turn, { link: verdict === 'doubtful' ? probing(next, turn.at) : next });
  sendFrame(turn, { kind: 'heartbeat' });
}

/** The history is complete: only now is it known whether the agent has to be asked, and what of ours arrived. */
function wentLive(turn: Turn, isFullReplay: boolean): void {
  update(turn, { hasBeenLive: true });
  // The whole journal was just replayed: what is missing in it does not exist.
  if (isFullReplay)
    converse(turn, (it) => (it.progress.gap ? { ...it, progress: acceptGap(it.progress) } : it));
  const { join, conversation } = turn.state;
  const isLostRequest = join.at === 'requested' && !join.isEchoed;
  const isAskedAgain = join.at === 'unavailable' && turn.state.outbox.length > 0;
  if (isLostRequest || isAskedAgain) requestJoin(turn);
  if (join.at === 'unasked' && conversation.capabilities !== null) {
    const { session } = turn.state;
    if (session.at === 'open' && session.isResumed) update(turn, { join: deferred(turn.at, turn.roll) });
    else requestJoin(turn);
  }
  pumpOutbox(turn);
}

export function wentOnline(turn: Turn): void {
  update(turn, { isOnline: true });
  const { link } = turn.state;
  // spec messaging §12: one at once, spread a little, since whole offices come back together.
  if (link.at === 'offline')
    update(turn, { link: { at: 'waiting', attempt: link.attempt, until: turn.at + turn.roll * 500 } });
}

export function wentOffline(turn: Turn): void {
  update(turn, { isOnline: false });
  const { link } = turn.state;
  if (!isActive(link)) return;
  closeSocket(turn);
  lose(turn);
  update(turn, { link: { at: 'offline', attempt: attemptOf(link) } });
}

export function becameVisible(turn: Turn): void {
  const { link } = turn.state;
  if (link.at === 'waiting') {
    update(turn, { link: { ...link, until: Math.min(link.until, turn.at + turn.roll * 500) } });
  } else if (isLive(link) && link.probeUntil === null && intervalOf(turn.state) !== null) {
    update(turn, { link: probing(link, turn.at) });
    sendFrame(turn, { kind: 'heartbeat' });
  }
}
