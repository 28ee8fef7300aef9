import { RELAY_CALL_MS } from '../protocol/limits.ts';
import { nextNumber, type Turn, update } from './turn.ts';

/** Asks the relay what became of a session whose handshake was refused; one question at a time. */
export function askState(turn: Turn): void {
  const { session, inquiry } = turn.state;
  if (session.at !== 'open' || inquiry) return;
  const call = nextNumber(turn);
  update(turn, { inquiry: { call, until: turn.at + RELAY_CALL_MS } });
  turn.effects.push({ do: 'ask-state', call, sessionId: session.grant.session_id });
}
