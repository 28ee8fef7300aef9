import type { Person, Suggestion } from '../protocol/events.ts';
import type { Carrier, Feedback } from '../protocol/relay.ts';
import type { ChatEvents } from './model/chat-events.ts';
import type { ConnectionStatus, Entry, HandoffStatus, Trouble, Typist } from './model/model.ts';

export type { ChatEvents };

/**
 * A value that changes, as in Preact Signals: reading `value` in a computation or a component of that library subscribes it.
 * Elsewhere `subscribe` calls the listener with the present value and with every later one. It returns an unsubscribe
 * function.
 */
export interface ReadonlySignal<Value> {
  readonly value: Value;
  /** The value, without subscribing to it. */
  peek(): Value;
  subscribe(listener: (value: Value) => void): () => void;
}

/** The headless client of one visitor's conversation. */
export interface Chat {
  /** The value of `data-connection`. */
  readonly connection: ReadonlySignal<ConnectionStatus>;
  /** The value of `data-handoff`. */
  readonly handoff: ReadonlySignal<HandoffStatus>;
  /** The error that the banner shows in addition to `connection`; null when there is none. */
  readonly trouble: ReadonlySignal<Trouble | null>;
  /** Carrier of the session's connections (M-12.24); null: no session. */
  readonly carrier: ReadonlySignal<Carrier | null>;
  /** Ids of the transcript's entries in display order; changes only when entries come, go or move. */
  readonly order: ReadonlySignal<readonly string[]>;
  /** The whole transcript in display order. Reading it in a view renders that view for every chunk: prefer `entry`. */
  readonly transcript: ReadonlySignal<readonly Entry[]>;
  /** One entry; a chunk of a streaming message changes this signal and no other. Undefined once it is gone. */
  entry(id: string): ReadonlySignal<Entry | undefined>;
  readonly typing: ReadonlySignal<Typist | null>;
  /** Suggestions of the latest message, until the visitor sends a message. */
  readonly suggestions: ReadonlySignal<readonly Suggestion[]>;
  /** The platform's agent, once it has joined. */
  readonly agent: ReadonlySignal<Person | null>;
  /** The live agent who joined last; null while `handoff` is not `live`. */
  readonly liveAgent: ReadonlySignal<Person | null>;
  /** BCP 47 tag of the last LANGUAGE_CHANGED. */
  readonly language: ReadonlySignal<string | null>;
  /** The largest text frame that may be sent, in UTF-8 bytes of the whole frame. */
  readonly maxFrameBytes: ReadonlySignal<number>;

  /** Id of the session that has ended on this page, until the next one starts; null: none has. */
  readonly endedSessionId: ReadonlySignal<string | null>;

  /** True when this browser has stored a conversation. `start()` resumes it. */
  isStored(): boolean;
  /** Starts or resumes the conversation, also after `rest()`. Does nothing when it is running. */
  start(): void;
  /**
   * Resumes a stored conversation in the background. Never creates one, and shows nothing of a conversation that is gone.
   * Messages of the other side after the visitor's last one, not older than `newSince` (milliseconds since the epoch), are
   * events, too. It rests after 60 s, as after `rest()`. Does nothing when none is stored or one is running.
   */
  resume(newSince: number): void;
  /**
   * Puts the conversation in the background: its socket is closed after 60 s, and `connection` becomes `idle`.
   * Nothing is lost; `start()`, `send()` and `reconnect()` resume it.
   */
  rest(): void;
  /**
   * Marks everything so far as seen. The relay stores it for the visitor's next page; it is told once the page is hidden
   * or `rest()` is called. An older relay stores nothing.
   */
  seen(): void;
  /**
   * Sends text. Without a connection it waits, in order. Refused text appears as a failed message; empty text is ignored.
   * Returns the id of the message; undefined if there is none.
   */
  send(text: string): string | undefined;
  /** Sends a failed message again, in its own bubble. */
  retry(messageId: string): void;
  /** Reports that the visitor typed in the composer (true), or cleared or left it (false). */
  setTyping(isTyping: boolean): void;
  /** Asks the platform to end the session; ends locally after 5 s without an answer. */
  end(): void;
  /**
   * Sends the visitor's opinion of the session, or of one of its messages. Resolves to false when a second attempt may help, after
   * 10 s without an answer, and after `dispose()`.
   */
  rate(feedback: Feedback): Promise<boolean>;
  /** Ends the conversation and starts a new one. */
  restart(): void;
  /**
   * Reports an error of a view. The chat closes its socket and becomes `failed` with the trouble `internal`; `reconnect()` or
   * `start()` begins again from the stored session. Unconfirmed messages are kept.
   */
  fail(error: unknown): void;
  /** Retries immediately instead of waiting for the next attempt. */
  reconnect(): void;
  on<Name extends keyof ChatEvents>(name: Name, listener: (detail: ChatEvents[Name]) => void): () => void;
  /** Closes the socket and clears every timer; the session stays resumable. Idempotent. */
  dispose(): void;
}
