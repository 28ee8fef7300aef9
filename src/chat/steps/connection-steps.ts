import { SLOW_RETRY_MS } from '../../protocol/limits.ts';
import { isTicket, socketUrl } from '../../protocol/relay.ts';
import { carriageTried, carrierOf, handshakeMs } from '../model/carrier.ts';
import {
  attemptOf,
  attemptsAllowed,
  backoffMs,
  type ClosedReason,
  connecting,
  isActive,
  socketOf,
  whyOf,
} from '../model/connection.ts';
import { clearIndicators } from '../model/conversation.ts';
import { markDoubtful } from '../model/outbox.ts';
import { tryAtOf } from '../model/state.ts';
import { mayTry } from './network-steps.ts';
import {
  isRestDue,
  nextNumber,
  replaceNotice,
  type StepContext,
  stopTyping,
  update,
  updateAttempts,
  updateConversation,
} from './step-context.ts';

/** Opens a new socket of the session. Late events of an older socket are ignored because its number differs. */
export function connect(
  context: StepContext,
  attempt: number,
  cursor: number = context.state.conversation.progress.cursor,
  why?: ClosedReason,
): void {
  const { session, isSuspended } = context.state;
  if (session.status !== 'open') return;
  const { grant } = session;
  const { betterAt } = context.state.carriage;
  if (betterAt !== null && context.at >= betterAt)
    update(context, { carriage: carriageTried(context.state.carriage) });
  const { carriage } = context.state;
  const carrier = carrierOf(grant, carriage);
  const needsTicket = isTicket(grant) ? session.isUsed : carrier === 'relay';
  // Even if no socket is opened now: the ticket will have expired by the next attempt.
  update(context, { session: { ...session, isUsed: true } });
  if (isSuspended || isRestDue(context)) {
    update(context, { connection: { status: 'resting' } });
    return;
  }
  if (!mayTry(context)) {
    update(context, { connection: { status: 'offline', attempt } });
    return;
  }
  const socket = nextNumber(context);
  const until = context.at + handshakeMs(grant, carriage);
  update(context, { connection: connecting(socket, until, attempt, why) });
  const { session_id: sessionId } = grant;
  if (carrier === 'poll') context.effects.push({ type: 'open-polls', socket, sessionId });
  else if (!needsTicket) context.effects.push({ type: 'open-socket', socket, url: socketUrl(grant, cursor) });
  else {
    const asked = isTicket(grant) ? undefined : 'relay';
    context.effects.push({ type: 'renew-socket', socket, sessionId, cursor, carrier: asked });
  }
}

/** Resets the state that belongs to the present socket: indicators end and unconfirmed messages become doubtful. */
export function connectionLost(context: StepContext): void {
  update(context, { outbox: markDoubtful(context.state.outbox), reconcileUntil: null, sentTyping: null });
  updateConversation(context, clearIndicators);
}

export function closeSocket(context: StepContext): void {
  const socket = socketOf(context.state.connection);
  if (socket !== null) context.effects.push({ type: 'close-socket', socket });
}

/** Ends all work for the session on this page: the socket, the attempts, the outbox. */
export function disconnect(context: StepContext): void {
  closeSocket(context);
  update(context, {
    connection: { status: 'idle' },
    outbox: [],
    reconcileUntil: null,
    sentTyping: null,
    endingUntil: null,
    sessionCheck: null,
  });
}

/** No attempts are left. M-12.20: slow ones follow. */
export function closeForGood(context: StepContext, why: ClosedReason): void {
  closeSocket(context);
  connectionLost(context);
  const isKnown = whyOf(context.state.connection) === why;
  update(context, {
    connection: { status: 'closed', why, retryAt: context.at + SLOW_RETRY_MS },
  });
  updateAttempts(context, { failedHandshakes: 0 });
  if (why === 'too_many_windows' && !isKnown) replaceNotice(context, why);
}

/** M-3.10: closes the socket of a background conversation. It can be resumed from its cursor. */
export function rest(context: StepContext): void {
  if (!isActive(context.state.connection)) return;
  stopTyping(context);
  closeSocket(context);
  connectionLost(context);
  update(context, { connection: { status: 'resting' } });
}

/** Reopens a resting connection from its cursor. */
export function resumeConnection(context: StepContext): void {
  if (context.state.connection.status === 'resting') connect(context, 0);
}

/** Replaces an open socket immediately by a new one from the cursor (M-9.5, M-11.2). */
export function replaceSocket(context: StepContext): void {
  const attempt = attemptOf(context.state.connection);
  closeSocket(context);
  connectionLost(context);
  connect(context, attempt);
}

/** Schedules the next attempt after a failure. M-12.2: stops after the allowed number of failed handshakes. */
export function waitAndRetry(context: StepContext, delayMs: (attempt: number) => number): void {
  const { connection } = context.state;
  const attempt = attemptOf(connection);
  const why = whyOf(connection);
  if (why) closeForGood(context, why);
  else if (tryAtOf(context.state) !== null) update(context, { connection: { status: 'offline', attempt } });
  else if (
    context.state.attempts.failedHandshakes >= attemptsAllowed(context.state.conversation.capabilities)
  )
    closeForGood(context, 'unreachable');
  else
    update(context, {
      connection: { status: 'waiting', attempt: attempt + 1, until: context.at + delayMs(attempt) },
    });
}

export const backOff = (context: StepContext): void =>
  waitAndRetry(context, (attempt) => backoffMs(attempt, context.random));
