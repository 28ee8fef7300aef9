import type {
  Attachment,
  CallAction,
  EndReason,
  Person,
  Suggestion,
  SystemLevel,
} from '../../protocol/events.ts';

/** Values that a view shows: plain objects that are replaced, never changed. */

export type ConnectionStatus =
  | 'idle'
  | 'connecting'
  | 'online'
  | 'reconnecting'
  | 'offline'
  | 'failed'
  | 'ended';
export type HandoffStatus =
  | 'none'
  | 'requested'
  | 'queued'
  | 'live'
  | 'client-required'
  | 'failed'
  | 'timeout';
/** Delivery of the visitor's message. `sent` means that the platform has echoed it (M-9.3). */
export type Delivery = 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
/**
 * Reason of a failed message: over the size limit, 100 messages waiting already, never confirmed, chat misconfigured, or
 * chat ended.
 */
export type DeliveryFailure = 'too_large' | 'queue_full' | 'unconfirmed' | 'configuration' | 'ended';

export interface Message {
  readonly kind: 'message';
  /** Stable for the life of the message: the platform's message id; for the visitor's own messages the client's id. */
  readonly id: string;
  readonly author: 'user' | 'agent' | 'live-agent';
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly person: Person;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
  readonly callActions: readonly CallAction[];
  /** More chunks may arrive. */
  readonly streaming: boolean;
  /** The stream stopped before its last chunk (M-8.8). */
  readonly interrupted: boolean;
  /** The platform's id of the visitor's message, where it differs from `id`. Receipts may use it. */
  readonly platformId?: string | undefined;
  /** Only for the visitor's own messages. */
  readonly delivery?: Delivery | undefined;
  readonly failure?: DeliveryFailure | undefined;
  /** The message can be sent again: it has failed, or the agent could not answer it. */
  readonly canRetry?: boolean | undefined;
}

export type NoticeBody =
  | { readonly notice: 'handoff_started' }
  | {
      readonly notice: 'queue_status';
      readonly queueName?: string | undefined;
      readonly position?: number | undefined;
      readonly estimatedWaitSeconds?: number | undefined;
      readonly displayMessage?: string | undefined;
    }
  | { readonly notice: 'live_agent_joined'; readonly name?: string | undefined }
  | { readonly notice: 'live_agent_left'; readonly name?: string | undefined }
  | { readonly notice: 'agent_left' }
  | { readonly notice: 'handoff_failed' }
  | { readonly notice: 'handoff_timeout' }
  | {
      readonly notice: 'client_handoff_required';
      readonly reason?: string | undefined;
      readonly queueName?: string | undefined;
      readonly route?: string | undefined;
    }
  | { readonly notice: 'agent_unavailable' }
  | { readonly notice: 'slow_reply' }
  | { readonly notice: 'idle_warning' }
  | { readonly notice: 'conversation_ended'; readonly reason: EndReason }
  | { readonly notice: 'session_expired' }
  | { readonly notice: 'too_many_windows' }
  | { readonly notice: 'system'; readonly level: SystemLevel; readonly text: string };
export type NoticeKind = NoticeBody['notice'];
export type QueueStatus = Extract<NoticeBody, { notice: 'queue_status' }>;

export type Notice = NoticeBody & {
  readonly kind: 'notice';
  readonly id: string;
  readonly at: number;
  /** Number of equal notices in a row; absent: one. `id` and `at` belong to the first. */
  readonly count?: number;
};

export type Entry = Message | Notice;

/** Author of the typing indicator: the agent is thinking, or a live agent is typing. */
export interface Typist {
  readonly author: 'agent' | 'live-agent';
  readonly name?: string | undefined;
}

/**
 * Error that stops the conversation, for the banner. `configuration`: the relay refused this page or is misconfigured;
 * `closed`: the site takes no new conversations now (M-3.22);
 * `unreachable`: the relay or the platform cannot be reached; `socket_blocked`: the network between the browser and the server
 * blocks WebSockets; `too_many_windows`: the session has ten sockets already; `expired`: the session is gone;
 * `no_history`: the platform accepted the socket and sent no history; `internal`: an error of the chat or one of its views.
 */
export interface Trouble {
  readonly code:
    | 'configuration'
    | 'closed'
    | 'unreachable'
    | 'socket_blocked'
    | 'too_many_windows'
    | 'expired'
    | 'no_history'
    | 'internal';
  /** The relay's error code, such as `origin_not_allowed`; for `internal` the message of the error. */
  readonly detail?: string | undefined;
  /** `reconnect()` may help. */
  readonly canRetry: boolean;
}
