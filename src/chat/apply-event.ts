import { unreachable } from '../base/unreachable.ts';
import type { EventOf, MessageBody, Person, ServerEvent } from '../protocol/events.ts';
import { THINKING_MS } from '../protocol/limits.ts';
import { systemAction } from '../protocol/system-messages.ts';
import {
  addNotice,
  type Conversation,
  endConversation,
  message,
  offerResend,
  type Placed,
  quiet,
  withoutResend,
} from './conversation.ts';
import { liveTyping, tell } from './handoff.ts';
import { addId, hasId } from './id-set.ts';
import type { Message } from './model.ts';
import { advance, isBehind } from './sequence.ts';
import { addChunk, hasContent, hasGap, openStream } from './streams.ts';
import { amend, find, findMessage, latestRank, put, settleFailed } from './transcript.ts';

export interface Arrival {
  readonly at: number;
  /** The bubble that an echo of the visitor's own words belongs to; null: it is told apart by the event. */
  readonly echoOf: string | null;
}

/** True when the event is a repeat of a journaled one (spec messaging §4); transient events always pass. */
function isRepeat({ seen, progress }: Conversation, { id, sequence }: ServerEvent): boolean {
  if (sequence === null) return false;
  return id === null ? isBehind(progress, sequence) : hasId(seen, id);
}

// spec messaging §14: sequences that start again are shown after what is there.
function rankOf({ transcript, progress }: Conversation, { sequence }: ServerEvent): number {
  return sequence === null || isBehind(progress, sequence) ? latestRank(transcript) : sequence;
}

/** One event of the platform. Repeats and whatever comes after the end change nothing but the count. */
export function applyEvent(given: Conversation, event: ServerEvent, arrival: Arrival): Conversation {
  if (given.ended !== null || isRepeat(given, event)) return { ...given, ignored: given.ignored + 1 };
  const rank = rankOf(given, event);
  const conversation =
    event.sequence === null
      ? given
      : {
          ...given,
          seen: event.id === null ? given.seen : addId(given.seen, event.id),
          progress: advance(given.progress, event.sequence, arrival.at),
        };
  return applyBody(conversation, event, rank, arrival);
}

function applyBody(
  conversation: Conversation,
  event: ServerEvent,
  rank: number,
  arrival: Arrival,
): Conversation {
  const place = { id: event.sequence === null ? null : event.id, rank, at: event.at ?? arrival.at };
  switch (event.kind) {
    case 'sessionStart':
      return { ...conversation, capabilities: event.capabilities };
    case 'agentThinking':
      return { ...conversation, thinkingUntil: arrival.at + THINKING_MS };
    case 'agentMessage':
      return fullMessage(conversation, event, place, {
        author: 'agent',
        person: { ...conversation.agent, ...known(event.person) },
      });
    case 'liveAgentMessage':
      return fullMessage(conversation, event, place, {
        author: 'live-agent',
        person: liveAuthor(conversation, event),
      });
    case 'agentMessageChunk':
      return chunk(conversation, event, place, arrival.at);
    case 'userMessage':
      return echo(conversation, event, place, arrival);
    case 'agentJoined':
    case 'languageChanged':
    case 'agentTriggeredHandoff':
    case 'agentLeft':
    case 'handoffAccepted':
    case 'handoffQueueStatus':
    case 'clientHandoffRequired':
    case 'handoffFailed':
    case 'handoffTimeout':
    case 'liveAgentJoined':
    case 'liveAgentLeft':
      return tell(conversation, event, place);
    case 'liveAgentTyping':
      return liveTyping(conversation, event, arrival.at);
    case 'systemMessage':
      return systemMessage(conversation, event, place);
    case 'sessionEnd':
      return endConversation(conversation, { notice: 'conversation_ended', reason: event.reason }, place);
    case 'sessionIdleWarning':
      return addNotice(conversation, { notice: 'idle_warning' }, place);
    case 'receipt':
      return receipt(conversation, event);
    // Echoes of what has no bubble, and what is defined but says nothing yet (spec messaging §4, §6).
    case 'requestAgentJoin':
    case 'userEndSession':
    case 'userTyping':
    case 'heartbeat':
    case 'showCsatRequest':
    case 'csatResponse':
    case 'unknown':
      return conversation;
    default:
      return unreachable(event);
  }
}

/** Only the fields that are there, so that they can be laid over what is known already. */
const known = (person: Person): Person =>
  Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined));

// spec messaging §14: the agent_id that joined earlier, else the name on the message, else nobody in particular.
const liveAuthor = ({ liveAgents }: Conversation, { person }: MessageBody): Person =>
  liveAgents.find(({ id }) => id !== undefined && id === person.id) ?? person;

