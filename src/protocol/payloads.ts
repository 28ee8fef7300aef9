import type * as z from 'zod/mini';
import type { Stem } from './dialect.ts';
import type { EndReason, ServerEventBody, ServerEventKind } from './events.ts';
import {
  listOf,
  maybeFlag,
  maybeInteger,
  maybeNumber,
  maybeText,
  nonEmpty,
  noting,
  optional,
  type RecordOf,
  record,
  required,
  text,
  word,
} from './leaf.ts';

/**
 * How each payload is read (messaging §6). A missing or mistyped required field makes the event unreadable; a mistyped
 * optional one is left out, and a bad element of a list never takes its good neighbours with it (§4).
 */

type Reader = (payload: unknown) => ServerEventBody | undefined;
type Shape = Record<string, z.ZodMiniType>;

const read = <Fields extends Shape>(
  fields: Fields,
  body: (it: RecordOf<Fields>) => ServerEventBody,
): Reader => {
  const reader = record(fields);
  return (payload) => {
    const it = reader(payload);
    return it && body(it);
  };
};

/** A payload whose fields are ours once their names are. */
const plain = <Kind extends ServerEventKind, Fields extends Shape>(kind: Kind, fields: Fields): Reader =>
  read(fields, (it) => ({ kind, ...it }) as unknown as ServerEventBody);

const bare = (kind: ServerEventKind): Reader => plain(kind, {});

const message = {
  message_id: nonEmpty,
  // A message may be all cards: no text is none, another type is a fault.
  text: required('a string', (it) =>
    it === null || it === undefined ? '' : typeof it === 'string' ? it : undefined,
  ),
  attachments: listOf(
    record({
      content_type: word(
        { ATTACHMENT_CONTENT_TYPE_URL: 'url', ATTACHMENT_CONTENT_TYPE_IMAGE: 'image' },
        'link',
      ),
      content_url: text,
      title: maybeText,
      preview_image_url: maybeText,
      call_to_action_text: maybeText,
    }),
  ),
  response_suggestions: listOf(record({ message_text: nonEmpty, payload: maybeText })),
};

const callAction = record({ title: maybeText, contact_number: nonEmpty });

const fullMessage = (kind: 'agentMessage' | 'liveAgentMessage'): Reader =>
  read(
    {
      ...message,
      chat_call_actions: listOf((it) => {
        const action = callAction(it);
        return action && { ...action, title: action.title ?? action.contactNumber };
      }),
      agent_id: maybeText,
      agent_name: maybeText,
      avatar_url: maybeText,
      end_conversation: maybeFlag,
    },
    ({ messageId, text, attachments, responseSuggestions, chatCallActions, ...it }) => ({
      kind,
      messageId,
      text,
      attachments,
      suggestions: responseSuggestions,
      callActions: chatCallActions,
      person: { id: it.agentId, name: it.agentName, avatarUrl: it.avatarUrl },
      endsConversation: it.endConversation ?? false,
    }),
  );

const typingState = word({ TYPING_STATE_STOPPED: 'stopped', TYPING_STATE_STARTED: 'started' }, 'started');

const livePerson = {
  agent: optional('an agent', record({ id: maybeText, name: maybeText, avatar_url: maybeText })),
  agent_id: maybeText,
  agent_name: maybeText,
  avatar_url: maybeText,
};
// spec messaging §6: nested under `agent`, or the same three flat.
const person = ({ agent, agentId, agentName, avatarUrl }: RecordOf<typeof livePerson>) => ({
  id: agent?.id ?? agentId,
  name: agent?.name ?? agentName,
  avatarUrl: agent?.avatarUrl ?? avatarUrl,
});

const receipt = (by: 'user' | 'agent' | 'live-agent', kind: 'received' | 'read'): Reader =>
  read({ message_id: maybeText }, ({ messageId }) => ({ kind: 'receipt', by, receipt: kind, messageId }));

const reason = { reason: maybeText };

