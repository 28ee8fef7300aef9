/** Interface of a page with the chat. The engine controls its time, network, sockets and calls. */

/** Command of the engine to a page. */
export type PageCommand =
  | { readonly do: 'opened'; readonly socket: number }
  | { readonly do: 'text'; readonly socket: number; readonly text: string }
  | { readonly do: 'binary'; readonly socket: number; readonly base64: string }
  | { readonly do: 'closed'; readonly socket: number; readonly code: number; readonly reason: string }
  | {
      readonly do: 'answered';
      readonly call: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
    }
  /** No response: the network failed. */
  | { readonly do: 'unanswered'; readonly call: number }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'jump'; readonly ms: number }
  | { readonly do: 'throttle'; readonly everyMs: number | null }
  | { readonly do: 'network'; readonly isOnline: boolean };

/** Event of a page that is visible outside. `at` is the page's time. */
export type PageEvent = { readonly at: number } & (
  | { readonly is: 'socket'; readonly socket: number; readonly url: string }
  | { readonly is: 'sent'; readonly socket: number; readonly text: string }
  /** The client has closed the socket. */
  | { readonly is: 'closed'; readonly socket: number; readonly code: number }
  | {
      readonly is: 'call';
      readonly call: number;
      readonly method: string;
      readonly url: string;
      readonly body: string | null;
    }
  | { readonly is: 'aborted'; readonly call: number }
  /** First or changed connection status. */
  | { readonly is: 'status'; readonly status: string }
  /** An observed fact became true, see `then/observations.ts`. */
  | { readonly is: 'sighted'; readonly what: string }
  /** Event of the page's API. */
  | { readonly is: 'event'; readonly name: string; readonly detail: unknown }
  | { readonly is: 'error'; readonly message: string }
  /** Part of a frame that the client left out. */
  | { readonly is: 'dropped'; readonly what: string; readonly reason: string }
);

/** Row of the transcript in the scenarios' vocabulary. */
/** Number of a page's pending timers, of those of them that are the client's, and of listeners. */
export interface Remaining {
  readonly timers: number;
  readonly clientTimers: number;
  readonly listeners: number;
}

export interface TranscriptRow {
  readonly role: string;
  readonly kind?: string | undefined;
  readonly text?: string | undefined;
  readonly message_id?: string | undefined;
  readonly delivery?: string | undefined;
  readonly streaming?: boolean | undefined;
  readonly interrupted?: boolean | undefined;
  readonly attachments?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly suggestions?: readonly string[] | undefined;
  readonly call_actions?: number | undefined;
  readonly reason?: string | undefined;
  readonly retry_control?: boolean | undefined;
  readonly name?: string | undefined;
  readonly position?: number | undefined;
  readonly queue_name?: string | undefined;
  readonly estimated_wait_seconds?: number | undefined;
  readonly display_message?: string | undefined;
  readonly route?: string | undefined;
  readonly level?: string | undefined;
  /** The text was laid out, so that spaces at its end cannot be seen. */
  readonly isLaidOut?: boolean | undefined;
  /** Keys that the row may have but this runner cannot see. */
  readonly hidden?: readonly (keyof TranscriptRow)[] | undefined;
}

/** View of a visitor at one moment. */
export interface View {
  readonly messages: readonly TranscriptRow[];
  readonly status: string;
  readonly handoff: string;
  readonly typing: boolean;
  readonly typing_name?: string | undefined;
  readonly input: 'enabled' | 'disabled';
  /** There is a control that retries the connection. */
  readonly retry_control: boolean;
  readonly new_chat_control: boolean;
  /** The banner is shown. */
  readonly banner: boolean;
  readonly suggestions: readonly string[];
  readonly agent?: { readonly name?: string | undefined; readonly avatar_url?: string | undefined };
  readonly ui_language?: string | null | undefined;
  readonly ui_dir?: string | undefined;
  readonly unread?: number | undefined;
  readonly draft?: string | undefined;
  /** The panel is closed, so that only the launcher and the page's attributes can be seen. */
  readonly isClosed?: boolean | undefined;
}

