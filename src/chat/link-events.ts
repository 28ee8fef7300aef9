import { FIRST_HISTORY_MS, STABLE_MS } from '../protocol/limits.ts';
import { failMessage } from './conversation.ts';
import { deferred, doubted } from './join.ts';
import {
  attemptOf,
  isActive,
  isLive,
  type OpenLink,
  opened,
  probing,
  shedMs,
  silence,
  socketOf,
} from './link.ts';
import {
  backOff,
  closeSocket,
  connect,
  handshakeFailed,
  lose,
  replaceSocket,
  shut,
  waitAndRetry,
} from './link-steps.ts';
import { remove } from './outbox.ts';
import { intervalOf } from './state.ts';
import { converse, pumpOutbox, requestJoin, sendFrame, type Turn, update } from './turn.ts';

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
      hasRetriedFault: turn.state.hasRetriedFault && !isStable,
      link: { ...link, attempt: isStable ? 0 : link.attempt, replay: isComplete ? { at: 'live' } : replay },
    });
  }
  if (isComplete) wentLive(turn);
  beat(turn);
}

// spec messaging §14: one retry from cursor 0, then a visible failure.
function retryHistory(turn: Turn): void {
  if (turn.state.hasRetriedHistory) return shut(turn, 'no_history');
  const attempt = attemptOf(turn.state.link);
  update(turn, { hasRetriedHistory: true });
  closeSocket(turn);
  lose(turn);
  connect(turn, attempt, 0);
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
function wentLive(turn: Turn): void {
  update(turn, { hasBeenLive: true });
  const { join, conversation } = turn.state;
  update(turn, { join: doubted(join, turn.at) });
  if (join.at === 'unavailable' && turn.state.outbox.length > 0) requestJoin(turn);
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
