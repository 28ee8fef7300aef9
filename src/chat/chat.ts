import type { Dropped } from '../protocol/codec.ts';
import type { Person, Suggestion } from '../protocol/events.ts';
import type { ConnectionStatus, Entry, HandoffStatus, Message, Trouble, Typist } from './model.ts';

/**
 * A value that changes, as in Preact Signals: reading `value` in a computation or a component of that library subscribes it.
 * Elsewhere `subscribe` calls the listener with the present value and with every later one, until the function that it
 * returns is called.
 */
export interface ReadonlySignal<Value> {
  readonly value: Value;
  /** The value, without subscribing to it. */
  peek(): Value;
  subscribe(listener: (value: Value) => void): () => void;
}

/** One-off happenings; lasting facts are signals. */
export interface ChatEvents {
  /** Once per complete message, of either side, not for those found in the history of a resumed session. */
  message: Message;
  /** The embedding page must route the visitor; not again on replay. */
  clientHandoffRequired: {
    readonly reason?: string | undefined;
    readonly queueName?: string | undefined;
    readonly route?: string | undefined;
  };
  sessionStart: { readonly sessionId: string; readonly resumed: boolean };
  sessionEnd: { readonly sessionId: string; readonly reason: string };
  /** What a frame lost on the way in. */
  dropped: Dropped;
}

/** The headless client of one visitor's conversation. */
export interface Chat {
  /** The `data-connection` word. */
  readonly connection: ReadonlySignal<ConnectionStatus>;
  /** The `data-handoff` word. */
  readonly handoff: ReadonlySignal<HandoffStatus>;
  /** What the banner has to say besides the connection word; null when nothing is wrong. */
  readonly trouble: ReadonlySignal<Trouble | null>;
  /** Ids of the transcript's entries in display order; changes only when entries come, go or move. */
  readonly order: ReadonlySignal<readonly string[]>;
  /** The whole transcript in display order. Reading it in a view renders that view for every chunk: prefer `entry`. */
  readonly transcript: ReadonlySignal<readonly Entry[]>;
  /** One entry; a chunk of a streaming message changes this signal and no other. Undefined once it is gone. */
  entry(id: string): ReadonlySignal<Entry | undefined>;
  readonly typing: ReadonlySignal<Typist | null>;
  /** Those of the latest message, until the visitor has said something. */
  readonly suggestions: ReadonlySignal<readonly Suggestion[]>;
  /** The platform's agent, once it has joined. */
  readonly agent: ReadonlySignal<Person | null>;
  /** BCP 47 tag of the last LANGUAGE_CHANGED. */
  readonly language: ReadonlySignal<string | null>;
  /** The largest text frame that may be sent, in UTF-8 bytes of the whole frame. */
  readonly maxFrameBytes: ReadonlySignal<number>;

  /** A conversation is kept for this browser: `start()` will resume it. */
  isStored(): boolean;
  /** Starts or resumes the conversation; takes it up again after `rest()`. Does nothing when it is running. */
  start(): void;
  /**
   * Nobody looks at the conversation any more: its socket is let go of after 60 s, and `connection` becomes `idle`. Nothing
   * is lost; `start()`, `send()` and `reconnect()` take it up again.
   */
  rest(): void;
  /** Sends text; it waits in order while there is no connection. Refused text appears as a failed message, except empty text. */
  send(text: string): void;
  /** Sends a failed message again, in its own bubble. */
  retry(messageId: string): void;
  /** The visitor pressed a key in (true), or cleared or left (false) the composer. */
  setTyping(isTyping: boolean): void;
  /** Asks the platform to end the session; ends locally after 5 s without an answer. */
  end(): void;
  /** Forgets the conversation and starts a new one. */
  restart(): void;
  /** Tries the connection again at once. */
  reconnect(): void;
  on<Name extends keyof ChatEvents>(name: Name, listener: (detail: ChatEvents[Name]) => void): () => void;
  /** Closes the socket and every timer; the session stays resumable. May be called twice. */
  dispose(): void;
}
