import type { EventOf, MessageBody, Person } from '../../protocol/events.ts';
import {
  type Arrival,
  type Conversation,
  clearIndicators,
  endConversation,
  entryId,
  message,
  type Place,
  withdrawResend,
} from '../model/conversation.ts';
import type { Message } from '../model/model.ts';
import { addChunk, hasContent, hasGap, openStream } from '../model/streams.ts';
import {
  findLatestRow,
  findMessage,
  findRow,
  pinLeadingFailed,
  put,
  rowsOf,
  updateMessage,
} from '../model/transcript.ts';

/** M-14.15: the event's id identifies a message without an id; such a chunk continues the newest open stream that lacks its index. */
function messageId(
  { streams, transcript }: Conversation,
  event: EventOf<'agentMessage' | 'agentMessageChunk' | 'liveAgentMessage'>,
): string {
  if (event.messageId !== '') return event.messageId;
  const index = event.kind === 'agentMessageChunk' ? event.chunkIndex : undefined;
  const stream =
    index === undefined
      ? undefined
      : streams.findLast(
          (candidate) => !candidate.isComplete && candidate.chunks.every((chunk) => chunk.index !== index),
        );
  return stream?.messageId ?? event.id ?? `event-${event.sequence ?? -rowsOf(transcript).length}`;
}

export const agentMessageId = (
  conversation: Conversation,
  event: EventOf<'agentMessage' | 'agentMessageChunk'>,
): string => entryId(conversation, 'agent', messageId(conversation, event));

export const liveAgentMessageId = (conversation: Conversation, event: EventOf<'liveAgentMessage'>): string =>
  entryId(conversation, 'live-agent', messageId(conversation, event));

/** Removes undefined fields, so that a spread does not overwrite known values. */
function definedFields(person: Person): Person {
  const defined: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(person)) if (value !== undefined) defined[name] = value;
  return defined;
}

// M-14.5: the person who joined with that id, else the name on the message, else no name.
const liveAuthor = ({ liveAgents }: Conversation, { person }: MessageBody): Person =>
  liveAgents.find(({ id }) => id !== undefined && id === person.id) ?? person;

export const agentMessage = (
  conversation: Conversation,
  event: EventOf<'agentMessage'>,
  place: Place,
): Conversation =>
  fullMessage(conversation, event, place, {
    id: agentMessageId(conversation, event),
    author: 'agent',
    person: { ...conversation.agent, ...definedFields(event.person) },
  });

export const liveAgentMessage = (
  conversation: Conversation,
  event: EventOf<'liveAgentMessage'>,
  place: Place,
): Conversation =>
  fullMessage(conversation, event, place, {
    id: liveAgentMessageId(conversation, event),
    author: 'live-agent',
    person: liveAuthor(conversation, event),
  });

function fullMessage(
  previous: Conversation,
  event: EventOf<'agentMessage' | 'liveAgentMessage'>,
  place: Place,
  by: Pick<Message, 'id' | 'author' | 'person'>,
): Conversation {
  const conversation = withdrawResend(clearIndicators(previous));
  const { text, attachments, suggestions, callActions } = event;
  const before = findRow(conversation.transcript, by.id);
  const streams = conversation.streams.filter((stream) => stream.messageId !== by.id);
  // M-8.6: a full message replaces the text of the stream with its id. M-8.10: without content there is no bubble.
  if (!before && !hasContent(event) && callActions.length === 0) return { ...conversation, streams };
  const entry = message({
    ...by,
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

export function chunk(
  conversation: Conversation,
  event: EventOf<'agentMessageChunk'>,
  place: Place,
  { at: arrivedAt, chunkJoin }: Arrival,
): Conversation {
  const id = agentMessageId(conversation, event);
  const { streams, transcript, progress } = conversation;
  const { rank } = place;
  const open = streams.find((candidate) => candidate.messageId === id);
  const row = findRow(transcript, id);
  const before = row?.entry.kind === 'message' ? row.entry : undefined;
  // The message is complete already: an early chunk can only correct its place.
  if (!open && row && before) {
    return rank < row.rank ? { ...conversation, transcript: put(transcript, before, rank) } : conversation;
  }

  const stream = addChunk(open ?? openStream(id, rank, arrivedAt), event, rank, arrivedAt, chunkJoin);
  const next: Conversation = {
    ...withdrawResend(clearIndicators(conversation)),
    // M-8.2: without a known first index a complete stream may lack its first chunk as long as events are missing.
    streams: [...streams.filter((other) => other !== open), stream].filter(
      (other) => !other.isComplete || hasGap(other) || progress.ahead.length > 0,
    ),
  };
  if (!before && !hasContent(stream)) return next;
  const entry = message({
    id,
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

/** Id of the visitor's message that an event echoes: this page's id if known, else the event's. */
export const echoId = (
  conversation: Conversation,
  { id, sequence, clientEventId, messageId }: EventOf<'userMessage'>,
  { echoOf }: Arrival,
): string =>
  entryId(
    conversation,
    'user',
    echoOf ??
      clientEventId ??
      messageId ??
      (sequence === null ? null : id) ??
      `local-${conversation.localIdCount}`,
  );

export function echo(
  conversation: Conversation,
  event: EventOf<'userMessage'>,
  place: Place,
  arrival: Arrival,
): Conversation {
  const id = echoId(conversation, event, arrival);
  const before = findMessage(conversation.transcript, id);
  // M-9.9: a second echo of one id is only counted.
  if (before && before.delivery !== 'sending' && before.delivery !== 'failed')
    return { ...conversation, ignoredCount: conversation.ignoredCount + 1 };
  const entry = message({
    id,
    author: 'user',
    text: event.text,
    // The platform's, like that of every other message: the visitor's clock may be wrong.
    at: place.at,
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

/** Maximum number of receipts that wait for the echo of their message. */
const RECEIPTS_MAX = 100;

export function receipt(conversation: Conversation, event: EventOf<'receipt'>): Conversation {
  if (event.by === 'user') return conversation;
  const { transcript } = conversation;
  const id = event.clientEventId ?? event.messageId ?? '';
  const entry =
    findMessage(transcript, entryId(conversation, 'user', id)) ??
    findLatestRow(transcript, (row) => row.entry.kind === 'message' && row.entry.platformId === id)?.entry;
  // The receipt has overtaken the echo of its message.
  if (entry?.kind !== 'message' || entry.delivery === 'sending' || entry.delivery === 'failed')
    return { ...conversation, earlyReceipts: [...conversation.earlyReceipts, event].slice(-RECEIPTS_MAX) };
  if (entry.delivery === 'read') return conversation;
  const delivery = event.receipt === 'read' ? 'read' : 'delivered';
  return { ...conversation, transcript: updateMessage(transcript, entry.id, { delivery }) };
}
