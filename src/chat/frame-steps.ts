import { decode } from '../protocol/codec.ts';
import type { EventOf, ServerEvent } from '../protocol/events.ts';
import { BINARY_FRAMES, BINARY_WINDOW_MS } from '../protocol/limits.ts';
import { systemAction } from '../protocol/system-messages.ts';
import { applyEvent } from './apply-event.ts';
import { askState } from './ask-state.ts';
import { type Conversation, failMessage, withTranscript } from './conversation.ts';
import { echoed, joined, lost } from './join.ts';
import { heard, isLive, replaying, withInterval } from './link.ts';
import { replaceSocket } from './link-steps.ts';
import { matchEcho, remove } from './outbox.ts';
import { configurationFault, finish, sessionGone } from './session-steps.ts';
import { intervalOf } from './state.ts';
import { findMessage, withoutNotice } from './transcript.ts';
import { converse, emit, nobodyJoins, pumpOutbox, type Turn, update } from './turn.ts';

/** One frame of the present socket; frames of older ones are dropped by their number. */
export function frameArrived(turn: Turn, socket: number, text: string): void {
  const { link } = turn.state;
  if (link.at !== 'open' || link.socket !== socket) return;
  const frame = decode(text);
  update(turn, { link: heard(link, turn.at, frame.isHistory) });
  if (turn.state.failedHandshakes > 0) update(turn, { failedHandshakes: 0 });
  if (frame.isHistory && turn.state.hasRetriedHistory) update(turn, { hasRetriedHistory: false });
  for (const lossy of frame.dropped) emit(turn, 'dropped', lossy);

  const interval = intervalOf(turn.state);
  for (const event of frame.events) {
    take(turn, event, frame.isHistory);
    if (turn.state.session.at !== 'open') return;
  }
  const { link: now } = turn.state;
  if (now.at === 'open' && intervalOf(turn.state) !== interval) {
    update(turn, { link: withInterval(now, intervalOf(turn.state), turn.at) });
  }
  pumpOutbox(turn);
}

// spec messaging §4: ignore and count; three within a minute, reconnect once.
export function binaryArrived(turn: Turn, socket: number): void {
  const { link, binaryAt } = turn.state;
  if (link.at !== 'open' || link.socket !== socket) return;
  emit(turn, 'dropped', { what: 'frame', reason: 'binary' });
  const recent = [...binaryAt.filter((it) => turn.at - it < BINARY_WINDOW_MS), turn.at];
  update(turn, { link: heard(link, turn.at, false), binaryAt: recent });
  if (recent.length < BINARY_FRAMES) return;
  update(turn, { binaryAt: [] });
  replaceSocket(turn);
}

function take(turn: Turn, event: ServerEvent, isHistory: boolean): void {
  const before = turn.state.conversation;
  const echoOf = event.kind === 'userMessage' ? matchEcho(turn.state.outbox, event) : null;
  const after = applyEvent(before, event, { at: turn.at, echoOf });
  update(turn, { conversation: after });
  if (after.ignored > before.ignored) return;
  if (echoOf !== null) update(turn, { outbox: remove(turn.state.outbox, echoOf) });
  // What a history tells of was acted on when it happened.
  if (!isHistory || event.kind !== 'systemMessage') follow(turn, event);
  announce(turn, event, echoOf, before);
  if (after.ended !== null) finish(turn, 'ended');
}

/** What an event means for the join, the outbox and the session. */
function follow(turn: Turn, event: ServerEvent): void {
  const { link, join } = turn.state;
  switch (event.kind) {
    case 'sessionStart':
      // It came when the history had gone quiet already: whether the agent is there is decided once it is quiet again.
      if (isLive(link) && join.at === 'unasked') update(turn, { link: replaying(link, turn.at) });
      return;
    case 'requestAgentJoin':
      return update(turn, { join: echoed(turn.state.join, turn.at, turn.roll) });
    case 'agentJoined':
      update(turn, { join: joined(turn.state.join) });
      return converse(turn, (it) => withTranscript(it, withoutNotice(it.transcript, 'agent_unavailable')));
    case 'agentMessage':
    case 'agentMessageChunk':
      // Whoever answers is there, even if the event that says so is missing.
      if (turn.state.join.at === 'unasked') update(turn, { join: joined(turn.state.join) });
      return;
    case 'systemMessage':
      return followSystemMessage(turn, event);
    default:
      return;
  }
}

/** spec messaging §10: each text's action, apart from what it shows. */
function followSystemMessage(turn: Turn, event: EventOf<'systemMessage'>): void {
  switch (systemAction(event.message)) {
    case 'gone':
      return sessionGone(turn);
    case 'check':
      return askState(turn);
    case 'configuration':
      return configurationFault(turn);
    case 'rejoin':
      update(turn, { join: lost(turn.state.join, turn.at, turn.roll) });
      if (turn.state.join.at === 'unavailable') nobodyJoins(turn);
      return;
    case 'not-delivered':
      return latestFailed(turn);
    case 'log':
      return emit(turn, 'dropped', {
        what: 'frame',
        reason: `refused by the platform: ${event.message.slice(0, 120)}`,
      });
    case 'show':
    case 'resend':
    case 'handoff-failed':
      return;
  }
}

function latestFailed(turn: Turn): void {
  const { transcript } = turn.state.conversation;
  const row = transcript.rows.findLast(({ entry }) => entry.kind === 'message' && entry.author === 'user');
  if (!row) return;
  update(turn, { outbox: remove(turn.state.outbox, row.entry.id) });
  converse(turn, (it) => failMessage(it, row.entry.id, 'unconfirmed', true));
}

/** Tells the page what is new; what a resumed session had before this page opened is not. */
function announce(turn: Turn, event: ServerEvent, echoOf: string | null, before: Conversation): void {
  const { conversation, session, hasBeenLive } = turn.state;
  if (!hasBeenLive && session.at === 'open' && session.isResumed) return;
  if (event.kind === 'clientHandoffRequired') {
    const { reason, queueName, route } = event;
    return emit(turn, 'clientHandoffRequired', { reason, queueName, route });
  }
  const id =
    event.kind === 'userMessage'
      ? (echoOf ?? event.clientEventId ?? event.messageId)
      : event.kind === 'agentMessage' ||
          event.kind === 'liveAgentMessage' ||
          (event.kind === 'agentMessageChunk' && event.isComplete)
        ? event.messageId
        : undefined;
  const message = id === undefined ? undefined : findMessage(conversation.transcript, id);
  if (message && !message.streaming && message !== findMessage(before.transcript, message.id))
    emit(turn, 'message', message);
}
