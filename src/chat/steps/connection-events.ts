import { FIRST_HISTORY_MS, SLOW_RETRY_MS } from '../../protocol/limits.ts';
import {
  attemptOf,
  awaitingHeartbeat,
  isActive,
  isLive,
  isStable,
  liveness,
  type OpenConnection,
  opened,
  overloadDelayMs,
  socketOf,
  withInterval,
} from '../model/connection.ts';
import { leaveToOtherPage, recheckRequest } from '../model/join.ts';
import { gapRequestedAgain } from '../model/sequence.ts';
import { intervalOf, tryAtOf } from '../model/state.ts';
import { rowsOf } from '../model/transcript.ts';
import { carrierWorks, endTrial, forgetBlocks, socketCut, takeNextCarrier } from './carrier-steps.ts';
import {
  backOff,
  closeForGood,
  closeSocket,
  connect,
  connectionLost,
  replaceSocket,
  waitAndRetry,
} from './connection-steps.ts';
import { awaitsContext } from './context-steps.ts';
import { attemptFailed, attemptSucceeded } from './network-steps.ts';
import { checkSession } from './session-check.ts';
import {
  emit,
  failTooLarge,
  requestJoin,
  type StepContext,
  sendFrame,
  update,
  updateAttempts,
  updateConversation,
} from './step-context.ts';

export function socketOpened(context: StepContext, socket: number): void {
  const { connection } = context.state;
  if (connection.status === 'connecting' && connection.socket === socket) {
    attemptSucceeded(context);
    update(context, { connection: opened(connection, context.at, intervalOf(context.state)) });
    updateConversation(context, (conversation) => ({
      ...conversation,
      progress: gapRequestedAgain(conversation.progress, context.at),
    }));
  }
}

/** M-12.13: asks the relay for the reason of a failed handshake: a browser cannot see it. The failure itself never ends the session. */
function handshakeFailed(context: StepContext): void {
  if (endTrial(context)) return;
  attemptFailed(context);
  // An attempt while offline does not count against M-12.2.
  if (tryAtOf(context.state) === null)
    updateAttempts(context, { failedHandshakes: context.state.attempts.failedHandshakes + 1 });
  checkSession(context);
  backOff(context);
}

/** M-12.24: the network may have cut the socket. */
function socketBroke(context: StepContext, connection: OpenConnection): void {
  if (isStable(connection, context.at)) carrierWorks(context);
  else if (endTrial(context)) return;
  else socketCut(context);
  backOff(context);
}

/** Reacts to the close of the present socket (M-12.7 to M-12.12). */
export function socketClosed(context: StepContext, socket: number, code: number): void {
  const { connection } = context.state;
  if (socketOf(connection) !== socket) return;
  connectionLost(context);
  if (connection.status !== 'open') return handshakeFailed(context);
  switch (code) {
    case 1012:
    case 1013:
      return waitAndRetry(context, () => overloadDelayMs(context.random));
    case 1002:
    case 1003:
    case 1007:
    case 1008:
      if (context.state.attempts.hasRetriedProtocolError) return closeForGood(context, 'unreachable');
      updateAttempts(context, { hasRetriedProtocolError: true });
      return backOff(context);
    case 4001:
      return handshakeFailed(context);
    case 4000:
      return closeForGood(context, 'replaced');
    case 1009:
      failLatest(context);
      return backOff(context);
    case 1006:
      return socketBroke(context, connection);
    default:
      return backOff(context);
  }
}

/** M-12.12: the last message was too large and is not sent again. */
function failLatest(context: StepContext): void {
  const latest = context.state.outbox.findLast(({ phase }) => phase.status === 'doubtful');
  if (latest) failTooLarge(context, latest.id);
}

/** Applies the deadlines of the connection that have passed. */
export function tickConnection(context: StepContext): void {
  const { connection } = context.state;
  if (connection.status === 'waiting' && context.at >= connection.until)
    return connect(context, connection.attempt);
  if (connection.status === 'connecting' && context.at >= connection.until) {
    closeSocket(context);
    return handshakeFailed(context);
  }
  if (connection.status === 'open') tickOpen(context, connection);
}

function tickOpen(context: StepContext, connection: OpenConnection): void {
  const { replay } = connection;
  if (replay.status === 'empty' && context.at >= connection.openedAt + FIRST_HISTORY_MS)
    return retryHistory(context);
  // M-12.3: not on open: a connection that opens and dies would be retried every second forever.
  const wasLong = isStable(connection, context.at);
  if (wasLong) carrierWorks(context);
  const isComplete = replay.status === 'replaying' && context.at >= replay.until;
  if (wasLong && context.state.attempts.hasRetriedProtocolError)
    updateAttempts(context, { hasRetriedProtocolError: false });
  if (isComplete || (wasLong && connection.attempt > 0)) {
    update(context, {
      connection: {
        ...connection,
        attempt: wasLong ? 0 : connection.attempt,
        replay: isComplete ? { status: 'live' } : replay,
      },
    });
  }
  if (isComplete) becameLive(context);
  tickHeartbeat(context);
}