/** Actions of the visitor or the embedding page. `widget` names one of several widgets on the page. */
export interface Visitor {
  open(widget?: string): Promise<void>;
  close(): Promise<void>;
  send(text: string): Promise<void>;
  retry(text: string | undefined): Promise<void>;
  reconnect(): Promise<void>;
  end(): Promise<void>;
  restart(): Promise<void>;
  tapSuggestion(suggestion: string): Promise<void>;
  /** Presses a key in the composer. */
  pressKey(character: string): Promise<void>;
  clear(): Promise<void>;
  blur(): Promise<void>;
  /** Switches to another tab, or back. */
  setVisible(isVisible: boolean): Promise<void>;
  /** Navigates to another page. `navigateBack` restores this page from the back-forward cache. */
  navigateAway(): Promise<void>;
  navigateBack(): Promise<void>;
  /** Closes the page. */
  closePage(): Promise<void>;
  reload(): Promise<void>;
  /** The embedding page removes the widget. */
  destroy(): Promise<void>;
  addListener(event: string, throws: boolean): Promise<void>;
}

export interface Page {
  /** Executes commands in order, waits for their consequences and returns the page's events. */
  execute(commands: readonly PageCommand[]): Promise<readonly PageEvent[]>;
  /** Milliseconds until the next timer, as of the last execution; null: none. */
  nextIn(): number | null;
  readonly visitor: Visitor;
  /** Present view; undefined when the page is gone. */
  view(): Promise<View | undefined>;
  remaining(): Promise<Remaining>;
  /** Exists only with the ability `memory`. */
  corrupt?(field: string, value: unknown): void;
  /** Exists only with the ability `browser`. */
  readonly browser?: BrowserPage | undefined;
}

/** Functions that only a page of a real browser has. */
export interface BrowserPage {
  mount(): Promise<void>;
  /** Executes the script tag of the widget once more. Returns the number of chats on the page. */
  runScriptAgain(): Promise<number>;
  /** Moves the chat's element to another parent. */
  reparent(): Promise<void>;
  /** Removes the iframe that contains the chat. */
  removeFrame(): Promise<void>;
  /** Remembers the present memory; later measurements give the growth. */
  rememberMemory(): Promise<void>;
  patch(patches: readonly string[]): Promise<void>;
  blockStorage(how: 'denied' | 'full'): Promise<void>;
  setClockOffset(ms: number): Promise<void>;
  measure(what: string): Promise<number>;
}

export interface PageOptions {
  readonly seed: number;
  readonly clockOffsetMs: number;
  /** Widget options of the embedding page. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly widgets: readonly string[];
  /** Facts to observe at every change. */
  readonly observe: readonly string[];
  /** Values that are measured at the end, see `BrowserPage.measure`. */
  readonly measure: readonly string[];
  readonly patches: readonly string[];
  /** The page has a strict content security policy with a nonce. */
  readonly hasStrictPolicy: boolean;
  /** The chat is on a page in an iframe. */
  readonly isFramed: boolean;
  readonly blockedStorage: 'denied' | 'full' | null;
  /** Time of the engine. */
  now(): number;
}

/** Browser, real or simulated, whose pages share one storage. */
export interface TestBrowser {
  readonly abilities: ReadonlySet<string>;
  openPage(options: PageOptions): Promise<Page>;
  /** Stored values by relay origin. */
  stored(): Promise<Readonly<Record<string, string>>>;
  store(sessionId: string | null): Promise<void>;
  /** Removes the widget from every page. Returns descriptions of what is left. */
  dispose(): Promise<readonly string[]>;
}

export const START_AT = Date.UTC(2026, 10, 2, 9);
export const RELAY = 'https://relay.example.test';
