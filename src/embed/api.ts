import type { ConnectionStatus, Delivery, HandoffStatus, Trouble } from '../chat/model/model.ts';
import type { ContextResult } from '../chat/model/verified-context.ts';
import type { OnContextRequired } from '../chat/shell/ask-for-context.ts';
import type { GivenFeedback } from '../protocol/relay.ts';
import type { FollowedLink } from '../widget/context/followed-link.ts';
import type { LauncherAnimation, Prompt } from '../widget/context/options.ts';
import type { SendOutcome } from '../widget/context/send-outcome.ts';

/** Events that a page can listen to (contract §2). Every detail is a frozen plain object. */
export interface FoyerEvents {
  /** The widget is in the page. */
  readonly ready: { readonly version: string };
  readonly open: Readonly<Record<string, never>>;
  readonly close: Readonly<Record<string, never>>;
  /** The visitor or the page sends a text. A listener that returns `false` keeps it from being sent. Not for a page around an iframe. */
  readonly 'before-send': { readonly text: string };
  /** Once per complete message of either side. */
  readonly message: {
    readonly id: string;
    readonly author: 'user' | 'agent' | 'live-agent';
    readonly text: string;
    readonly delivery?: Delivery | undefined;
  };
  readonly connection: { readonly status: ConnectionStatus };
  readonly handoff: { readonly status: HandoffStatus };
  /** The page must hand the visitor over. Not repeated when a conversation is resumed. */
  readonly 'client-handoff-required': {
    readonly reason?: string | undefined;
    readonly queueName?: string | undefined;
    readonly route?: string | undefined;
  };
  /** BCP 47 tag of the new language of the conversation. */
  readonly language: { readonly code: string };
  readonly 'session-start': { readonly sessionId: string; readonly resumed: boolean };
  readonly 'session-end': { readonly sessionId: string; readonly reason: string };
  /** Outcome of the platform's question for the visitor's identity, at the start of a session. */
  readonly context: ContextResult;
  /** The visitor's feedback about the session or, with `messageId`, about one message, where the site asks for it. */
  readonly feedback: GivenFeedback;
  /**
   * The visitor follows a link in a message. A listener that returns `false` takes it: the browser then does nothing. Links of the page's
   * own origin open in the same tab, others in a new one.
   */
  readonly link: FollowedLink;
  /** Number of messages of the other side that arrived while the panel was closed. */
  readonly unread: { readonly count: number };
  /** `panel_unavailable`: the panel could not be loaded. The other codes are the chat's error codes. */
  readonly error: { readonly code: 'panel_unavailable' | Trouble['code'] };
}

export type FoyerEventName = keyof FoyerEvents;

export type { SendOutcome } from '../widget/context/send-outcome.ts';

export interface FoyerState {
  readonly isOpen: boolean;
  readonly isVisible: boolean;
  readonly unread: number;
  readonly connection: ConnectionStatus;
  readonly handoff: HandoffStatus;
}

/**
 * The widget of one page. Calls made while the panel is loading take effect in order once it has loaded. Calls after
 * `destroy()` have no effect.
 *
 * @example
 * const chat = mount({ relay: 'https://chat.example' });
 * chat.on('message', ({ author, text }) => console.log(author, text));
 * chat.open();
 */
export interface FoyerApi {
  readonly version: string;
  /** A frozen snapshot. */
  readonly state: FoyerState;
  /** Resolves to true once the panel is open; to false when it cannot be loaded, or is closed before. */
  open(): Promise<boolean>;
  close(): void;
  toggle(): void;
  /** Shows the widget again after `hide()`. */
  show(): void;
  /** Hides launcher and panel. The conversation continues. */
  hide(): void;
  /**
   * Opens the chat and sends `text` as the visitor's message. Resolves when the platform has confirmed it, or it has failed: also when
   * the panel cannot be loaded, or the chat is closed or destroyed before. Then it is not sent later.
   */
  send(text: string): Promise<SendOutcome>;
  /**
   * Adds fields to each message that is sent from now on, in place of earlier ones: up to 20, with names of up to 64 letters,
   * digits, `_ . -` and values of up to 256 characters. The platform promises them for correlation only.
   */
  setContext(fields: Readonly<Record<string, string | number | boolean>>): void;
  /** Shows a text beside the launcher, with answers to choose from. A chosen answer opens the chat and is sent. */
  prompt(prompt: Prompt): void;
  /** Animates the launcher for `ms` milliseconds (default: 600), unless the visitor prefers reduced motion. */
  animate(animation: LauncherAnimation, ms?: number): void;
  /** Changes the language to a BCP 47 tag, once its texts have loaded. */
  setLocale(tag: string): void;
  /** Sets `--foyer-…` properties: `{ accent: '#2f5d4e', radius: '8px' }`; an empty value resets one. */
  setTheme(tokens: Readonly<Record<string, string>>): void;
  /** Ends the running conversation. */
  end(): void;
  /** Opens the chat with a new conversation. */
  restart(): void;
  /**
   * Gives the token of the site's own server about the visitor when the platform asks for it at the start of a session. The last
   * function counts.
   */
  onContextRequired(answer: OnContextRequired): void;
  /** Removes every element, listener, timer and socket of the widget. The session can still be resumed. */
  destroy(): void;
  /** Calls `listener` for every event of that name. Returns an unsubscribe function. */
  on<Name extends FoyerEventName>(name: Name, listener: (detail: FoyerEvents[Name]) => unknown): () => void;
}

/** A queued call, made before the script had loaded: `Foyer.push(['open'])`. */
export type Command = readonly [method: string, ...args: unknown[]];

/** `window.Foyer`: the API, and `push` for pages that keep using the queue. */
export type PageApi = FoyerApi & { push(...commands: readonly Command[]): void };

/** The events of the API as DOM events of `<foyer-chat>`. They bubble up to the document and the window. */
export type FoyerDomEvents = {
  readonly [Name in FoyerEventName as `foyer:${Name}`]: CustomEvent<FoyerEvents[Name]>;
};

declare global {
  /** Of elements, the document and the window. */
  interface GlobalEventHandlersEventMap extends FoyerDomEvents {}
  interface Window {
    /** The API of the script tag. Before the script has run, a page may set a queue of calls. */
    get Foyer(): PageApi | undefined;
    set Foyer(value: PageApi | readonly Command[] | undefined);
  }
}
