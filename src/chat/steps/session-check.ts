import { RELAY_CALL_MS } from '../../protocol/limits.ts';
import { socketOf } from '../model/connection.ts';
import { nextNumber, type StepContext, update } from './step-context.ts';

/** Asks the relay for the state of the session, because of the present socket. One call at a time. */
export function checkSession(context: StepContext): void {
  const { session, sessionCheck } = context.state;
  if (session.status !== 'open' || sessionCheck) return;
  const call = nextNumber(context);
  update(context, {
    sessionCheck: { call, until: context.at + RELAY_CALL_MS, socket: socketOf(context.state.connection) },
  });
  context.effects.push({ type: 'check-session', call, sessionId: session.grant.session_id });
}
