import { BLOCKED_HANDSHAKES, CUT_SOCKETS } from '../../protocol/limits.ts';
import { bestCarriage, carriageTried, hasNextCarrier, nextCarriage } from '../model/carrier.ts';
import { noBlocks } from '../model/connection.ts';
import { closeSocket, connect, connectionLost } from './connection-steps.ts';
import { checkSession } from './session-check.ts';
import { type StepContext, update, updateAttempts } from './step-context.ts';

/** Connects at once by the present carrier, unless no connection is wanted now. */
function connectNow(context: StepContext): void {
  const { status } = context.state.connection;
  if (status === 'idle' || status === 'resting' || status === 'offline') return;
  closeSocket(context);
  connectionLost(context);
  connect(context, 0);
}

/** M-12.24: takes the next carrier. Returns false if there is none. */
export function takeNextCarrier(context: StepContext): boolean {
  const { session, carriage } = context.state;
  if (session.status !== 'open' || !hasNextCarrier(session.grant, carriage)) return false;
  updateAttempts(context, { ...noBlocks, failedHandshakes: 0, hasRetriedHistory: false });
  update(context, { carriage: nextCarriage(carriage.nth + 1, context.at) });
  connectNow(context);
  return true;
}

/** M-12.25: ends the try of a better carrier. Returns false if there was none. */
export function endTrial(context: StepContext): boolean {
  const { fallback } = context.state.carriage;
  if (fallback === null) return false;
  update(context, { carriage: nextCarriage(fallback, context.at) });
  connectNow(context);
  return true;
}

/** The connection was stable, so the network lets its carrier through. */
export function carrierWorks(context: StepContext): void {
  updateAttempts(context, noBlocks);
  if (context.state.carriage.fallback !== null) update(context, { carriage: bestCarriage });
}

/** The next network may let everything through. */
export function forgetBlocks(context: StepContext): void {
  updateAttempts(context, noBlocks);
  update(context, { carriage: carriageTried(context.state.carriage) });
}

/** A connection broke before it was stable. From the second carrier on, one is enough. */
const cutsAllowed = ({ state: { carriage } }: StepContext) => (carriage.nth > 0 ? 1 : CUT_SOCKETS);

export function socketCut(context: StepContext): void {
  const cutSockets = context.state.attempts.cutSockets + 1;
  updateAttempts(context, { cutSockets });
  if (cutSockets >= cutsAllowed(context)) checkSession(context);
}

/** M-12.24: a socket failed here, and the relay could open one. */
export function socketBlocked(context: StepContext): void {
  const { attempts, carriage } = context.state;
  const blockedHandshakes = attempts.blockedHandshakes + 1;
  updateAttempts(context, { blockedHandshakes });
  const isBlocked = blockedHandshakes >= (carriage.nth > 0 ? 1 : BLOCKED_HANDSHAKES);
  if (isBlocked || attempts.cutSockets >= cutsAllowed(context)) takeNextCarrier(context);
}
