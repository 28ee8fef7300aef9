import type { TypingState } from '../../protocol/events.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';

/** A change of a session, for subscribers of all sessions. */
export type SessionUpdate = { readonly sessionId: string } & (
  | { readonly kind: 'event'; readonly event: SentEvent }
  | { readonly kind: 'visitorTyping'; readonly state: TypingState }
  /** The visitor has another partner, or the language has changed. */
  | { readonly kind: 'conversationChanged' }
  /** The last connection of the session is gone. */
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'ended' }
);
