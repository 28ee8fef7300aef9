import type * as z from 'zod/v4/core';
import { isPlain } from '../base/plain.ts';
import type { Stem } from './dialect.ts';
import type { EndReason, ServerEventBody, ServerEventKind } from './events.ts';
import {
  enumOf,
  listOf,
  maybeFlag,
  maybeInteger,
  maybeNumber,
  maybeText,
  nonEmpty,
  optional,
  type RecordOf,
  readInteger,
  readString,
  record,
  required,
  text,
} from './field-readers.ts';

/** M-14.13: an optional whole number in a range. */
const maybeWithin = (least: number, most: number) =>
  optional('an integer', (value) => {
    const number = readInteger(value) as number;
    return number >= least && number <= most ? number : undefined;
  });

/** M-14.12: the form of a BCP 47 tag. */
const languageTag = required('a language tag', (value) => {
  const tag = readString(value) ?? '';
  return /^[a-z]{2,8}(-[\da-z]{1,8})*$/i.test(tag) ? tag : undefined;
});

/**
 * Readers of the payloads, one per event type. M-6.27: a missing or mistyped required field makes the event unreadable, a
 * mistyped optional field is left out. M-4.7: an unreadable element of a list is left out.
 */

export type Reader = (payload: unknown) => ServerEventBody | undefined;
type Shape = Record<string, z.$ZodType>;

const read = <Fields extends Shape>(
  fields: Fields,
  body: (values: RecordOf<Fields>) => ServerEventBody,
): Reader => {
  const reader = record(fields);
  return (payload) => {
    const values = reader(payload);
    return values && body(values);
  };
};

/** Creates the reader of an event's payload for the event's kind. */
type ReaderFactory = (kind: ServerEventKind) => Reader;

/** Reader of a payload whose fields only need to be renamed. */
const fieldsOnly =
  (fields: Shape): ReaderFactory =>
  (kind) =>
    read(fields, (values) => ({ kind, ...values }) as unknown as ServerEventBody);

const noFields = fieldsOnly({});

const card = record({
  content_type: enumOf(
    { ATTACHMENT_CONTENT_TYPE_URL: 'url', ATTACHMENT_CONTENT_TYPE_IMAGE: 'image' },
    'link',
  ),
  content_url: maybeText,
  title: maybeText,
  preview_image_url: maybeText,
  call_to_action_text: maybeText,
});

const message = {
  message_id: maybeText,
  // A message may consist of attachments only: a missing text is empty, a text of another type is unreadable.
  text: required('a string', (value) =>
    value === null || value === undefined ? '' : typeof value === 'string' ? value : undefined,
  ),
  // M-6.22: an attachment without anything to show is left out.
  attachments: listOf((value) => {
    const { contentType, ...shown } = card(value) ?? {};
    return contentType && Object.values(shown).some(Boolean) ? { contentType, ...shown } : undefined;
  }),
  response_suggestions: listOf(record({ message_text: nonEmpty, payload: maybeText })),
};

const callAction = record({ title: maybeText, contact_number: nonEmpty });

const fullMessage: ReaderFactory = (kind) =>
  read(
    {
      ...message,
      chat_call_actions: listOf((value) => {
        const action = callAction(value);
        return action && { ...action, title: action.title ?? action.contactNumber };
      }),
      agent_id: maybeText,
      agent_name: maybeText,
      avatar_url: maybeText,
      end_conversation: maybeFlag,
    },
    ({ messageId = '', text, attachments, responseSuggestions, chatCallActions, ...rest }) => ({
      kind: kind as 'agentMessage' | 'liveAgentMessage',
      messageId,
      text,
      attachments,
      suggestions: responseSuggestions,
      callActions: chatCallActions,
      person: { id: rest.agentId, name: rest.agentName, avatarUrl: rest.avatarUrl },
      endsConversation: rest.endConversation ?? false,
    }),
  );

const typingState = enumOf({ TYPING_STATE_STOPPED: 'stopped', TYPING_STATE_STARTED: 'started' }, 'started');

const livePerson = {
  agent: optional('an agent', record({ id: maybeText, name: maybeText, avatar_url: maybeText })),
  agent_id: maybeText,
  agent_name: maybeText,
  avatar_url: maybeText,
};
// M-6.26: nested under `agent`, or the same three fields flat.
const person = ({ agent, agentId, agentName, avatarUrl }: RecordOf<typeof livePerson>) => ({
  id: agent?.id ?? agentId,
  name: agent?.name ?? agentName,
  avatarUrl: agent?.avatarUrl ?? avatarUrl,
});

const receipt =
  (by: 'user' | 'agent' | 'live-agent', receipt: 'received' | 'read'): ReaderFactory =>
  () =>
    read({ message_id: maybeText }, ({ messageId }) => ({ kind: 'receipt', by, receipt, messageId }));

const reason = { reason: maybeText };

export type EventStem = Exclude<Stem, 'EVENT_BATCH'>;

