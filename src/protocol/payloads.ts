import * as z from 'zod/mini';
import type { Stem } from './dialect.ts';
import type { Attachment, EndReason, ServerEventBody, SystemLevel } from './events.ts';
import { flag, integer, leaf, list, nonEmpty, numeric, oneOf, text } from './leaf.ts';

/**
 * How each payload is read (messaging §6). A missing or mistyped required field makes the event unreadable; a mistyped
 * optional one is left out, and a bad element of a list never takes its good neighbours with it (§4).
 */

/** What the payload being read has lost so far; reading is synchronous, so one list serves. */
let losses: string[] = [];

/** An optional field: null, absent or of the wrong type all mean "none". */
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), ({ value, issues }) => {
    if (value !== null) losses.push(issues[0]?.message ?? 'unreadable');
    return undefined as never;
  }) as z.ZodMiniType<z.output<Schema> | undefined>;

const maybeText = maybe(text);
const maybeFlag = maybe(flag);
const maybeNumber = maybe(numeric);
const maybeInteger = maybe(integer);

/** The readable elements of a list; anything that is not a list is an empty one. */
const listOf = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    maybe(list),
    z.transform((items): z.output<Schema>[] =>
      (items ?? []).flatMap((item) => {
        const element = z.safeParse(schema, item);
        if (element.success) return [element.data];
        losses.push(element.error.issues[0]?.message ?? 'unreadable');
        return [];
      }),
    ),
  );

const CONTENT_TYPES = new Map<string | undefined, Attachment['contentType']>([
  ['ATTACHMENT_CONTENT_TYPE_URL', 'url'],
  ['ATTACHMENT_CONTENT_TYPE_IMAGE', 'image'],
]);

const attachment = z.pipe(
  z.object({
    content_type: maybeText,
    content_url: text,
    title: maybeText,
    preview_image_url: maybeText,
    call_to_action_text: maybeText,
  }),
  z.transform((wire) => ({
    contentType: CONTENT_TYPES.get(wire.content_type) ?? 'link',
    contentUrl: wire.content_url,
    title: wire.title,
    previewImageUrl: wire.preview_image_url,
    callToActionText: wire.call_to_action_text,
  })),
);

const suggestion = z.pipe(
  z.object({ message_text: nonEmpty, payload: maybeText }),
  z.transform((wire) => ({ messageText: wire.message_text, payload: wire.payload })),
);

const callAction = z.pipe(
  z.object({ title: maybeText, contact_number: nonEmpty }),
  z.transform((wire) => ({ title: wire.title ?? wire.contact_number, contactNumber: wire.contact_number })),
);

const message = {
  message_id: nonEmpty,
  // A message may be all cards: no text is none, another type is a fault.
  text: leaf('a string', (it) =>
    it === null || it === undefined ? '' : typeof it === 'string' ? it : undefined,
  ),
  attachments: listOf(attachment),
  response_suggestions: listOf(suggestion),
};

const typingState = maybe(oneOf(['TYPING_STATE_STARTED', 'TYPING_STATE_STOPPED']));
const typing = (state: z.output<typeof typingState>) =>
  state === 'TYPING_STATE_STOPPED' ? 'stopped' : 'started';

const LEVELS = new Map<string | undefined, SystemLevel>([
  ['SYSTEM_MESSAGE_LEVEL_WARNING', 'warning'],
  ['SYSTEM_MESSAGE_LEVEL_ERROR', 'error'],
]);

// spec messaging §14: the published values, and the words of the native clients mapped onto them.
const REASONS = new Map<string | undefined, EndReason>([
  ['REASON_USER_END', 'user_end'],
  ['REASON_USER_ABANDONED', 'user_abandoned'],
  ['REASON_NATURAL_END', 'natural_end'],
  ['user_ended', 'user_end'],
  ['agent_ended', 'natural_end'],
]);

type Reader = z.ZodMiniType<ServerEventBody>;

const read = <Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  body: (wire: z.output<z.ZodMiniObject<Shape>>) => ServerEventBody,
): Reader => z.pipe(z.object(shape), z.transform(body as never)) as unknown as Reader;

