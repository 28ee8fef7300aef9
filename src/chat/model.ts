import type {
  Attachment,
  CallAction,
  EndReason,
  Person,
  Suggestion,
  SystemLevel,
} from '../protocol/events.ts';

/** What a view sees of a conversation: plain values, replaced and never changed. */

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
/** `sent` means that the platform echoed the message, nothing more. */
export type Delivery = 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
/** Why a message failed: over the size limit, 100 messages were waiting already, never confirmed, or the chat ended. */
export type DeliveryFailure = 'too_large' | 'queue_full' | 'unconfirmed' | 'ended';

export interface Message {
  readonly kind: 'message';
  /** Stable for the life of the message: the platform's message id, or ours for the visitor's own. */
  readonly id: string;
  readonly author: 'user' | 'agent' | 'live-agent';
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly person: Person;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
  readonly callActions: readonly CallAction[];
  /** More chunks may come. */
  readonly streaming: boolean;
  /** The stream stopped without its end. */
  readonly interrupted: boolean;
  /** What the platform calls it, where that is another id: receipts may name it so. */
  readonly platformId?: string | undefined;
  /** Only on the visitor's own. */
  readonly delivery?: Delivery | undefined;
  readonly failure?: DeliveryFailure | undefined;
  /** A failed message that a retry can help, or one that the agent could not answer: it can be said again. */
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

export type Notice = NoticeBody & { readonly kind: 'notice'; readonly id: string; readonly at: number };

export type Entry = Message | Notice;

/** Who is writing: the agent thinks, or a live agent types. */
export interface Typist {
  readonly author: 'agent' | 'live-agent';
  readonly name?: string | undefined;
}

/**
 * What stands in the visitor's way, for the banner. `configuration`: the relay refused this page or its own setup is
 * wrong; `unreachable`: no way to the relay or the platform; `too_many_windows`: ten sockets are open elsewhere;
 * `expired`: the session is gone; `no_history`: the platform accepted the socket and said nothing.
 */
export interface Trouble {
  readonly code: 'configuration' | 'unreachable' | 'too_many_windows' | 'expired' | 'no_history';
  /** `reconnect()` may help. */
  readonly canRetry: boolean;
}
