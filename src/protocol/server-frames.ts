import { unreachable } from '../base/unreachable.ts';
import type { EventMetadata } from './client-frames.ts';
import { type Dialect, type Stem, wireType } from './dialect.ts';
import type {
  Attachment,
  ChunkBody,
  EndReason,
  EventEnvelope,
  MessageBody,
  Person,
  ServerEvent,
  ServerEventBody,
  SystemLevel,
  TypingState,
} from './events.ts';

/** The platform's counterpart of `decode`: writes events in their wire spelling. */

/** Event with the complete metadata of its sender. `decode` reads only the id of it. */
export type SentEvent = ServerEvent & { readonly metadata?: EventMetadata | undefined };

type Wire = Record<string, unknown>;
type WireForm = readonly [stem: Stem, payload?: Wire];

const TYPING: Record<TypingState, string> = {
  started: 'TYPING_STATE_STARTED',
  stopped: 'TYPING_STATE_STOPPED',
};
const LEVELS: Record<SystemLevel, string> = {
  info: 'SYSTEM_MESSAGE_LEVEL_INFO',
  warning: 'SYSTEM_MESSAGE_LEVEL_WARNING',
  error: 'SYSTEM_MESSAGE_LEVEL_ERROR',
};
const REASONS: Record<EndReason, string | undefined> = {
  user_end: 'REASON_USER_END',
  user_abandoned: 'REASON_USER_ABANDONED',
  natural_end: 'REASON_NATURAL_END',
  unknown: undefined,
};
const CONTENT_TYPES: Record<Attachment['contentType'], string> = {
  url: 'ATTACHMENT_CONTENT_TYPE_URL',
  image: 'ATTACHMENT_CONTENT_TYPE_IMAGE',
  // M-6.22: only the two above are defined; any other type is a plain link.
  link: 'ATTACHMENT_CONTENT_TYPE_UNSPECIFIED',
};

const shared = (body: ChunkBody | MessageBody): Wire => ({
  message_id: body.messageId,
  text: body.text,
  attachments: body.attachments.map((attachment) => ({
    content_type: CONTENT_TYPES[attachment.contentType],
    content_url: attachment.contentUrl,
    title: attachment.title,
    preview_image_url: attachment.previewImageUrl,
    call_to_action_text: attachment.callToActionText,
  })),
  response_suggestions: body.suggestions.map((suggestion) => ({
    message_text: suggestion.messageText,
    payload: suggestion.payload,
  })),
});

const fullMessage = (body: MessageBody): Wire => ({
  ...shared(body),
  chat_call_actions: body.callActions.map((action) => ({
    title: action.title,
    contact_number: action.contactNumber,
  })),
  agent_id: body.person.id,
  agent_name: body.person.name,
  avatar_url: body.person.avatarUrl,
  end_conversation: body.endsConversation || undefined,
});

const nested = (person: Person): Wire => ({
  agent: { id: person.id, name: person.name, avatar_url: person.avatarUrl },
});
const flat = (person: Person): Wire => ({
  agent_id: person.id,
  agent_name: person.name,
  avatar_url: person.avatarUrl,
});

const RECEIPTS = {
  user: { received: 'USER_RECEIVED_MESSAGE', read: 'USER_READ_MESSAGE' },
  agent: { received: 'AGENT_RECEIVED_MESSAGE', read: 'AGENT_READ_MESSAGE' },
  'live-agent': { received: 'LIVE_AGENT_RECEIVED_MESSAGE', read: 'LIVE_AGENT_READ_MESSAGE' },
} as const;

