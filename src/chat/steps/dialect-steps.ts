import { type Dialect, otherDialect } from '../../protocol/dialect.ts';
import type { ServerEvent } from '../../protocol/events.ts';
import { isTicket } from '../../protocol/relay.ts';
import { resent } from '../model/join.ts';
import { nextNumber, type StepContext, sendFrame, update } from './step-context.ts';

/**
 * M-1.6: the platform does not know the join request of this page, so it speaks the other dialect. Tried once. The request has no
 * client event id: an error that echoes one was caused by another frame.
 */
export function joinRefused(context: StepContext, { clientEventId }: ServerEvent): void {
  const { session } = context.state;
  const join = resent(context.state.join, context.at);
  if (
    session.status !== 'open' ||
    session.dialectSource !== 'assumed' ||
    !join ||
    clientEventId !== undefined
  )
    return;
  update(context, {
    join,
    session: { ...session, dialect: otherDialect(session.dialect), dialectSource: 'switched' },
  });
  sendFrame(context, { kind: 'requestAgentJoin' });
}

/** M-1.7: the first event of the agent shows the platform's dialect. */
export function dialectSeen(context: StepContext, dialect: Dialect): void {
  const { session } = context.state;
  if (session.status !== 'open' || session.dialectSource === 'known') return;
  update(context, { session: { ...session, dialect, dialectSource: 'known' } });
  // M-1.8: the relay sees the dialect when it tries the handshake. With a ticket it sees all frames.
  const { grant } = session;
  if (dialect === grant.dialect || isTicket(grant)) return;
  const sessionId = grant.session_id;
  context.effects.push({ type: 'check-session', call: nextNumber(context), sessionId });
}
