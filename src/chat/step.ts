import { unreachable } from '../base/unreachable.ts';
import { REST_MS } from '../protocol/limits.ts';
import { conversationTick, failMessage } from './conversation.ts';
import { binaryArrived, frameArrived } from './frame-steps.ts';
import { joinTick } from './join.ts';
import { isLive } from './link.ts';
import {
  becameVisible,
  socketClosed,
  socketOpened,
  tickLink,
  wentOffline,
  wentOnline,
} from './link-events.ts';
import { replaceSocket, rest, wake } from './link-steps.ts';
import { confirmDue, settle } from './outbox.ts';
import { acceptGap, askedForGap } from './sequence.ts';
import { callRelay, follow, relayAnswered, restart, start, tickSession } from './session-steps.ts';
import type { ChatState, Effect, Input } from './state.ts';
import { converse, nobodyJoins, pumpOutbox, sendFrame, stopTyping, type Turn, update } from './turn.ts';
import { end, reconnect, retry, send, typing } from './visitor-steps.ts';

/**
 * The whole client as one pure function: what happened, on top of what is known, gives what is known now and what the shell
 * has to do. Feeding a recorded list of inputs again gives the same screen.
 */
export function step(state: ChatState, input: Input): readonly [ChatState, readonly Effect[]] {
  const turn: Turn = { state, effects: [], at: input.at, roll: input.roll };
  take(turn, input);
  return [turn.state, turn.effects];
}

function take(turn: Turn, input: Input): void {
  switch (input.is) {
    case 'start':
      return start(turn, input.storedSessionId);
    case 'rest':
      return update(turn, { restAt: turn.state.restAt ?? turn.at + REST_MS });
    case 'send':
      return send(turn, input.id, input.text);
    case 'retry':
      return retry(turn, input.id);
    case 'typing':
      return typing(turn, input.isTyping);
    case 'end':
      return end(turn);
    case 'restart':
      return restart(turn);
    case 'reconnect':
      return reconnect(turn);
    case 'relay-answered':
      return relayAnswered(turn, input.call, input.answer);
    case 'socket-opened':
      return socketOpened(turn, input.socket);
    case 'frame':
      return frameArrived(turn, input.socket, input.text);
    case 'binary-frame':
      return binaryArrived(turn, input.socket);
    case 'socket-closed':
      return socketClosed(turn, input.socket, input.code);
    case 'online':
      wentOnline(turn);
      return resumeCalls(turn);
    case 'offline':
      return wentOffline(turn);
    case 'visible':
      return becameVisible(turn);
    case 'pagehide':
      update(turn, { isAway: true });
      return rest(turn);
    case 'pageshow':
      update(turn, { isAway: false });
      return wake(turn);
    case 'stored':
      return follow(turn, input.sessionId);
    case 'tick':
      return tick(turn);
    default:
      return unreachable(input);
  }
}

/** A call to the relay that waited for the browser to be online. */
function resumeCalls(turn: Turn): void {
  const { session } = turn.state;
  if (session.at === 'backing-off' && session.until === null) callRelay(turn, session.purpose, session.tries);
}

/** Everything that time has done since the last step. */
function tick(turn: Turn): void {
  tickSession(turn);
  converse(turn, (it) => conversationTick(it, turn.at));
  if (turn.state.typingOut && turn.at >= turn.state.typingOut.until) stopTyping(turn);
  if (turn.state.restAt !== null && turn.at >= turn.state.restAt) rest(turn);
  tickLink(turn);
  if (isLive(turn.state.link)) tickLive(turn);
}

/** Deadlines that only count while the history is in and the socket open. */
function tickLive(turn: Turn): void {
  const before = turn.state.join;
  const join = joinTick(before, turn.at, turn.roll);
  if (join !== before) update(turn, { join });
  if (join.at === 'requested' && join.asked > before.asked) sendFrame(turn, { kind: 'requestAgentJoin' });
  if (join.at === 'unavailable' && before.at !== 'unavailable') nobodyJoins(turn);

  const { gap } = turn.state.conversation.progress;
  if (gap && turn.at >= gap.until) {
    // spec messaging §12: a hole is asked for once by resuming, then accepted and counted.
    converse(turn, (it) => ({
      ...it,
      progress: (gap.asked ? acceptGap : askedForGap)(it.progress, turn.at),
    }));
    if (!gap.asked) return replaceSocket(turn);
  }
  if (turn.state.settleUntil !== null && turn.at >= turn.state.settleUntil) settleOutbox(turn);
  const due = confirmDue(turn.state.outbox);
  if (due !== null && turn.at >= due) replaceSocket(turn);
}

/** The replay, and two seconds more, did not bring the echo (spec messaging §9). */
function settleOutbox(turn: Turn): void {
  const { gap } = turn.state.conversation.progress;
  // It may be what is missing.
  if (gap) return update(turn, { settleUntil: gap.until });
  const { outbox, failed } = settle(turn.state.outbox);
  update(turn, { outbox, settleUntil: null });
  for (const id of failed) converse(turn, (it) => failMessage(it, id, 'unconfirmed', true));
  pumpOutbox(turn);
}
