import { unreachable } from '../base/unreachable.ts';
import type { EventOf, MessageBody, Person, ServerEvent } from '../protocol/events.ts';
import { THINKING_MS } from '../protocol/limits.ts';
import type { ChunkJoin } from '../protocol/relay.ts';
import { systemAction } from '../protocol/system-messages.ts';
import {
  addNotice,
  type Conversation,
  clearIndicators,
  endConversation,
  entryId,
  message,
  offerResend,
  type Place,
  withdrawResend,
} from './conversation.ts';
import { applyStatusEvent, liveTyping } from './handoff.ts';
import { addId, hasId } from './id-set.ts';
import type { Message } from './model.ts';
import { advance, isApplied } from './sequence.ts';
import { addChunk, hasContent, hasGap, openStream } from './streams.ts';
import { findMessage, findRow, latestRank, pinLeadingFailed, put, updateMessage } from './transcript.ts';

export interface Arrival {
  readonly at: number;
  /** Id of the message that a `userMessage` echoes; null: the event itself gives the id. */
  readonly echoOf: string | null;
  readonly chunkJoin?: ChunkJoin | undefined;
}

const AUTHORS = {
  agentMessage: 'agent',
  agentMessageChunk: 'agent',
  liveAgentMessage: 'live-agent',
} as const;

/**
 * The event with the id of its entry. M-14.15: a message without one is known by its event; a chunk without one continues
 * the newest open stream that lacks its index.
 */
export function withEntryId(conversation: Conversation, event: ServerEvent): ServerEvent {
  const named = withMessageId(conversation, event);
  return named.kind === 'agentMessage' ||
    named.kind === 'agentMessageChunk' ||
    named.kind === 'liveAgentMessage'
    ? { ...named, messageId: entryId(conversation, AUTHORS[named.kind], named.messageId) }
    : named;
}

function withMessageId({ streams, transcript }: Conversation, event: ServerEvent): ServerEvent {
  if (!('text' in event) || event.messageId !== '') return event;
  const index = event.kind === 'agentMessageChunk' ? event.chunkIndex : undefined;
  const stream =
    index === undefined
      ? undefined
      : streams.findLast((it) => !it.isComplete && it.chunks.every((chunk) => chunk.index !== index));
  const id = event.id ?? `event-${event.sequence ?? -transcript.rows.length}`;
  return { ...event, messageId: stream?.messageId ?? id };
}

/** M-4.4: true for a journaled event that was applied before. Transient events always pass. */
function isRepeat({ seenIds, progress }: Conversation, { id, sequence }: ServerEvent): boolean {
  if (sequence === null) return false;
  return id === null ? isApplied(progress, sequence) : hasId(seenIds, id);
}

// M-14.2: an event of a sequence that starts again is shown after the present entries.
function rankOf({ transcript, progress }: Conversation, { sequence }: ServerEvent): number {
  return sequence === null || isApplied(progress, sequence) ? latestRank(transcript) : sequence;
}

/** Applies one event of the platform. Repeats and events after the end are only counted (M-4.4, M-11.11). */
export function applyEvent(previous: Conversation, event: ServerEvent, arrival: Arrival): Conversation {
  if (previous.ended !== null || isRepeat(previous, event))
    return { ...previous, ignoredCount: previous.ignoredCount + 1 };
  const rank = rankOf(previous, event);
  const conversation =
    event.sequence === null
      ? previous
      : {
          ...previous,
          seenIds: event.id === null ? previous.seenIds : addId(previous.seenIds, event.id),
          progress: advance(previous.progress, event.sequence, arrival.at),
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
        person: { ...conversation.agent, ...definedFields(event.person) },
      });
    case 'liveAgentMessage':
      return fullMessage(conversation, event, place, {
        author: 'live-agent',
        person: liveAuthor(conversation, event),
      });
    case 'agentMessageChunk':
      return chunk(conversation, event, place, arrival);
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
      return applyStatusEvent(conversation, event, place);
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
    // M-4.10, M-6.21: echoes without a bubble, and events that are defined but have no effect yet.
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

/** Removes undefined fields, so that a spread does not overwrite known values. */
const definedFields = (person: Person): Person =>
  Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined));

// M-14.5: the person who joined with that id, else the name on the message, else no name.
const liveAuthor = ({ liveAgents }: Conversation, { person }: MessageBody): Person =>
  liveAgents.find(({ id }) => id !== undefined && id === person.id) ?? person;

