import type { Dialect } from '../protocol/dialect.ts';
import type { ClientCommand } from '../protocol/events.ts';
import { SETTLE_MS } from '../protocol/limits.ts';
import type { ChatEvents } from './chat.ts';
import { addNotice, type Conversation, failMessage } from './conversation.ts';
import { requested } from './join.ts';
import { isLive, socketOf } from './link.ts';
import { isDoubtful, pump } from './outbox.ts';
import type { ChatState, Effect, EmitEffect } from './state.ts';
import { withoutNotice } from './transcript.ts';

/** One step in the making: the state so far and the effects so far. It lives for one call of `step` and never leaves it. */
export interface Turn {
  state: ChatState;
  readonly effects: Effect[];
  readonly at: number;
  readonly roll: number;
}

export const update = (turn: Turn, change: Partial<ChatState>): void => {
  turn.state = { ...turn.state, ...change };
};

export const converse = (turn: Turn, change: (conversation: Conversation) => Conversation): void => {
  const conversation = change(turn.state.conversation);
  if (conversation !== turn.state.conversation) update(turn, { conversation });
};

export const emit = <Name extends keyof ChatEvents>(
  turn: Turn,
  name: Name,
  detail: ChatEvents[Name],
): void => {
  turn.effects.push({ do: 'emit', name, detail } as EmitEffect);
};

/** A fresh number for a socket or a call. */
export function nextNumber(turn: Turn): number {
  update(turn, { counter: turn.state.counter + 1 });
  return turn.state.counter;
}

const dialectOf = ({ session }: ChatState): Dialect =>
  session.at === 'open' ? session.grant.dialect : 'service';

/** Writes to the open socket; the caller has made sure that there is one. */
export function sendFrame(turn: Turn, command: ClientCommand): void {
  const socket = socketOf(turn.state.link);
  if (socket !== null)
    turn.effects.push({ do: 'send-frame', socket, command, dialect: dialectOf(turn.state) });
}

export function requestJoin(turn: Turn): void {
  update(turn, { join: requested(turn.state.join, turn.at) });
  sendFrame(turn, { kind: 'requestAgentJoin' });
}

/** Says it after all that stands there; an earlier notice of the kind gives way. */
export function noteAgain(turn: Turn, notice: 'agent_unavailable' | 'too_many_windows'): void {
  converse(turn, (it) =>
    addNotice({ ...it, transcript: withoutNotice(it.transcript, notice) }, { notice }, { at: turn.at }),
  );
}

/** The agent was asked often enough: what waits for it has failed, and may be sent again (reliability R5: never stuck). */
export function nobodyJoins(turn: Turn): void {
  for (const { id } of turn.state.outbox) converse(turn, (it) => failMessage(it, id, 'unconfirmed', true));
  update(turn, { outbox: [], settleUntil: null });
  noteAgain(turn, 'agent_unavailable');
}

export function stopTyping(turn: Turn): void {
  if (!turn.state.typingOut) return;
  update(turn, { typingOut: null });
  if (isLive(turn.state.link)) sendFrame(turn, { kind: 'userTyping', state: 'stopped' });
}

/** The agent is there and nothing is in doubt: what waits may leave (spec messaging §7, §9). */
export function pumpOutbox(turn: Turn): void {
  const { link, join, outbox, endingUntil } = turn.state;
  if (!isLive(link) || join.at !== 'joined' || endingUntil !== null || outbox.length === 0) return;
  if (isDoubtful(outbox)) {
    // spec messaging §9: the server may still be storing it.
    if (turn.state.settleUntil === null) update(turn, { settleUntil: turn.at + SETTLE_MS });
    return;
  }
  const pumped = pump(outbox, turn.at);
  if (pumped.send.length === 0) return;
  update(turn, { outbox: pumped.outbox });
  for (const { id, text } of pumped.send) sendFrame(turn, { kind: 'userMessage', text, clientEventId: id });
}