const PAYLOADS: Record<Exclude<Stem, 'EVENT_BATCH'>, Reader> = {
  SESSION_START: read(
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
    },
    ({ capabilities }) => ({
      kind: 'sessionStart',
      capabilities: { ...capabilities, streaming: capabilities?.streaming ?? false },
    }),
  ),
  SESSION_END: plain('sessionEnd', {
    // spec messaging §14: the published values, and the words of the native clients mapped onto them.
    reason: word<EndReason>(
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
  SESSION_IDLE_WARNING: bare('sessionIdleWarning'),
  REQUEST_AGENT_JOIN: bare('requestAgentJoin'),
  AGENT_JOINED: read({ agent_name: maybeText, agent_avatar_url: maybeText, avatar_url: maybeText }, (it) => ({
    kind: 'agentJoined',
    person: { name: it.agentName, avatarUrl: it.agentAvatarUrl ?? it.avatarUrl },
  })),
  AGENT_THINKING: bare('agentThinking'),
  AGENT_MESSAGE: fullMessage('agentMessage'),
  AGENT_MESSAGE_CHUNK: read(
    { ...message, chunk_index: maybeInteger, is_complete: maybeFlag },
    ({ responseSuggestions: suggestions, chunkIndex = null, isComplete = false, ...it }) => ({
      kind: 'agentMessageChunk',
      ...it,
      suggestions,
      chunkIndex,
      isComplete,
    }),
  ),
  AGENT_LEFT: plain('agentLeft', reason),
  AGENT_TRIGGERED_HANDOFF: bare('agentTriggeredHandoff'),
  HANDOFF_ACCEPTED: plain('handoffAccepted', { queue_name: maybeText }),
  HANDOFF_QUEUE_STATUS: read(
    {
      queue_name: maybeText,
      position_in_queue: maybeInteger,
      position: maybeInteger,
      estimated_wait_seconds: maybeNumber,
      display_message: maybeText,
    },
    ({ positionInQueue, position, ...it }) => ({
      kind: 'handoffQueueStatus',
      ...it,
      position: positionInQueue ?? position,
    }),
  ),
  CLIENT_HANDOFF_REQUIRED: plain('clientHandoffRequired', {
    ...reason,
    queue_name: maybeText,
    route: maybeText,
  }),
  HANDOFF_FAILED: plain('handoffFailed', reason),
  HANDOFF_TIMEOUT: plain('handoffTimeout', reason),
  LIVE_AGENT_JOINED: read(livePerson, (it) => ({ kind: 'liveAgentJoined', person: person(it) })),
  // spec messaging §6: an absent state means started.
  LIVE_AGENT_TYPING: read({ ...livePerson, state: typingState }, (it) => ({
    kind: 'liveAgentTyping',
    state: it.state,
    person: person(it),
  })),
  LIVE_AGENT_MESSAGE: fullMessage('liveAgentMessage'),
  LIVE_AGENT_LEFT: read({ ...livePerson, ...reason }, (it) => ({
    kind: 'liveAgentLeft',
    person: person(it),
    reason: it.reason,
  })),
  LANGUAGE_CHANGED: plain('languageChanged', { language_code: nonEmpty }),
  // A missing or unknown level counts as information.
  SYSTEM_MESSAGE: plain('systemMessage', {
    level: word({ SYSTEM_MESSAGE_LEVEL_WARNING: 'warning', SYSTEM_MESSAGE_LEVEL_ERROR: 'error' }, 'info'),
    message: text,
  }),
  USER_MESSAGE: plain('userMessage', { message_id: maybeText, text }),
  USER_TYPING: plain('userTyping', { state: typingState }),
  USER_END_SESSION: bare('userEndSession'),
  HEARTBEAT: bare('heartbeat'),
  USER_RECEIVED_MESSAGE: receipt('user', 'received'),
  USER_READ_MESSAGE: receipt('user', 'read'),
  AGENT_RECEIVED_MESSAGE: receipt('agent', 'received'),
  AGENT_READ_MESSAGE: receipt('agent', 'read'),
  LIVE_AGENT_RECEIVED_MESSAGE: receipt('live-agent', 'received'),
  LIVE_AGENT_READ_MESSAGE: receipt('live-agent', 'read'),
  SHOW_CSAT_REQUEST: bare('csatRequest'),
  CSAT_RESPONSE: bare('csatResponse'),
};

export interface ReadPayload {
  /** undefined: a required field is missing or mistyped, the event cannot be used. */
  readonly body: ServerEventBody | undefined;
  /** Why something was left out, one entry per loss. */
  readonly losses: readonly string[];
}

/** Reads the payload of a known event type. Never throws. */
export function readPayload(stem: keyof typeof PAYLOADS, payload: unknown): ReadPayload {
  const { value, losses } = noting(() => PAYLOADS[stem](payload));
  return { body: value, losses };
}
