import { type Signal, signal } from '@preact/signals';
import type { Message } from '../../chat/model/model.ts';
import type { Prompt } from './options.ts';

/** A sound for new messages. */
export interface Sound {
  play(): void;
  dispose(): void;
}

/** A failed message of the visitor that was withdrawn. */
export interface Withdrawn extends Pick<Message, 'id' | 'canRetry'> {
  readonly ownText: string;
}

export interface Edits {
  /** Withdrawn messages. They have no bubble while they are failed. */
  readonly messages: readonly Withdrawn[];
  /** Sends `text` as the retry of the message with the same text. Returns false if there is none. */
  resend(text: string): boolean;
}

/** A form, with what the visitor has typed so far. */
export interface LeavingMessage {
  readonly state: Signal<'shut' | 'open' | 'sent'>;
  readonly contact: Signal<string>;
  readonly text: Signal<string>;
}

/** State of the views only. It survives the closing of the panel, so that a draft is never lost. */
export interface Ui {
  readonly isOpen: Signal<boolean>;
  /** True if the composer takes the focus when it appears. False for `autoOpen` and on phones. */
  readonly focusOnOpen: Signal<boolean>;
  readonly draft: Signal<string>;
  /** The message that the visitor leaves where nobody answers. */
  readonly leaving: LeavingMessage;
  /** Failed messages that the visitor has withdrawn to edit them (M-9.13). null: none. */
  readonly edits: Signal<Edits | null>;
  /** Kept until the page is left. A stored conversation needs no new consent. */
  readonly hasConsented: Signal<boolean>;
  /** Colour scheme that the page has set by `setTheme`; empty if none. */
  readonly colorScheme: Signal<string>;
  /** The text that the page shows beside the launcher. */
  readonly prompt: Signal<Prompt | null>;
  /** The newest unread message, until the visitor dismisses its preview beside the launcher. */
  readonly preview: Signal<Message | null>;
  /** Layer over the panel: an image, or the confirmation to end the chat, with or without a new one. */
  readonly overlay: Signal<{ readonly source: string; readonly alt: string } | 'end' | 'restart' | null>;
  /**
   * State of the card over the beginning of the transcript. The header names a person who has joined after it. `missing`: it has not
   * loaded, so the notices of the wait are visible.
   */
  readonly handoffCard: Signal<'none' | 'waiting' | 'joined' | 'missing'>;
  /** True while the site's greeting is shown. The header above it is larger. */
  readonly greets: Signal<boolean>;
  /** Length of the visitor's wait for a connection (M-12.23). */
  readonly wait: Signal<'short' | 'noticeable' | 'long'>;
  /** Non-null while the sound is enabled; kept until the page is left. */
  readonly sound: Signal<Sound | null>;
  /** Id of the newest complete message of others that the visitor has seen on this page. */
  readonly seen: Signal<string | null>;
  /** Id of the message that is under the pointer, was tapped or has the focus. */
  readonly pointed: Signal<string | null>;
  /** The visitor's ratings of answers, by message. */
  readonly ratings: Signal<ReadonlyMap<string, 'up' | 'down'>>;
  /** Ids of the messages that the visitor's browser has asked for them. */
  readonly asked: Signal<ReadonlySet<string>>;
  /** True while answers are read aloud; kept until the page is left. */
  readonly readsAloud: Signal<boolean>;
  /** The text of the polite live region. The transcript itself stays silent while text streams in. */
  readonly announcement: Signal<string>;
}

export function createUi(): Ui {
  return {
    isOpen: signal(false),
    focusOnOpen: signal(false),
    draft: signal(''),
    leaving: { state: signal('shut'), contact: signal(''), text: signal('') },
    edits: signal(null),
    hasConsented: signal(false),
    colorScheme: signal(''),
    prompt: signal(null),
    preview: signal(null),
    overlay: signal(null),
    handoffCard: signal('none'),
    greets: signal(false),
    wait: signal('short'),
    sound: signal(null),
    seen: signal(null),
    pointed: signal(null),
    ratings: signal(new Map()),
    asked: signal(new Set()),
    readsAloud: signal(false),
    announcement: signal(''),
  };
}