function fullMessage(
  previous: Conversation,
  event: EventOf<'agentMessage' | 'liveAgentMessage'>,
  place: Place,
  by: Pick<Message, 'author' | 'person'>,
): Conversation {
  const conversation = withdrawResend(clearIndicators(previous));
  const { messageId, text, attachments, suggestions, callActions } = event;
  const before = findRow(conversation.transcript, messageId);
  const streams = conversation.streams.filter((stream) => stream.messageId !== messageId);
  // M-8.6: a full message replaces the text of the stream with its id. M-8.10: without content there is no bubble.
  if (!before && !hasContent(event) && callActions.length === 0) return { ...conversation, streams };
  const entry = message({
    ...by,
    id: messageId,
    text,
    at: before?.entry.at ?? place.at,
    attachments,
    suggestions,
    callActions,
  });
  const next = {
    ...conversation,
    streams,
    transcript: put(conversation.transcript, entry, before?.rank ?? place.rank),
  };
  // M-11.12: show the message, then end.
  if (!event.endsConversation) return next;
  return endConversation(next, { notice: 'conversation_ended', reason: 'natural_end' }, { at: place.at });
}

function chunk(
  conversation: Conversation,
  event: EventOf<'agentMessageChunk'>,
  place: Place,
  { at: arrivedAt, chunkJoin }: Arrival,
): Conversation {
  const { messageId } = event;
  const { streams, transcript, progress } = conversation;
  const { rank } = place;
  const open = streams.find((it) => it.messageId === messageId);
  const row = findRow(transcript, messageId);
  const before = row?.entry.kind === 'message' ? row.entry : undefined;
  // The message is complete already, so an early chunk can only correct its place.
  if (!open && row && before) {
    return rank < row.rank ? { ...conversation, transcript: put(transcript, before, rank) } : conversation;
  }

  const stream = addChunk(open ?? openStream(messageId, rank, arrivedAt), event, rank, arrivedAt, chunkJoin);
  const next: Conversation = {
    ...withdrawResend(clearIndicators(conversation)),
    // M-8.2: without a known first index a complete stream may lack its first chunk as long as events are missing.
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

/** Id of the entry of the visitor's message that an event echoes; `echoOf`: the id of that message on this page. */
export function echoedId(
  conversation: Conversation,
  { clientEventId, messageId }: EventOf<'userMessage'>,
  echoOf: string | null,
): string | undefined {
  const id = echoOf ?? clientEventId ?? messageId;
  return id === undefined ? undefined : entryId(conversation, 'user', id);
}

function echo(
  conversation: Conversation,
  event: EventOf<'userMessage'>,
  place: Place,
  arrival: Arrival,
): Conversation {
  const id =
    echoedId(conversation, event, arrival.echoOf) ??
    entryId(conversation, 'user', place.id ?? `local-${conversation.localIdCount}`);
  const before = findMessage(conversation.transcript, id);
  // M-9.9: a second echo of one id is only counted.
  if (before && before.delivery !== 'sending' && before.delivery !== 'failed')
    return { ...conversation, ignoredCount: conversation.ignoredCount + 1 };
  const entry = message({
    id,
    author: 'user',
    text: event.text,
    at: before?.at ?? place.at,
    platformId: event.messageId === id ? undefined : event.messageId,
    delivery: 'sent',
  });
  return conversation.earlyReceipts.reduce(receipt, {
    ...conversation,
    localIdCount: conversation.localIdCount + 1,
    earlyReceipts: [],
    transcript: pinLeadingFailed(put(conversation.transcript, entry, place.rank)),
  });
}

/** Receipts that are kept until the echo of their message arrives. */
const RECEIPTS_MAX = 100;

function receipt(conversation: Conversation, event: EventOf<'receipt'>): Conversation {
  if (event.by === 'user') return conversation;
  const { transcript } = conversation;
  const id = event.clientEventId ?? event.messageId ?? '';
  const entry =
    findMessage(transcript, entryId(conversation, 'user', id)) ??
    transcript.rows.findLast((it) => it.entry.kind === 'message' && it.entry.platformId === id)?.entry;
  // The receipt has overtaken the echo of its message.
  if (entry?.kind !== 'message' || entry.delivery === 'sending' || entry.delivery === 'failed')
    return { ...conversation, earlyReceipts: [...conversation.earlyReceipts, event].slice(-RECEIPTS_MAX) };
  if (entry.delivery === 'read') return conversation;
  const delivery = event.receipt === 'read' ? 'read' : 'delivered';
  return { ...conversation, transcript: updateMessage(transcript, entry.id, { delivery }) };
}

function systemMessage(
  conversation: Conversation,
  event: EventOf<'systemMessage'>,
  place: Place,
): Conversation {
  const cleared = event.level === 'error' ? clearIndicators(conversation) : conversation;
  switch (systemAction(event.message)) {
    case 'resend':
      return addNotice(
        offerResend(cleared),
        { notice: 'system', level: event.level, text: event.message },
        place,
      );
    case 'show':
    case 'not-delivered':
      return addNotice(cleared, { notice: 'system', level: event.level, text: event.message }, place);
    case 'handoff-failed':
      return applyStatusEvent(cleared, event, place);
    // These concern the session, the connection or the join, see frame-steps.ts.
    case 'log':
    case 'gone':
    case 'check':
    case 'configuration':
    case 'rejoin':
      return cleared;
  }
}