const bare = (body: ServerEventBody): Reader => read({}, () => body);

const fullMessage = (kind: 'agentMessage' | 'liveAgentMessage'): Reader =>
  read(
    {
      ...message,
      chat_call_actions: listOf(callAction),
      agent_id: maybeText,
      agent_name: maybeText,
      avatar_url: maybeText,
      end_conversation: maybeFlag,
    },
    (wire) => ({
      kind,
      messageId: wire.message_id,
      text: wire.text,
      attachments: wire.attachments,
      suggestions: wire.response_suggestions,
      callActions: wire.chat_call_actions,
      person: { id: wire.agent_id, name: wire.agent_name, avatarUrl: wire.avatar_url },
      endsConversation: wire.end_conversation ?? false,
    }),
  );

const reasonOnly = (kind: 'agentLeft' | 'handoffFailed' | 'handoffTimeout'): Reader =>
  read({ reason: maybeText }, ({ reason }) => ({ kind, reason }));

const receipt = (by: 'user' | 'agent' | 'live-agent', kind: 'received' | 'read'): Reader =>
  read({ message_id: maybeText }, ({ message_id }) => ({
    kind: 'receipt',
    by,
    receipt: kind,
    messageId: message_id,
  }));

const livePerson = {
  agent: maybe(z.object({ id: maybeText, name: maybeText, avatar_url: maybeText })),
  agent_id: maybeText,
  agent_name: maybeText,
  avatar_url: maybeText,
};
type LivePerson = z.output<z.ZodMiniObject<typeof livePerson>>;
// spec messaging §6: nested under `agent`, or the same three flat.
const person = (wire: LivePerson) => ({
  id: wire.agent?.id ?? wire.agent_id,
  name: wire.agent?.name ?? wire.agent_name,
  avatarUrl: wire.agent?.avatar_url ?? wire.avatar_url,
});

