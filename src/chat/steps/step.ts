import { unreachable } from '../../base/unreachable.ts';
import { REST_MS } from '../../protocol/limits.ts';
import { isLive } from '../model/connection.ts';
import { failMessage, tickConversation } from '../model/conversation.ts';
import { tickJoin } from '../model/join.ts';
import { confirmDueAt, resolveDoubtful } from '../model/outbox.ts';
import { acceptGap, gapRequested } from '../model/sequence.ts';
import {
  betterCarrierDueAt,
  type ChatState,
  type Effect,
  type Input,
  isRecoverable,
  networkDueAt,
  slowRetryDueAt,
} from '../model/state.ts';
import {
  becameVisible,
  socketClosed,
  socketOpened,
  tickConnection,
  wentOffline,
  wentOnline,
} from './connection-events.ts';
import { connect, replaceSocket, rest, resumeConnection } from './connection-steps.ts';
import { contextSettled, tickContext } from './context-steps.ts';
import { failed } from './failure-steps.ts';
import { binaryArrived, frameArrived } from './frame-steps.ts';
import { wantAttempt } from './network-steps.ts';
import {
  callRelay,
  followStoredSession,
  markSeen,
  relayAnswered,
  restart,
  retryFailed,
  retrySlowly,
  start,
  tellSeen,
  tickSession,
} from './session-steps.ts';
import {
  isRestDue,
  joinFailed,
  type StepContext,
  sendFrame,
  sendWaiting,
  stopTyping,
  update,
  updateConversation,
} from './step-context.ts';
import { end, reconnect, retry, send, typing } from './visitor-steps.ts';

/**
 * The whole client as one pure function: state and input give the next state and effects for the shell. Replaying recorded inputs
 * gives the same states.
 */
export function step(state: ChatState, input: Input): readonly [ChatState, readonly Effect[]] {
  const context: StepContext = { state, effects: [], at: input.at, random: input.random };
  dispatch(context, input);
  const tryAt = networkDueAt(context.state);
  if (tryAt !== null && context.at >= tryAt) resumeWaiting(context);
  sendWaiting(context);
  return [context.state, context.effects];
}

function dispatch(context: StepContext, input: Input): void {
  switch (input.type) {
    case 'start':
      // A conversation in the background (M-3.14) was not opened by the visitor.
      if (input.newSince === undefined) wantAttempt(context);
      return start(context, input.storedSessionId, input.newSince);
    case 'rest':
      tellSeen(context);
      return update(context, { restAt: context.state.restAt ?? context.at + REST_MS });
    case 'seen':
      return markSeen(context);
    case 'send':
      wantAttempt(context);
      return send(context, input);
    case 'retry':
      wantAttempt(context);
      return retry(context, input);
    case 'typing':
      return typing(context, input.isTyping);
    case 'end':
      return end(context, input.storedSessionId);
    case 'restart':
      wantAttempt(context);
      return restart(context);
    case 'reconnect':
      wantAttempt(context);
      return reconnect(context);
    case 'relay-answered':
      return relayAnswered(context, input.call, input.answer);
    case 'context-settled':
      return contextSettled(context, input.sessionId, input.outcome);
    case 'socket-opened':
      return socketOpened(context, input.socket);
    case 'frame':
      return frameArrived(context, input.socket, input.text);
    case 'binary-frame':
      return binaryArrived(context, input.socket);
    case 'socket-closed':
      return socketClosed(context, input.socket, input.code);
    case 'online':
      wentOnline(context);
      resumeRelayCall(context);
      return tryAgain(context);
    case 'offline':
      return wentOffline(context);
    case 'visible':
      update(context, { isHidden: false });
      becameVisible(context);
      return tryAgain(context);
    case 'hidden':
      tellSeen(context);
      return update(context, { isHidden: true });
    case 'pagehide':
      tellSeen(context);
      update(context, { isSuspended: true });
      return rest(context);
    case 'pageshow':
      update(context, { isSuspended: false });
      return resumeConnection(context);
    case 'stored':
      return followStoredSession(context, input.sessionId, input.isWiped);
    case 'failed':
      return failed(context, input.storedSessionId, input.message);
    case 'tick':
      return tick(context);
    default:
      return unreachable(input);
  }
}

/** Makes the call to the relay that waited for the network. */
function resumeRelayCall(context: StepContext): void {
  const { session } = context.state;
  if (session.status === 'backing-off' && session.until === null)
    callRelay(context, session.purpose, session.tries);
}

/** M-12.4: tries everything that waits for the network, although the browser reports `offline`. */
function resumeWaiting(context: StepContext): void {
  const { connection } = context.state;
  resumeRelayCall(context);
  if (connection.status === 'offline') connect(context, connection.attempt);
}

/** M-12.20: retries a failure, unless the conversation is in the background. */
function tryAgain(context: StepContext): void {
  if (!isRecoverable(context.state) || isRestDue(context)) return;
  if (context.state.connection.status !== 'closed') return retryFailed(context);
  // M-12.5: within half a second, as other clients of the network do.
  update(context, {
    connection: { status: 'waiting', attempt: 0, until: context.at + context.random * 500 },
  });
}

/** Applies all deadlines that have passed. */
function tick(context: StepContext): void {
  tickSession(context);
  tickContext(context);
  updateConversation(context, (conversation) => tickConversation(conversation, context.at));
  if (context.state.sentTyping && context.at >= context.state.sentTyping.until) stopTyping(context);
  if (isRestDue(context)) rest(context);
  const slowRetryAt = slowRetryDueAt(context.state);
  if (slowRetryAt !== null && context.at >= slowRetryAt) retrySlowly(context);
  tickConnection(context);
  if (isLive(context.state.connection)) tickLive(context);
}

/** Applies the deadlines that count only while the connection is live. */
function tickLive(context: StepContext): void {
  const before = context.state.join;
  const join = tickJoin(before, context.at, context.random);
  if (join !== before) update(context, { join });
  if (join.status === 'requested' && join.requests > before.requests)
    sendFrame(context, { kind: 'requestAgentJoin' });
  if (join.status === 'unavailable' && before.status !== 'unavailable') joinFailed(context);

  const { gap } = context.state.conversation.progress;
  if (gap && context.at >= gap.until) {
    // M-12.17: the missing events are requested once, by resuming, and then accepted as missing.
    updateConversation(context, (conversation) => ({
      ...conversation,
      progress: (gap.requestedUpTo ? acceptGap : gapRequested)(conversation.progress, context.at),
    }));
    if (!gap.requestedUpTo) return replaceSocket(context);
  }
  if (context.state.reconcileUntil !== null && context.at >= context.state.reconcileUntil)
    settleOutbox(context);
  const due = confirmDueAt(context.state.outbox);
  const betterAt = betterCarrierDueAt(context.state);
  if ((due !== null && context.at >= due) || (betterAt !== null && context.at >= betterAt))
    replaceSocket(context);
}

/** M-9.6: neither the replay nor 2 s more brought the echo. */
function settleOutbox(context: StepContext): void {
  const { gap } = context.state.conversation.progress;
  // The echo may be in the gap.
  if (gap) return update(context, { reconcileUntil: gap.until });
  const { outbox, failed } = resolveDoubtful(context.state.outbox);
  update(context, { outbox, reconcileUntil: null });
  for (const id of failed)
    updateConversation(context, (conversation) => failMessage(conversation, id, 'unconfirmed', true));
}
