import { SLOW_RETRY_MS } from '../../protocol/limits.ts';
import { tryAtOf } from '../model/state.ts';
import { type StepContext, update } from './step-context.ts';

/** M-12.4: true if an attempt may be made now. While the browser reports `offline`, one a minute is allowed. */
export function mayTry(context: StepContext): boolean {
  const tryAt = tryAtOf(context.state);
  if (tryAt === null) return true;
  if (context.at < tryAt) return false;
  update(context, { network: { status: 'trying', tryAt: context.at + SLOW_RETRY_MS } });
  return true;
}

/** M-12.4: the visitor wants an attempt at once. An attempt in progress counts. */
export function wantAttempt(context: StepContext): void {
  const { network, session, connection } = context.state;
  const isUnderWay = session.status === 'calling' || connection.status === 'connecting';
  if ('tryAt' in network && !isUnderWay) update(context, { network: { ...network, tryAt: context.at } });
}

/** M-12.4: a successful attempt proves that there is a network. */
export function attemptSucceeded(context: StepContext): void {
  if (context.state.network.status === 'trying') update(context, { network: { status: 'reached' } });
}

/** M-12.4: `offline` may be right now. */
export function attemptFailed(context: StepContext): void {
  if (context.state.network.status === 'reached')
    update(context, { network: { status: 'trying', tryAt: context.at + SLOW_RETRY_MS } });
}