const PAYLOADS: Record<Exclude<Stem, 'EVENT_BATCH'>, Reader> = {
  SESSION_START: read(
    {
      capabilities: maybe(
        z.object({
          streaming: maybeFlag,
          max_message_size_bytes: maybeInteger,
          max_reconnect_attempts: maybeInteger,
          heartbeat_interval_seconds: maybeNumber,
        }),
      ),
    },
    ({ capabilities }) => ({
      kind: 'sessionStart',
      capabilities: {
        streaming: capabilities?.streaming ?? false,
        maxMessageSizeBytes: capabilities?.max_message_size_bytes,
        maxReconnectAttempts: capabilities?.max_reconnect_attempts,
        heartbeatIntervalSeconds: capabilities?.heartbeat_interval_seconds,
      },
    }),
  ),
  SESSION_END: read({ reason: maybeText }, ({ reason }) => ({
    kind: 'sessionEnd',
    reason: REASONS.get(reason) ?? 'unknown',
  })),
  SESSION_IDLE_WARNING: bare({ kind: 'sessionIdleWarning' }),
  REQUEST_AGENT_JOIN: bare({ kind: 'requestAgentJoin' }),
  AGENT_JOINED: read(
    { agent_name: maybeText, agent_avatar_url: maybeText, avatar_url: maybeText },
    (wire) => ({
      kind: 'agentJoined',
      person: { name: wire.agent_name, avatarUrl: wire.agent_avatar_url ?? wire.avatar_url },
    }),
  ),
  AGENT_THINKING: bare({ kind: 'agentThinking' }),
  AGENT_MESSAGE: fullMessage('agentMessage'),
  AGENT_MESSAGE_CHUNK: read({ ...message, chunk_index: maybeInteger, is_complete: maybeFlag }, (wire) => ({
    kind: 'agentMessageChunk',
    messageId: wire.message_id,
    chunkIndex: wire.chunk_index ?? null,
    text: wire.text,
    attachments: wire.attachments,
    suggestions: wire.response_suggestions,
    isComplete: wire.is_complete ?? false,
  })),
  AGENT_LEFT: reasonOnly('agentLeft'),
  AGENT_TRIGGERED_HANDOFF: bare({ kind: 'agentTriggeredHandoff' }),
  HANDOFF_ACCEPTED: read({ queue_name: maybeText }, (wire) => ({
    kind: 'handoffAccepted',
    queueName: wire.queue_name,
  })),
  HANDOFF_QUEUE_STATUS: read(
    {
      queue_name: maybeText,
      position_in_queue: maybeInteger,
      position: maybeInteger,
      estimated_wait_seconds: maybeNumber,
      display_message: maybeText,
    },
    (wire) => ({
      kind: 'handoffQueueStatus',
      queueName: wire.queue_name,
      position: wire.position_in_queue ?? wire.position,
      estimatedWaitSeconds: wire.estimated_wait_seconds,
      displayMessage: wire.display_message,
    }),
  ),
  CLIENT_HANDOFF_REQUIRED: read({ reason: maybeText, queue_name: maybeText, route: maybeText }, (wire) => ({
    kind: 'clientHandoffRequired',
    reason: wire.reason,
    queueName: wire.queue_name,
    route: wire.route,
  })),
  HANDOFF_FAILED: reasonOnly('handoffFailed'),
  HANDOFF_TIMEOUT: reasonOnly('handoffTimeout'),
  LIVE_AGENT_JOINED: read(livePerson, (wire) => ({ kind: 'liveAgentJoined', person: person(wire) })),
  // spec messaging §6: an absent state means started.
  LIVE_AGENT_TYPING: read({ ...livePerson, state: typingState }, (wire) => ({
    kind: 'liveAgentTyping',
    state: typing(wire.state),
    person: person(wire),
  })),
  LIVE_AGENT_MESSAGE: fullMessage('liveAgentMessage'),
  LIVE_AGENT_LEFT: read({ ...livePerson, reason: maybeText }, (wire) => ({
    kind: 'liveAgentLeft',
    person: person(wire),
    reason: wire.reason,
  })),
  LANGUAGE_CHANGED: read({ language_code: nonEmpty }, (wire) => ({
    kind: 'languageChanged',
    languageCode: wire.language_code,
  })),
  // A missing or unknown level counts as information.
  SYSTEM_MESSAGE: read({ level: maybeText, message: text }, (wire) => ({
    kind: 'systemMessage',
    level: LEVELS.get(wire.level) ?? 'info',
    message: wire.message,
  })),
  USER_MESSAGE: read({ message_id: maybeText, text }, (wire) => ({
    kind: 'userMessage',
    messageId: wire.message_id,
    text: wire.text,
  })),
  USER_TYPING: read({ state: typingState }, (wire) => ({ kind: 'userTyping', state: typing(wire.state) })),
  USER_END_SESSION: bare({ kind: 'userEndSession' }),
  HEARTBEAT: bare({ kind: 'heartbeat' }),
  USER_RECEIVED_MESSAGE: receipt('user', 'received'),
  USER_READ_MESSAGE: receipt('user', 'read'),
  AGENT_RECEIVED_MESSAGE: receipt('agent', 'received'),
  AGENT_READ_MESSAGE: receipt('agent', 'read'),
  LIVE_AGENT_RECEIVED_MESSAGE: receipt('live-agent', 'received'),
  LIVE_AGENT_READ_MESSAGE: receipt('live-agent', 'read'),
  SHOW_CSAT_REQUEST: bare({ kind: 'csatRequest' }),
  CSAT_RESPONSE: bare({ kind: 'csatResponse' }),
};

export interface ReadPayload {
  /** undefined: a required field is missing or mistyped, the event cannot be used. */
  readonly body: ServerEventBody | undefined;
  /** Why something was left out, one entry per loss. */
  readonly losses: readonly string[];
}

/** Reads the payload of a known event type. Never throws. */
export function readPayload(stem: keyof typeof PAYLOADS, payload: unknown): ReadPayload {
  losses = [];
  const result = z.safeParse(PAYLOADS[stem], payload);
  if (!result.success) losses.push(result.error.issues[0]?.message ?? 'unreadable');
  return { body: result.success ? result.data : undefined, losses };
}