/** M-14.3: one retry from cursor 0, then a visible failure. */
function retryHistory(context: StepContext): void {
  if (endTrial(context)) return;
  if (context.state.attempts.hasRetriedHistory) {
    // A network that delays frames lets handshakes through.
    if (!takeNextCarrier(context)) closeForGood(context, 'no_history');
    return;
  }
  const attempt = attemptOf(context.state.connection);
  updateAttempts(context, { hasRetriedHistory: true });
  closeSocket(context);
  connectionLost(context);
  connect(context, attempt, 0);
}

/** Sends the heartbeat that is due (M-11.1) and replaces a silent socket (M-11.2, M-11.3). */
function tickHeartbeat(context: StepContext): void {
  const { connection } = context.state;
  if (connection.status !== 'open') return;
  const interval = intervalOf(context.state);
  const verdict = liveness(connection, context.at, interval);
  if (verdict === 'dead') return replaceSocket(context);
  const isDue = verdict === 'uncertain' || context.at >= connection.nextHeartbeatAt;
  const next = {
    ...(isDue ? withInterval(connection, interval, context.at) : connection),
    checkedAt: context.at,
  };
  update(context, { connection: verdict === 'uncertain' ? awaitingHeartbeat(next, context.at) : next });
  if (!isDue) return;
  sendFrame(context, { kind: 'heartbeat' });
}

/** M-3.15: emits the messages of the first history that are new to the visitor, if the chat has not been opened since. */
function emitNew(context: StepContext): void {
  const { conversation, newSince, seen } = context.state;
  const rows = rowsOf(conversation.transcript);
  const own = rows.findLastIndex(({ entry }) => entry.kind === 'message' && entry.author === 'user');
  if (newSince === null) return;
  // Without a seen sequence of the relay: opening the chat showed the greeting; later pages compare times.
  if (seen === null && own < 0 && newSince === 0) return;
  for (const { entry, rank } of rows.slice(own + 1)) {
    const isNew = seen === null ? entry.at >= newSince : rank > seen.told;
    if (entry.kind === 'message' && isNew && !entry.streaming) emit(context, 'message', entry);
  }
}

/** M-7.2, M-9.5: the complete history shows if the agent was asked and which of our frames arrived. */
function becameLive(context: StepContext): void {
  if (context.state.history === 'incomplete') emitNew(context);
  update(context, { history: 'complete', join: recheckRequest(context.state.join, context.at) });
  const { join, conversation, outbox, session } = context.state;
  if (join.status === 'unavailable' && outbox.length > 0) requestJoin(context);
  if (join.status === 'not-requested') {
    // A history without SESSION_START may be incomplete: the request waits, but not forever.
    if (conversation.capabilities === null || (session.status === 'open' && session.isResumed))
      update(context, { join: leaveToOtherPage(context.at, context.random) });
    else if (!awaitsContext(context)) requestJoin(context);
  }
}

export function wentOnline(context: StepContext): void {
  update(context, { network: { status: 'online' } });
  const { connection } = context.state;
  // M-12.5: one attempt within half a second, with jitter: many clients of one network come back together.
  if (connection.status === 'offline')
    update(context, {
      connection: {
        status: 'waiting',
        attempt: connection.attempt,
        until: context.at + context.random * 500,
      },
    });
}

export function wentOffline(context: StepContext): void {
  // The browser repeats its state.
  if (context.state.network.status !== 'online') return;
  forgetBlocks(context);
  update(context, { network: { status: 'offline', tryAt: context.at + SLOW_RETRY_MS } });
  const { connection } = context.state;
  if (!isActive(connection)) return;
  closeSocket(context);
  connectionLost(context);
  update(context, { connection: { status: 'offline', attempt: attemptOf(connection) } });
}

export function becameVisible(context: StepContext): void {
  const { connection } = context.state;
  if (connection.status === 'waiting') {
    update(context, {
      connection: { ...connection, until: Math.min(connection.until, context.at + context.random * 500) },
    });
  } else if (isLive(connection) && connection.deadAt === null) {
    update(context, { connection: awaitingHeartbeat(connection, context.at) });
    sendFrame(context, { kind: 'heartbeat' });
  }
}