function toWire(body: Exclude<ServerEventBody, { kind: 'unknown' }>): WireForm {
  switch (body.kind) {
    case 'sessionStart': {
      const { capabilities: given } = body;
      const capabilities = {
        streaming: given.streaming,
        max_message_size_bytes: given.maxMessageSizeBytes,
        max_reconnect_attempts: given.maxReconnectAttempts,
        heartbeat_interval_seconds: given.heartbeatIntervalSeconds,
      };
      return ['SESSION_START', { capabilities, context_id: body.contextId }];
    }
    case 'sessionEnd':
      return ['SESSION_END', { reason: REASONS[body.reason] }];
    case 'sessionIdleWarning':
      return ['SESSION_IDLE_WARNING'];
    case 'requestAgentJoin':
      return ['REQUEST_AGENT_JOIN'];
    case 'agentJoined':
      return ['AGENT_JOINED', { agent_name: body.person.name, agent_avatar_url: body.person.avatarUrl }];
    case 'agentThinking':
      return ['AGENT_THINKING'];
    case 'agentMessage':
      return ['AGENT_MESSAGE', fullMessage(body)];
    case 'agentMessageChunk':
      return [
        'AGENT_MESSAGE_CHUNK',
        { ...shared(body), chunk_index: body.chunkIndex ?? undefined, is_complete: body.isComplete },
      ];
    case 'agentLeft':
      return ['AGENT_LEFT', { reason: body.reason }];
    case 'agentTriggeredHandoff':
      return ['AGENT_TRIGGERED_HANDOFF'];
    case 'handoffAccepted':
      return ['HANDOFF_ACCEPTED', { queue_name: body.queueName }];
    case 'handoffQueueStatus':
      return [
        'HANDOFF_QUEUE_STATUS',
        {
          queue_name: body.queueName,
          position_in_queue: body.position,
          estimated_wait_seconds: body.estimatedWaitSeconds,
          display_message: body.displayMessage,
        },
      ];
    case 'clientHandoffRequired':
      return [
        'CLIENT_HANDOFF_REQUIRED',
        { reason: body.reason, queue_name: body.queueName, route: body.route },
      ];
    case 'handoffFailed':
      return ['HANDOFF_FAILED', { reason: body.reason }];
    case 'handoffTimeout':
      return ['HANDOFF_TIMEOUT', { reason: body.reason }];
    case 'liveAgentJoined':
      return ['LIVE_AGENT_JOINED', nested(body.person)];
    case 'liveAgentTyping':
      return ['LIVE_AGENT_TYPING', { state: TYPING[body.state], ...flat(body.person) }];
    case 'liveAgentMessage':
      return ['LIVE_AGENT_MESSAGE', fullMessage(body)];
    case 'liveAgentLeft':
      return ['LIVE_AGENT_LEFT', { ...flat(body.person), reason: body.reason }];
    case 'languageChanged':
      return ['LANGUAGE_CHANGED', { language_code: body.languageCode }];
    case 'systemMessage':
      return ['SYSTEM_MESSAGE', { level: LEVELS[body.level], message: body.message }];
    case 'userMessage':
      return ['USER_MESSAGE', { message_id: body.messageId, text: body.text }];
    case 'userTyping':
      return ['USER_TYPING', { state: TYPING[body.state] }];
    case 'userEndSession':
      return ['USER_END_SESSION'];
    case 'heartbeat':
      return ['HEARTBEAT'];
    case 'receipt':
      return [RECEIPTS[body.by][body.receipt], { message_id: body.messageId }];
    case 'showCsatRequest':
      return ['SHOW_CSAT_REQUEST', body.fields];
    case 'csatResponse':
      return ['CSAT_RESPONSE'];
    default:
      return unreachable(body);
  }
}

function metadataOf(event: SentEvent): EventMetadata | undefined {
  if (event.metadata) return event.metadata;
  if (event.clientEventId === undefined) return undefined;
  // M-9.2: one value under both names.
  return { custom: { client_event_id: event.clientEventId, local_id: event.clientEventId } };
}

function typeAndPayload(event: SentEvent, dialect: Dialect): { type: string; payload: Wire } {
  if (event.kind === 'unknown') return { type: event.type, payload: {} };
  const [stem, payload = {}] = toWire(event);
  return { type: wireType(stem, dialect), payload };
}

const envelopeFields = ({ id, sequence, at }: EventEnvelope): Wire => ({
  id: id ?? undefined,
  sequence,
  timestamp: at === null ? undefined : new Date(at).toISOString(),
});

const wireEvent = (event: SentEvent, dialect: Dialect): Wire => ({
  ...envelopeFields(event),
  ...typeAndPayload(event, dialect),
  metadata: metadataOf(event),
});

/** Encodes one event as a text frame. `decode` returns the same event, in either dialect. */
export function encodeServerEvent(event: SentEvent, dialect: Dialect): string {
  return JSON.stringify(wireEvent(event, dialect));
}

/** Encodes a history as one EVENT_BATCH frame (M-4.11), its events in the given order. The batch itself is transient. */
export function encodeHistory(
  events: readonly SentEvent[],
  dialect: Dialect,
  envelope: EventEnvelope,
): string {
  return JSON.stringify({
    ...envelopeFields({ ...envelope, sequence: null }),
    type: wireType('EVENT_BATCH', dialect),
    payload: { events: events.map((event) => wireEvent(event, dialect)) },
  });
}
