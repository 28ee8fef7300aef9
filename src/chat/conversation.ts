import type { Capabilities, EndReason, EventOf, Person } from '../protocol/events.ts';
import { STREAM_SILENCE_MS } from '../protocol/limits.ts';
import { emptyIds, type IdSet } from './id-set.ts';
import type { DeliveryFailure, HandoffStatus, Message, Notice, NoticeBody } from './model.ts';
import { noProgress, type Progress } from './sequence.ts';
import type { Stream } from './streams.ts';
import {
  amend,
  emptyTranscript,
  latestRank,
  pinPending,
  put,
  settleFailed,
  type Transcript,
  withoutNotice,
} from './transcript.ts';

/** All that the events of one session have told, and nothing about sockets. */
export interface Conversation {
  readonly transcript: Transcript;
  /** Ids of the journaled events applied. */
  readonly seen: IdSet;
  readonly progress: Progress;
  readonly streams: readonly Stream[];
  /** The agent thinks, until then at most. */
  readonly thinkingUntil: number | null;
  /** Said that the reply is slow; taken back when it comes. */
  readonly isSlow: boolean;
  readonly liveTyping: { readonly name?: string | undefined; readonly until: number } | null;
  readonly agent: Person | null;
  readonly liveAgents: readonly Person[];
  readonly handoff: HandoffStatus;
  /** What has led to these three and the language, in the journal's order. */
  readonly told: readonly { readonly event: Standing; readonly place: Placed }[];
  readonly language: string | null;
  readonly capabilities: Capabilities | null;
  /** The visitor's message that the agent could not answer, until something else is said. */
  readonly resendable: string | null;
  /** Those of messages whose echo has not come yet. */
  readonly receipts: readonly EventOf<'receipt'>[];
  readonly ended: EndReason | null;
  /** Makes the ids of entries that no event names. */
  readonly localIds: number;
  /** Events that changed nothing on purpose: repeats, and what came after the end. */
  readonly ignored: number;
}

export const emptyConversation: Conversation = {
  transcript: emptyTranscript,
  seen: emptyIds,
  progress: noProgress,
  streams: [],
  thinkingUntil: null,
  isSlow: false,
  liveTyping: null,
  agent: null,
  liveAgents: [],
  handoff: 'none',
  told: [],
  language: null,
  capabilities: null,
  resendable: null,
  receipts: [],
  ended: null,
  localIds: 0,
  ignored: 0,
};

/** What sets something that holds until it is set otherwise. */
export type Standing = EventOf<
  | 'agentJoined'
  | 'languageChanged'
  | 'systemMessage'
  | 'agentTriggeredHandoff'
  | 'agentLeft'
  | 'handoffAccepted'
  | 'handoffQueueStatus'
  | 'clientHandoffRequired'
  | 'handoffFailed'
  | 'handoffTimeout'
  | 'liveAgentJoined'
  | 'liveAgentLeft'
>;

export interface Placement {
  /** The entry's id; absent: one of our own. */
  readonly id?: string | null;
  /** Absent: after all that is confirmed. */
  readonly rank?: number;
  readonly at: number;
}
export type Placed = Required<Placement>;

export function addNotice(conversation: Conversation, body: NoticeBody, place: Placement): Conversation {
  const { transcript, localIds } = conversation;
  const notice: Notice = { ...body, kind: 'notice', id: place.id ?? `local-${localIds}`, at: place.at };
  return {
    ...conversation,
    localIds: localIds + 1,
    transcript: put(transcript, notice, place.rank ?? latestRank(transcript)),
  };
}

export const withTranscript = (conversation: Conversation, transcript: Transcript): Conversation =>
  transcript === conversation.transcript ? conversation : { ...conversation, transcript };

export const message = (
  given: Pick<Message, 'id' | 'author' | 'text' | 'at'> & Partial<Message>,
): Message => ({
  kind: 'message',
  person: {},
  attachments: [],
  suggestions: [],
  callActions: [],
  streaming: false,
  interrupted: false,
  ...given,
});

/** The agent has answered, or cannot: nobody is writing any more (spec messaging §11). */
export function quiet(conversation: Conversation): Conversation {
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

/** The agent could not answer: the visitor may say the same again (spec messaging §10). */
export function offerResend(conversation: Conversation): Conversation {
  const { transcript } = conversation;
  const { entry } = transcript.rows.findLast((row) => row.entry.kind === 'message') ?? {};
  if (entry?.kind !== 'message' || entry.author !== 'user' || entry.delivery === 'sending')
    return conversation;
  return {
    ...conversation,
    resendable: entry.id,
    transcript: amend(transcript, entry.id, { canRetry: true }),
  };
}

/** Something else was said since. */
export function withoutResend(conversation: Conversation): Conversation {
  const { resendable, transcript } = conversation;
  if (resendable === null) return conversation;
  return {
    ...conversation,
    resendable: null,
    transcript: amend(transcript, resendable, { canRetry: undefined }),
  };
}

/** A message of the visitor's that will not be sent any more, unless they retry. */
export const failMessage = (
  conversation: Conversation,
  id: string,
  failure: DeliveryFailure,
  canRetry: boolean,
): Conversation =>
  withTranscript(
    conversation,
    settleFailed(amend(conversation.transcript, id, { delivery: 'failed', failure, canRetry })),
  );

/** The conversation is over for good (spec messaging §11): partial text stays, what was not confirmed has failed. */
export function endConversation(
  conversation: Conversation,
  ending: NoticeBody & { readonly notice: 'conversation_ended' | 'session_expired' },
  place: Placement,
): Conversation {
  let transcript = pinPending(quiet(conversation).transcript);
  for (const { messageId } of conversation.streams)
    transcript = amend(transcript, messageId, { streaming: false });
  for (const { entry } of transcript.rows) {
    if (entry.kind !== 'message') continue;
    if (entry.delivery === 'sending') {
      transcript = amend(transcript, entry.id, { delivery: 'failed', failure: 'ended', canRetry: false });
    } else if (entry.canRetry) transcript = amend(transcript, entry.id, { canRetry: false });
  }
  const reason = ending.notice === 'conversation_ended' ? ending.reason : 'unknown';
  return addNotice(
    { ...quiet(conversation), transcript, streams: [], handoff: 'none', liveAgents: [], ended: reason },
    ending,
    place,
  );
}

/** When time alone changes the conversation next; null: never. */
export function conversationDue({ thinkingUntil, liveTyping, streams }: Conversation): number | null {
  let due = thinkingUntil ?? Number.POSITIVE_INFINITY;
  if (liveTyping) due = Math.min(due, liveTyping.until);
  for (const stream of streams) {
    if (!stream.isComplete && !stream.isSilent) due = Math.min(due, stream.at + STREAM_SILENCE_MS);
  }
  return due === Number.POSITIVE_INFINITY ? null : due;
}

/** What time has done: indicators go out, silent streams stop. */
export function conversationTick(given: Conversation, at: number): Conversation {
  let conversation = given;
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
      streams: conversation.streams.map((it) => (it === stream ? { ...it, isSilent: true } : it)),
      transcript: amend(conversation.transcript, stream.messageId, { streaming: false, interrupted: true }),
    };
  }
  return conversation;
}
