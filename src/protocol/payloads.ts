import type * as z from 'zod/mini';
import { DIALECTS, type Stem, wireType } from './dialect.ts';
import type { EndReason, ServerEventBody, ServerEventKind } from './events.ts';
import {
  camelCase,
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
type Shape = Record<string, z.core.$ZodType>;

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

/** How the payload of one event is read, given the kind that its name stands for. */
type Make = (kind: ServerEventKind) => Reader;

/** A payload whose fields are ours once their names are. */
const plain =
  (fields: Shape): Make =>
  (kind) =>
    read(fields, (it) => ({ kind, ...it }) as unknown as ServerEventBody);

const bare = plain({});

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

const fullMessage: Make = (kind) =>
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
      kind: kind as 'agentMessage' | 'liveAgentMessage',
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

const receipt =
  (by: 'user' | 'agent' | 'live-agent', receipt: 'received' | 'read'): Make =>
  () =>
    read({ message_id: maybeText }, ({ messageId }) => ({ kind: 'receipt', by, receipt, messageId }));

const reason = { reason: maybeText };

const PAYLOADS: Record<Exclude<Stem, 'EVENT_BATCH'>, Make> = {
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
      },
      ({ capabilities }) => ({
        kind: 'sessionStart',
        capabilities: { ...capabilities, streaming: capabilities?.streaming ?? false },
      }),
    ),
  SESSION_END: plain({
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
  SESSION_IDLE_WARNING: bare,
  REQUEST_AGENT_JOIN: bare,
  AGENT_JOINED: () =>
    read({ agent_name: maybeText, agent_avatar_url: maybeText, avatar_url: maybeText }, (it) => ({
      kind: 'agentJoined',
      person: { name: it.agentName, avatarUrl: it.agentAvatarUrl ?? it.avatarUrl },
    })),
  AGENT_THINKING: bare,
  AGENT_MESSAGE: fullMessage,
  AGENT_MESSAGE_CHUNK: () =>
    read(
      { ...message, chunk_index: maybeInteger, is_complete: maybeFlag },
      ({ responseSuggestions: suggestions, chunkIndex = null, isComplete = false, ...it }) => ({
        kind: 'agentMessageChunk',
        ...it,
        suggestions,
        chunkIndex,
        isComplete,
      }),
    ),
  AGENT_LEFT: plain(reason),
  AGENT_TRIGGERED_HANDOFF: bare,
  HANDOFF_ACCEPTED: plain({ queue_name: maybeText }),
  HANDOFF_QUEUE_STATUS: () =>
    read(
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
  CLIENT_HANDOFF_REQUIRED: plain({
    ...reason,
    queue_name: maybeText,
    route: maybeText,
  }),
  HANDOFF_FAILED: plain(reason),
  HANDOFF_TIMEOUT: plain(reason),
  LIVE_AGENT_JOINED: () => read(livePerson, (it) => ({ kind: 'liveAgentJoined', person: person(it) })),
  // spec messaging §6: an absent state means started.
  LIVE_AGENT_TYPING: () =>
    read({ ...livePerson, state: typingState }, (it) => ({
      kind: 'liveAgentTyping',
      state: it.state,
      person: person(it),
    })),
  LIVE_AGENT_MESSAGE: fullMessage,
  LIVE_AGENT_LEFT: () =>
    read({ ...livePerson, ...reason }, (it) => ({
      kind: 'liveAgentLeft',
      person: person(it),
      reason: it.reason,
    })),
  LANGUAGE_CHANGED: plain({ language_code: nonEmpty }),
  // A missing or unknown level counts as information.
  SYSTEM_MESSAGE: plain({
    level: word({ SYSTEM_MESSAGE_LEVEL_WARNING: 'warning', SYSTEM_MESSAGE_LEVEL_ERROR: 'error' }, 'info'),
    message: text,
  }),
  USER_MESSAGE: plain({ message_id: maybeText, text }),
  USER_TYPING: plain({ state: typingState }),
  USER_END_SESSION: bare,
  HEARTBEAT: bare,
  USER_RECEIVED_MESSAGE: receipt('user', 'received'),
  USER_READ_MESSAGE: receipt('user', 'read'),
  AGENT_RECEIVED_MESSAGE: receipt('agent', 'received'),
  AGENT_READ_MESSAGE: receipt('agent', 'read'),
  LIVE_AGENT_RECEIVED_MESSAGE: receipt('live-agent', 'received'),
  LIVE_AGENT_READ_MESSAGE: receipt('live-agent', 'read'),
  SHOW_CSAT_REQUEST: bare,
  CSAT_RESPONSE: bare,
};

/** AGENT_MESSAGE_CHUNK → agentMessageChunk. */
const kindOf = (stem: string) => camelCase(stem.toLowerCase()) as ServerEventKind;

const READERS = new Map(Object.entries(PAYLOADS).map(([stem, make]) => [stem, make(kindOf(stem))]));

export const STEMS = ['EVENT_BATCH', ...READERS.keys()] as readonly Stem[];

const STEM_OF: ReadonlyMap<string, Stem> = new Map(
  STEMS.flatMap((stem) => DIALECTS.map((dialect) => [wireType(stem, dialect), stem] as const)),
);

/** The stem of a wire type of either dialect; undefined for a type that the protocol does not name. */
export function stemOf(type: string): Stem | undefined {
  return STEM_OF.get(type);
}

export interface ReadPayload {
  /** undefined: a required field is missing or mistyped, the event cannot be used. */
  readonly body: ServerEventBody | undefined;
  /** Why something was left out, one entry per loss. */
  readonly losses: readonly string[];
}

/** Reads the payload of an event of the protocol. Never throws. */
export function readPayload(stem: Stem, payload: unknown): ReadPayload {
  const { value, losses } = noting(() => READERS.get(stem)?.(payload));
  return { body: value, losses };
}
