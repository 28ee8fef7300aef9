import { RELAY_CALL_MS } from '../protocol/limits.ts';
import { socketOf } from './link.ts';
import { nextNumber, type Turn, update } from './turn.ts';

/** Asks the relay what became of a session, because of what happened on the present socket; one question at a time. */
export function askState(turn: Turn): void {
  const { session, inquiry } = turn.state;
  if (session.at !== 'open' || inquiry) return;
  const call = nextNumber(turn);
  update(turn, { inquiry: { call, until: turn.at + RELAY_CALL_MS, socket: socketOf(turn.state.link) } });
  turn.effects.push({ do: 'ask-state', call, sessionId: session.grant.session_id });
}