export const PAYLOADS: Record<EventStem, ReaderFactory> = {
  SESSION_START: () =>
    read(
      {
        capabilities: optional(
          'capabilities',
          record({
            streaming: maybeFlag,
            max_message_size_bytes: maybeInteger,
            max_reconnect_attempts: maybeInteger,
            heartbeat_interval_seconds: maybeNumber,
          }),
        ),
        context_id: maybeText,
      },
      ({ capabilities, contextId }) => ({
        kind: 'sessionStart',
        capabilities: { ...capabilities, streaming: capabilities?.streaming ?? false },
        contextId,
      }),
    ),
  SESSION_END: fieldsOnly({
    // M-14.6: the published values, and two words of the native clients.
    reason: enumOf<EndReason>(
      {
        REASON_USER_END: 'user_end',
        REASON_USER_ABANDONED: 'user_abandoned',
        REASON_NATURAL_END: 'natural_end',
        user_ended: 'user_end',
        agent_ended: 'natural_end',
      },
      'unknown',
    ),
  }),
  SESSION_IDLE_WARNING: noFields,
  REQUEST_AGENT_JOIN: noFields,
  AGENT_JOINED: () =>
    read({ agent_name: maybeText, agent_avatar_url: maybeText, avatar_url: maybeText }, (values) => ({
      kind: 'agentJoined',
      person: { name: values.agentName, avatarUrl: values.agentAvatarUrl ?? values.avatarUrl },
    })),
  AGENT_THINKING: noFields,
  AGENT_MESSAGE: fullMessage,
  AGENT_MESSAGE_CHUNK: () =>
    read(
      { ...message, chunk_index: maybeInteger, is_complete: maybeFlag },
      ({
        messageId = '',
        responseSuggestions: suggestions,
        chunkIndex = null,
        isComplete = false,
        ...rest
      }) => ({
        kind: 'agentMessageChunk',
        ...rest,
        messageId,
        suggestions,
        chunkIndex,
        isComplete,
      }),
    ),
  AGENT_LEFT: fieldsOnly(reason),
  AGENT_TRIGGERED_HANDOFF: noFields,
  HANDOFF_ACCEPTED: fieldsOnly({ queue_name: maybeText }),
  HANDOFF_QUEUE_STATUS: () =>
    read(
      {
        queue_name: maybeText,
        position_in_queue: maybeWithin(1, 9_999),
        position: maybeWithin(1, 9_999),
        estimated_wait_seconds: maybeWithin(0, 86_400),
        display_message: maybeText,
      },
      ({ positionInQueue, position, ...rest }) => ({
        kind: 'handoffQueueStatus',
        ...rest,
        position: positionInQueue ?? position,
      }),
    ),
  CLIENT_HANDOFF_REQUIRED: fieldsOnly({
    ...reason,
    queue_name: maybeText,
    route: maybeText,
  }),
  HANDOFF_FAILED: fieldsOnly(reason),
  HANDOFF_TIMEOUT: fieldsOnly(reason),
  LIVE_AGENT_JOINED: () =>
    read(livePerson, (values) => ({ kind: 'liveAgentJoined', person: person(values) })),
  // M-6.13: an absent state means started.
  LIVE_AGENT_TYPING: () =>
    read({ ...livePerson, state: typingState }, (values) => ({
      kind: 'liveAgentTyping',
      state: values.state,
      person: person(values),
    })),
  LIVE_AGENT_MESSAGE: fullMessage,
  LIVE_AGENT_LEFT: () =>
    read({ ...livePerson, ...reason }, (values) => ({
      kind: 'liveAgentLeft',
      person: person(values),
      reason: values.reason,
    })),
  LANGUAGE_CHANGED: fieldsOnly({ language_code: languageTag }),
  // M-6.17: a missing or unknown level counts as info.
  SYSTEM_MESSAGE: fieldsOnly({
    level: enumOf({ SYSTEM_MESSAGE_LEVEL_WARNING: 'warning', SYSTEM_MESSAGE_LEVEL_ERROR: 'error' }, 'info'),
    message: text,
  }),
  USER_MESSAGE: fieldsOnly({ message_id: maybeText, text }),
  USER_TYPING: fieldsOnly({ state: typingState }),
  USER_END_SESSION: noFields,
  HEARTBEAT: noFields,
  USER_RECEIVED_MESSAGE: receipt('user', 'received'),
  USER_READ_MESSAGE: receipt('user', 'read'),
  AGENT_RECEIVED_MESSAGE: receipt('agent', 'received'),
  AGENT_READ_MESSAGE: receipt('agent', 'read'),
  LIVE_AGENT_RECEIVED_MESSAGE: receipt('live-agent', 'received'),
  LIVE_AGENT_READ_MESSAGE: receipt('live-agent', 'read'),
  // M-6.21: its fields are not published yet, so all are kept.
  SHOW_CSAT_REQUEST: () => (payload) => ({
    kind: 'showCsatRequest',
    fields: isPlain(payload) ? payload : {},
  }),
  CSAT_RESPONSE: noFields,
};
