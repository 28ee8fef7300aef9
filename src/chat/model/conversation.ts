import type { Plain } from '../../base/plain.ts';
import type { Capabilities, EndReason, EventOf, Person, ServerEvent } from '../../protocol/events.ts';
import { STREAM_SILENCE_MS } from '../../protocol/limits.ts';
import type { ChunkJoin } from '../../protocol/relay.ts';
import { emptyIds, type IdSet } from './id-set.ts';
import type { DeliveryFailure, Entry, HandoffStatus, Message, Notice, NoticeBody } from './model.ts';
import { noProgress, type Progress } from './sequence.ts';
import type { Stream } from './streams.ts';
import {
  emptyTranscript,
  findLatestRow,
  findRow,
  latestRank,
  pinLeadingFailed,
  pinPending,
  put,
  rowsOf,
  type Transcript,
  updateMessage,
  withoutNotice,
} from './transcript.ts';

/** State of a conversation as the session's events describe it, independent of sockets. */
export interface Conversation {
  readonly transcript: Transcript;
  /** Ids of the journaled events that were applied. */
  readonly seenIds: IdSet;
  readonly progress: Progress;
  readonly streams: readonly Stream[];
  /** The agent is thinking; the indicator ends at this time at the latest (M-11.5). */
  readonly thinkingUntil: number | null;
  /** The notice of a slow reply is shown; it is removed when the reply arrives. */
  readonly isSlow: boolean;
  readonly liveTyping: { readonly name?: string | undefined; readonly until: number } | null;
  readonly agent: Person | null;
  readonly liveAgents: readonly Person[];
  readonly handoff: HandoffStatus;
  /** Events that set `agent`, `liveAgents`, `handoff` and `language`, in the journal's order (M-13.7). */
  readonly facts: readonly { readonly event: ServerEvent; readonly place: Place }[];
  readonly language: string | null;
  readonly capabilities: Capabilities | null;
  /** M-7.10: subject of the token about the visitor that the platform accepts. */
  readonly contextId: string | null;
  /** Id of the visitor's message that the agent could not answer, until there is another message (M-10.3). */
  readonly resendableId: string | null;
  /** Receipts of messages whose echo has not arrived yet. */
  readonly earlyReceipts: readonly EventOf<'receipt'>[];
  /** Fields of the platform's last request for feedback (M-6.21). */
  readonly csatRequest: Plain | null;
  readonly ended: EndReason | null;
  /** Counter for the ids of entries without an event id. */
  readonly localIdCount: number;
  /** Number of ignored events: repeats, second echoes and events after the end. */
  readonly ignoredCount: number;
}

export const emptyConversation: Conversation = {
  transcript: emptyTranscript,
  seenIds: emptyIds,
  progress: noProgress,
  streams: [],
  thinkingUntil: null,
  isSlow: false,
  liveTyping: null,
  agent: null,
  liveAgents: [],
  handoff: 'none',
  facts: [],
  language: null,
  capabilities: null,
  contextId: null,
  resendableId: null,
  earlyReceipts: [],
  csatRequest: null,
  ended: null,
  localIdCount: 0,
  ignoredCount: 0,
};

type Author = Message['author'] | 'notice';

export interface Placement {
  /** Id of the entry; absent: a local id. */
  readonly id?: string | null;
  /** Absent: after all confirmed entries. */
  readonly rank?: number;
  readonly at: number;
}
export type Place = Required<Placement>;

/** Facts about an event that it does not contain. */
export interface Arrival {
  readonly at: number;
  /** Id of the message on this page that a `userMessage` echoes; null: the event itself gives the id. */
  readonly echoOf: string | null;
  readonly chunkJoin?: ChunkJoin | undefined;
}

const authorOf = (entry: Entry): Author => (entry.kind === 'notice' ? 'notice' : entry.author);

/**
 * M-4.14: id of the entry that its author calls `id`. Visitors, agents and notices have separate numbering, so two of them may
 * have the same id: then the later entry's id contains its author.
 */
export function entryId({ transcript, streams }: Conversation, author: Author, id: string): string {
  const own = `${author}:${id}`;
  if (findRow(transcript, own)) return own;
  const { entry } = findRow(transcript, id) ?? {};
  const isTaken = entry
    ? authorOf(entry) !== author
    : author !== 'agent' && streams.some(({ messageId }) => messageId === id);
  return isTaken ? own : id;
}

export function addNotice(conversation: Conversation, body: NoticeBody, place: Placement): Conversation {
  const { transcript, localIdCount } = conversation;
  const id = entryId(conversation, 'notice', place.id ?? `local-${localIdCount}`);
  const notice: Notice = { ...body, kind: 'notice', id, at: place.at };
  return {
    ...conversation,
    localIdCount: localIdCount + 1,
    transcript: put(transcript, notice, place.rank ?? latestRank(transcript)),
  };
}

