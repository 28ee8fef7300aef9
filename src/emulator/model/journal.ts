import type { ServerEventBody } from '../../protocol/events.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';
import type { Conversation } from './conversation.ts';
import type { Origin } from './origin.ts';

export interface NewSession {
  readonly id: string;
  /** SHA-256 of the one access token that opens this session. The token is the visitor's identity (M-2.3). */
  readonly tokenHash: string;
  readonly streaming: boolean;
  readonly platform: string;
  readonly at: number;
  /** The origin of a debug chat. Default: the live web chat of the platform's own project. */
  readonly origin?: Origin;
}

export interface StoredSession {
  readonly id: string;
  readonly tokenHash: string;
  readonly streaming: boolean;
  /** True if the session belongs to the Data API. Any other session belongs to a visitor. */
  readonly isDebugChat: boolean;
  /** The time of the last client frame, or of the creation. */
  readonly activeAt: number;
  readonly isOver: boolean;
  readonly conversation: Conversation;
}

/** An event that has no sequence yet. */
export type NewEvent = ServerEventBody & Pick<SentEvent, 'id' | 'at' | 'clientEventId' | 'metadata'>;

/** Names of values that are created once: secrets, and a mark for each seeded project. */
export type SettingName =
  | 'signing_secret'
  | 'connector_token'
  | 'base_key'
  | 'platform_key'
  | 'outbound_token'
  | 'page_secret'
  | `seeded:${string}`;

/** The stored sessions and their events, with dense sequences from 1. Times are in milliseconds. */
export interface Journal {
  /** Returns a stored value. Creates and stores it when it is not there. */
  setting(name: SettingName, create: () => string): string;
  /** Stores a session and its first event together. */
  createSession(session: NewSession, first: NewEvent): void;
  session(id: string): StoredSession | undefined;
  sessionIds(): readonly string[];
  openSessionIds(): readonly string[];
  touch(id: string, at: number): void;
  storeConversation(id: string, conversation: Conversation): void;
  /** Stores the event under the session's next sequence. A `sessionEnd` also ends the session. */
  append(sessionId: string, event: NewEvent): SentEvent;
  /** The events above a sequence, in order, at most `limit`. */
  events(sessionId: string, after: number, limit?: number): readonly SentEvent[];
}