function fullMessage(
  conversation: Conversation,
  event: EventOf<'agentMessage' | 'liveAgentMessage'>,
  place: Placed,
  by: Pick<Message, 'author' | 'person'>,
): Conversation {
  const calm = withoutResend(quiet(conversation));
  const { messageId, text, attachments, suggestions, callActions } = event;
  const before = find(calm.transcript, messageId);
  const streams = calm.streams.filter((stream) => stream.messageId !== messageId);
  // spec messaging §8: a full message replaces the text of the stream with its id; nothing at all makes no bubble.
  if (!before && !hasContent(event) && callActions.length === 0) return { ...calm, streams };
  const entry = message({
    ...by,
    id: messageId,
    text,
    at: before?.entry.at ?? place.at,
    attachments,
    suggestions,
    callActions,
  });
  const next = { ...calm, streams, transcript: put(calm.transcript, entry, before?.rank ?? place.rank) };
  // spec messaging §11: `end_conversation` on a message = show it, then the end.
  if (!event.endsConversation) return next;
  return endConversation(next, { notice: 'conversation_ended', reason: 'natural_end' }, { at: place.at });
}

function chunk(
  conversation: Conversation,
  event: EventOf<'agentMessageChunk'>,
  place: Placed,
  arrivedAt: number,
): Conversation {
  const { messageId } = event;
  const { streams, transcript, progress } = conversation;
  const { rank } = place;
  const open = streams.find((it) => it.messageId === messageId);
  const row = find(transcript, messageId);
  const before = row?.entry.kind === 'message' ? row.entry : undefined;
  // Complete, or replaced by the full message: only where it belongs can be news.
  if (!open && row && before) {
    return rank < row.rank ? { ...conversation, transcript: put(transcript, before, rank) } : conversation;
  }

  const stream = addChunk(open ?? openStream(messageId, rank, arrivedAt), event, rank, arrivedAt);
  const next: Conversation = {
    ...withoutResend(quiet(conversation)),
    // spec messaging §8: no base is assumed, so that what seems complete may lack its first chunk as long as events are missing.
    streams: [...streams.filter((it) => it !== open), stream].filter(
      (it) => !it.isComplete || hasGap(it) || progress.ahead.length > 0,
    ),
  };
  if (!before && !hasContent(stream)) return next;
  const entry = message({
    id: messageId,
    author: 'agent',
    text: stream.text,
    at: before?.at ?? place.at,
    person: conversation.agent ?? {},
    attachments: stream.attachments,
    suggestions: stream.suggestions,
    streaming: !stream.isComplete,
  });
  return { ...next, transcript: put(next.transcript, entry, stream.rank) };
}

function echo(
  conversation: Conversation,
  event: EventOf<'userMessage'>,
  place: Placed,
  arrival: Arrival,
): Conversation {
  const id =
    arrival.echoOf ?? event.clientEventId ?? event.messageId ?? place.id ?? `local-${conversation.localIds}`;
  const before = findMessage(conversation.transcript, id);
  // A second echo of the same words: one bubble (spec messaging §9).
  if (before && before.delivery !== 'sending' && before.delivery !== 'failed') return conversation;
  const entry = message({
    id,
    author: 'user',
    text: event.text,
    at: before?.at ?? place.at,
    platformId: event.messageId === id ? undefined : event.messageId,
    delivery: 'sent',
  });
  return conversation.receipts.reduce(receipt, {
    ...conversation,
    localIds: conversation.localIds + 1,
    receipts: [],
    transcript: settleFailed(put(conversation.transcript, entry, place.rank)),
  });
}

/** More are not worth remembering. */
const RECEIPTS_MAX = 100;

function receipt(conversation: Conversation, event: EventOf<'receipt'>): Conversation {
  if (event.by === 'user') return conversation;
  const { transcript } = conversation;
  const id = event.clientEventId ?? event.messageId ?? '';
  const entry =
    findMessage(transcript, id) ??
    transcript.rows.findLast((it) => it.entry.kind === 'message' && it.entry.platformId === id)?.entry;
  // It has overtaken the echo.
  if (entry?.kind !== 'message' || entry.delivery === 'sending' || entry.delivery === 'failed')
    return { ...conversation, receipts: [...conversation.receipts, event].slice(-RECEIPTS_MAX) };
  if (entry.delivery === 'read') return conversation;
  const delivery = event.receipt === 'read' ? 'read' : 'delivered';
  return { ...conversation, transcript: amend(transcript, entry.id, { delivery }) };
}

function systemMessage(
  conversation: Conversation,
  event: EventOf<'systemMessage'>,
  place: Placed,
): Conversation {
  const calm = event.level === 'error' ? quiet(conversation) : conversation;
  switch (systemAction(event.message)) {
    case 'resend':
      return addNotice(
        offerResend(calm),
        { notice: 'system', level: event.level, text: event.message },
        place,
      );
    case 'show':
    case 'not-delivered':
      return addNotice(calm, { notice: 'system', level: event.level, text: event.message }, place);
    case 'handoff-failed':
      return tell(calm, event, place);
    // What these lead to is the business of the session, the connection or the join.
    case 'log':
    case 'gone':
    case 'check':
    case 'configuration':
    case 'rejoin':
      return calm;
  }
}