export const withTranscript = (conversation: Conversation, transcript: Transcript): Conversation =>
  transcript === conversation.transcript ? conversation : { ...conversation, transcript };

export const message = (
  fields: Pick<Message, 'id' | 'author' | 'text' | 'at'> & Partial<Message>,
): Message => ({
  kind: 'message',
  person: {},
  attachments: [],
  suggestions: [],
  callActions: [],
  streaming: false,
  interrupted: false,
  ...fields,
});

/** Removes the typing indicators and the notice of a slow reply (M-11.5). */
export function clearIndicators(conversation: Conversation): Conversation {
  if (conversation.thinkingUntil === null && !conversation.liveTyping && !conversation.isSlow)
    return conversation;
  return {
    ...conversation,
    thinkingUntil: null,
    liveTyping: null,
    isSlow: false,
    transcript: conversation.isSlow
      ? withoutNotice(conversation.transcript, 'slow_reply')
      : conversation.transcript,
  };
}

/** Offers to send the visitor's last message again, because the agent could not answer it (M-10.2, M-10.3). */
export function offerResend(conversation: Conversation): Conversation {
  const { transcript } = conversation;
  const { entry } = findLatestRow(transcript, (row) => row.entry.kind === 'message') ?? {};
  if (entry?.kind !== 'message' || entry.author !== 'user' || entry.delivery === 'sending')
    return conversation;
  return {
    ...conversation,
    resendableId: entry.id,
    transcript: updateMessage(transcript, entry.id, { canRetry: true }),
  };
}

/** Withdraws the offer to send a message again, because there is another message. */
export function withdrawResend(conversation: Conversation): Conversation {
  const { resendableId, transcript } = conversation;
  if (resendableId === null) return conversation;
  return {
    ...conversation,
    resendableId: null,
    transcript: updateMessage(transcript, resendableId, { canRetry: undefined }),
  };
}

/** Marks a message of the visitor as failed. */
export const failMessage = (
  conversation: Conversation,
  id: string,
  failure: DeliveryFailure,
  canRetry: boolean,
): Conversation =>
  withTranscript(
    conversation,
    pinLeadingFailed(updateMessage(conversation.transcript, id, { delivery: 'failed', failure, canRetry })),
  );

/** Ends the conversation (M-11.11): partial text stays, unconfirmed messages fail. M-8.7: streams become complete. */
export function endConversation(
  conversation: Conversation,
  ending: NoticeBody & { readonly notice: 'conversation_ended' | 'session_expired' },
  place: Placement,
): Conversation {
  let transcript = pinPending(clearIndicators(conversation).transcript);
  for (const { messageId } of conversation.streams)
    transcript = updateMessage(transcript, messageId, { streaming: false });
  for (const { entry } of rowsOf(transcript)) {
    if (entry.kind !== 'message') continue;
    if (entry.delivery === 'sending') {
      transcript = updateMessage(transcript, entry.id, {
        delivery: 'failed',
        failure: 'ended',
        canRetry: false,
      });
    } else if (entry.canRetry) transcript = updateMessage(transcript, entry.id, { canRetry: false });
  }
  const reason = ending.notice === 'conversation_ended' ? ending.reason : 'unknown';
  return addNotice(
    {
      ...clearIndicators(conversation),
      transcript,
      streams: [],
      handoff: 'none',
      liveAgents: [],
      ended: reason,
    },
    ending,
    place,
  );
}

/** Time of the conversation's next deadline; null: none. */
export function conversationDueAt({ thinkingUntil, liveTyping, streams }: Conversation): number | null {
  let due = thinkingUntil ?? Number.POSITIVE_INFINITY;
  if (liveTyping) due = Math.min(due, liveTyping.until);
  for (const stream of streams) {
    if (!stream.isComplete && !stream.isSilent) due = Math.min(due, stream.at + STREAM_SILENCE_MS);
  }
  return due === Number.POSITIVE_INFINITY ? null : due;
}

/** Applies the deadlines that have passed: indicators end (M-11.5), silent streams are interrupted (M-8.8). */
export function tickConversation(previous: Conversation, at: number): Conversation {
  let conversation = previous;
  if (conversation.liveTyping && at >= conversation.liveTyping.until) {
    conversation = { ...conversation, liveTyping: null };
  }
  if (conversation.thinkingUntil !== null && at >= conversation.thinkingUntil) {
    conversation = {
      ...addNotice(conversation, { notice: 'slow_reply' }, { at }),
      thinkingUntil: null,
      isSlow: true,
    };
  }
  for (const stream of conversation.streams) {
    if (stream.isComplete || stream.isSilent || at < stream.at + STREAM_SILENCE_MS) continue;
    conversation = {
      ...conversation,
      streams: conversation.streams.map((known) => (known === stream ? { ...known, isSilent: true } : known)),
      transcript: updateMessage(conversation.transcript, stream.messageId, {
        streaming: false,
        interrupted: true,
      }),
    };
  }
  return conversation;
}
