import type { ServerEventBody } from '../protocol/events.ts';
import type { SentEvent } from '../protocol/server-frames.ts';
import type { Conversation } from './conversation.ts';
import type { Origin } from './conversations/origin.ts';

export interface NewSession {
  readonly id: string;
  /** SHA-256 of the one access token that opens this session: the token is the visitor's identity (messaging §2). */
  readonly tokenHash: string;
  readonly streaming: boolean;
  readonly platform: string;
  readonly at: number;
  /** Where a debug chat comes about; a visitor's session is live, in a web chat, and of the platform's own project. */
  readonly origin?: Origin;
}

export interface StoredSession {
  readonly id: string;
  readonly tokenHash: string;
  readonly streaming: boolean;
  /** Of the Data API; every other is a visitor's. */
  readonly isDebugChat: boolean;
  /** When its last client frame came, or it was made. */
  readonly activeAt: number;
  readonly isOver: boolean;
  readonly conversation: Conversation;
}

/** An event before the journal has given it its place. */
export type NewEvent = ServerEventBody & Pick<SentEvent, 'id' | 'at' | 'clientEventId' | 'metadata'>;

/** What is made once: secrets, and whether a project has been furnished. */
export type SettingName =
  | 'signing_secret'
  | 'connector_token'
  | 'base_key'
  | 'platform_key'
  | 'outbound_token'
  | 'page_secret'
  | `furnished:${string}`;

/** What the platform remembers of messaging: sessions, and the events of each under dense sequences from 1. Times are milliseconds. */
export interface Journal {
  /** A value that is made once and then kept as long as the journal. */
  setting(name: SettingName, make: () => string): string;
  /** Stores a session and its first event together. */
  createSession(session: NewSession, first: NewEvent): void;
  session(id: string): StoredSession | undefined;
  sessionIds(): readonly string[];
  openSessionIds(): readonly string[];
  touch(id: string, at: number): void;
  keepConversation(id: string, conversation: Conversation): void;
  /** Gives the event the session's next sequence and stores it; a `sessionEnd` also ends the session. */
  append(sessionId: string, event: NewEvent): SentEvent;
  /** The events above a sequence, in order, at most `limit`. */
  events(sessionId: string, after: number, limit?: number): readonly SentEvent[];
}
