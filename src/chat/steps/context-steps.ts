import { CONTEXT_MS, MAX_CONTEXT_ID } from '../../protocol/limits.ts';
import type { ContextOutcome } from '../../protocol/relay.ts';
import { isLive } from '../model/connection.ts';
import { isAwaitingContext } from '../model/state.ts';
import { emit, requestJoin, type StepContext, update } from './step-context.ts';

/** M-7.10: asks the page for its token, once a session. True while the join must wait for it. */
export function awaitsContext(context: StepContext): boolean {
  const { session, verifiedContext: known, conversation } = context.state;
  const { contextId } = conversation;
  if (session.status !== 'open' || session.isResumed) return false;
  if (!contextId || contextId.length > MAX_CONTEXT_ID) return false;
  const sessionId = session.grant.session_id;
  if (known.status !== 'none' && known.sessionId === sessionId) return known.status === 'asked';
  update(context, { verifiedContext: { status: 'asked', sessionId, until: context.at + CONTEXT_MS } });
  context.effects.push({ type: 'ask-context', sessionId, contextId });
  return true;
}

/** M-7.10: asks the agent to join after any outcome. */
export function contextSettled(context: StepContext, sessionId: string, outcome: ContextOutcome): void {
  const { session, connection, join } = context.state;
  if (!isAwaitingContext(context.state, sessionId)) return;
  update(context, { verifiedContext: { status: 'over', sessionId } });
  if (session.status !== 'open' || session.grant.session_id !== sessionId) return;
  emit(context, 'context', { sessionId, outcome });
  if (isLive(connection) && join.status === 'not-requested') requestJoin(context);
}

export function tickContext(context: StepContext): void {
  const { verifiedContext: known } = context.state;
  if (known.status !== 'asked' || context.at < known.until) return;
  contextSettled(context, known.sessionId, 'timed-out');
}
