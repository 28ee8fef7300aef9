import type { TypingState } from '../protocol/events.ts';
import type { SentEvent } from '../protocol/server-frames.ts';

/** Something that came about in a session, for whoever watches sessions. */
export type Happening = { readonly sessionId: string } & (
  | { readonly happened: 'said'; readonly event: SentEvent }
  | { readonly happened: 'typed'; readonly state: TypingState }
  /** Somebody else answers the visitor now, or the language is another. */
  | { readonly happened: 'turned' }
  | { readonly happened: 'left' }
  | { readonly happened: 'ended' }
);
