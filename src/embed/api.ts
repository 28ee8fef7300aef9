import type { ConnectionStatus, Delivery, HandoffStatus } from '../chat/model.ts';
import type { Movement, Prompt } from '../widget/options.ts';

/** What a page hears about (contract §2). Every detail is a frozen plain object. */
export interface FoyerEvents {
  /** The widget stands in the page. */
  readonly ready: { readonly version: string };
  readonly open: Readonly<Record<string, never>>;
  readonly close: Readonly<Record<string, never>>;
  /** Once per complete message, of either side. */
  readonly message: {
    readonly id: string;
    readonly author: 'user' | 'agent' | 'live-agent';
    readonly text: string;
    readonly delivery?: Delivery | undefined;
  };
  readonly connection: { readonly status: ConnectionStatus };
  readonly handoff: { readonly status: HandoffStatus };
  /** The page must route the visitor; not again when a conversation is resumed. */
  readonly 'client-handoff-required': {
    readonly reason?: string | undefined;
    readonly queueName?: string | undefined;
    readonly route?: string | undefined;
  };
  /** BCP 47 tag of the language that the conversation has changed to. */
  readonly language: { readonly code: string };
  readonly 'session-start': { readonly sessionId: string; readonly resumed: boolean };
  readonly 'session-end': { readonly sessionId: string; readonly reason: string };
  /** Messages of the other side that came while the panel was closed. */
  readonly unread: { readonly count: number };
  /** `panel_unavailable`: the panel could not be loaded; else the code of what keeps the chat from working. */
  readonly error: {
    readonly code:
      | 'panel_unavailable'
      | 'configuration'
      | 'unreachable'
      | 'too_many_windows'
      | 'expired'
      | 'no_history';
  };
}

export type FoyerEventName = keyof FoyerEvents;

export interface FoyerState {
  readonly isOpen: boolean;
  readonly isVisible: boolean;
  readonly unread: number;
  readonly connection: ConnectionStatus;
  readonly handoff: HandoffStatus;
}

/**
 * The widget of one page. Calls made while the panel is still loading take effect in order once it has; after
 * `destroy()` they do nothing.
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
  open(): void;
  close(): void;
  toggle(): void;
  /** Brings the whole widget back after `hide()`. */
  show(): void;
  /** Takes launcher and panel off the page; the conversation goes on. */
  hide(): void;
  /** Opens the chat and sends `text` as the visitor's words. */
  send(text: string): void;
  /** Shows words beside the launcher, with answers to choose from; each opens the chat and is sent as the visitor's words. */
  prompt(prompt: Prompt): void;
  /** Moves the launcher for `ms` milliseconds (600), unless the visitor prefers less motion. */
  animate(movement: Movement, ms?: number): void;
  /** Changes the language, by BCP 47 tag, once its words are there. */
  setLocale(tag: string): void;
  /** Sets `--foyer-…` properties: `{ accent: '#2f5d4e', radius: '8px' }`; an empty value takes one back. */
  setTheme(tokens: Readonly<Record<string, string>>): void;
  /** Ends the running conversation. */
  end(): void;
  /** Opens the chat with a new conversation. */
  restart(): void;
  /** Leaves the page as it was: no element, listener, timer or socket. The session stays resumable. */
  destroy(): void;
  /** Calls `listener` for every such event until the returned function is called. */
  on<Name extends FoyerEventName>(name: Name, listener: (detail: FoyerEvents[Name]) => void): () => void;
}
