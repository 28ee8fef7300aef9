import type { Plain } from '../base/plain.ts';
import type { PageContext } from './page-context.ts';

/**
 * Events of the platform and commands of the client in Foyer's spelling. The stems of the wire names stay, so that a search
 * finds both ends: `agentMessageChunk` ↔ EVENT_TYPE_…_AGENT_MESSAGE_CHUNK.
 */

export interface Capabilities {
  readonly streaming: boolean;
  readonly maxMessageSizeBytes?: number | undefined;
  readonly maxReconnectAttempts?: number | undefined;
  readonly heartbeatIntervalSeconds?: number | undefined;
}

/** Attachment of a message. M-6.22: `link` is any content type but URL and IMAGE and is shown as a plain link. */
export interface Attachment {
  readonly contentType: 'url' | 'image' | 'link';
  readonly contentUrl?: string | undefined;
  readonly title?: string | undefined;
  readonly previewImageUrl?: string | undefined;
  readonly callToActionText?: string | undefined;
}

export interface Suggestion {
  readonly messageText: string;
  readonly payload?: string | undefined;
}

export interface CallAction {
  readonly title: string;
  readonly contactNumber: string;
}

/** Author of a message or subject of an event. Every field may be missing. */
export interface Person {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly avatarUrl?: string | undefined;
}

export interface MessageBody {
  /** Empty if the platform sent none (M-14.15). */
  readonly messageId: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
  readonly callActions: readonly CallAction[];
  readonly person: Person;
  readonly endsConversation: boolean;
}

export interface ChunkBody {
  readonly messageId: string;
  /** null: the frame has no index; the chunk stands where it arrived (M-8.1). */
  readonly chunkIndex: number | null;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
  readonly isComplete: boolean;
}

export type TypingState = 'started' | 'stopped';
export type SystemLevel = 'info' | 'warning' | 'error';
export type EndReason = 'user_end' | 'user_abandoned' | 'natural_end' | 'unknown';

export type ServerEventBody =
  | {
      readonly kind: 'sessionStart';
      readonly capabilities: Capabilities;
      /** M-7.10: subject of the token about the visitor that the platform accepts. */
      readonly contextId?: string | undefined;
    }
  | { readonly kind: 'sessionEnd'; readonly reason: EndReason }
  | { readonly kind: 'sessionIdleWarning' }
  | { readonly kind: 'agentJoined'; readonly person: Person }
  | { readonly kind: 'agentThinking' }
  | ({ readonly kind: 'agentMessage' } & MessageBody)
  | ({ readonly kind: 'agentMessageChunk' } & ChunkBody)
  | { readonly kind: 'agentLeft'; readonly reason?: string | undefined }
  | { readonly kind: 'agentTriggeredHandoff' }
  | { readonly kind: 'handoffAccepted'; readonly queueName?: string | undefined }
  | {
      readonly kind: 'handoffQueueStatus';
      readonly queueName?: string | undefined;
      readonly position?: number | undefined;
      readonly estimatedWaitSeconds?: number | undefined;
      readonly displayMessage?: string | undefined;
    }
  | {
      readonly kind: 'clientHandoffRequired';
      readonly reason?: string | undefined;
      readonly queueName?: string | undefined;
      readonly route?: string | undefined;
    }
  | { readonly kind: 'handoffFailed'; readonly reason?: string | undefined }
  | { readonly kind: 'handoffTimeout'; readonly reason?: string | undefined }
  | { readonly kind: 'liveAgentJoined'; readonly person: Person }
  | { readonly kind: 'liveAgentTyping'; readonly state: TypingState; readonly person: Person }
  | ({ readonly kind: 'liveAgentMessage' } & MessageBody)
  | { readonly kind: 'liveAgentLeft'; readonly person: Person; readonly reason?: string | undefined }
  | { readonly kind: 'languageChanged'; readonly languageCode: string }
  | { readonly kind: 'systemMessage'; readonly level: SystemLevel; readonly message: string }
  | { readonly kind: 'userMessage'; readonly messageId?: string | undefined; readonly text: string }
  | { readonly kind: 'userEndSession' }
  | { readonly kind: 'userTyping'; readonly state: TypingState }
  | { readonly kind: 'requestAgentJoin' }
  | { readonly kind: 'heartbeat' }
  | {
      readonly kind: 'receipt';
      readonly by: 'user' | 'agent' | 'live-agent';
      readonly receipt: 'received' | 'read';
      readonly messageId?: string | undefined;
    }
  | { readonly kind: 'showCsatRequest'; readonly fields: Plain }
  | { readonly kind: 'csatResponse' }
  /** M-4.6: a type that this build does not know. It is skipped, but its sequence counts. */
  | { readonly kind: 'unknown'; readonly type: string };

/** Envelope of an event (M-4.2). Every field may be missing on the wire (M-4.5). */
export interface EventEnvelope {
  readonly id: string | null;
  /** null: a transient event. It is not in the history (M-4.3). */
  readonly sequence: number | null;
  /** Milliseconds since the epoch; null: the frame has no time. */
  readonly at: number | null;
  /** Id that the sender of an echoed frame put into `metadata.custom` (M-9.2). */
  readonly clientEventId?: string | undefined;
}

export type ServerEvent = EventEnvelope & ServerEventBody;
export type ServerEventKind = ServerEventBody['kind'];
export type EventOf<Kind extends ServerEventKind> = EventEnvelope & Extract<ServerEventBody, { kind: Kind }>;

/** Commands that a client may send (M-5.1 to M-5.5). The platform refuses any other (M-5.6). */
export type ClientCommand =
  | { readonly kind: 'requestAgentJoin' }
  | {
      readonly kind: 'userMessage';
      readonly text: string;
      readonly clientEventId: string;
      readonly pageContext?: PageContext | undefined;
    }
  | { readonly kind: 'userTyping'; readonly state: TypingState }
  | { readonly kind: 'userEndSession' }
  | { readonly kind: 'heartbeat' };
