/** One page with the chat in it. Its time, network, sockets and calls belong to the engine; two kinds implement it. */

/** What the engine does to a page. */
export type Order =
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
  /** No answer at all: the network failed. */
  | { readonly do: 'unanswered'; readonly call: number }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'jump'; readonly ms: number }
  | { readonly do: 'throttle'; readonly everyMs: number | null }
  | { readonly do: 'network'; readonly isOnline: boolean };

/** What a page does that the outside sees. `at` is its time. */
export type News = { readonly at: number } & (
  | { readonly is: 'socket'; readonly socket: number; readonly url: string }
  | { readonly is: 'sent'; readonly socket: number; readonly text: string }
  /** By the client. */
  | { readonly is: 'closed'; readonly socket: number; readonly code: number }
  | {
      readonly is: 'call';
      readonly call: number;
      readonly method: string;
      readonly url: string;
      readonly body: string | null;
    }
  | { readonly is: 'aborted'; readonly call: number }
  /** The word for the connection changed; or the first one. */
  | { readonly is: 'status'; readonly status: string }
  /** Something stands in the page that was to be watched for: see `watched.ts`. */
  | { readonly is: 'sighted'; readonly what: string }
  /** An event of the page's API. */
  | { readonly is: 'event'; readonly name: string; readonly detail: unknown }
  | { readonly is: 'error'; readonly message: string }
  /** A listener of the embedding page threw, as the scenario wanted. */
  | { readonly is: 'dropped'; readonly what: string; readonly reason: string }
);

/** A row of the transcript in the scenarios' words. */
export interface Row {
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
  /** The text was laid out: spaces at its end cannot be seen. */
  readonly isLaidOut?: boolean | undefined;
  /** What the row may well have, and this runner cannot see. */
  readonly hidden?: readonly (keyof Row)[] | undefined;
}

/** What a visitor sees at one moment. */
export interface View {
  readonly messages: readonly Row[];
  readonly status: string;
  readonly handoff: string;
  readonly typing: boolean;
  readonly typing_name?: string | undefined;
  readonly input: 'enabled' | 'disabled';
  /** A control that tries the connection again. */
  readonly retry_control: boolean;
  readonly new_chat_control: boolean;
  /** What stands in the way is told. */
  readonly banner: boolean;
  readonly suggestions: readonly string[];
  readonly agent?: { readonly name?: string | undefined; readonly avatar_url?: string | undefined };
  readonly ui_language?: string | null | undefined;
  readonly ui_dir?: string | undefined;
  readonly unread?: number | undefined;
  readonly draft?: string | undefined;
  /** The panel is closed: only what the launcher and the page's attributes say can be seen. */
  readonly isClosed?: boolean | undefined;
}

/** What a visitor, or the embedding page, does. Each act is one moment; `widget` names one of several on the page. */
export interface Visitor {
  open(widget?: string): Promise<void>;
  close(): Promise<void>;
  send(text: string): Promise<void>;
  retry(text: string | undefined): Promise<void>;
  reconnect(): Promise<void>;
  end(): Promise<void>;
  restart(): Promise<void>;
  tap(suggestion: string): Promise<void>;
  /** Presses a key in the composer. */
  key(character: string): Promise<void>;
  clear(): Promise<void>;
  blur(): Promise<void>;
  /** Looks at another tab, or comes back. */
  see(isVisible: boolean): Promise<void>;
  /** Leaves the page for another one; `comeBack` finds it as it was left. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** The page goes for good. */
  closePage(): Promise<void>;
  reload(): Promise<void>;
  /** The embedding page takes the widget off. */
  destroy(): Promise<void>;
  listen(event: string, throws: boolean): Promise<void>;
}

export interface Page {
  /** Does it in order, lets all that follows from it happen, and tells what the outside has to know. */
  drive(orders: readonly Order[]): Promise<readonly News[]>;
  /** Until its next timer, as of the last drive; null: never. */
  nextIn(): number | null;
  readonly visitor: Visitor;
  /** undefined: there is no page any more. */
  look(): Promise<View | undefined>;
  /** Timers that wait, listeners that listen. */
  remains(): Promise<{ readonly timers: number; readonly listeners: number }>;
  /** Only with the ability `memory`. */
  corrupt?(field: string, value: unknown): void;
  /** Only with the ability `browser`. */
  readonly browser?: BrowserPage | undefined;
}

/** What only a real page has. */
export interface BrowserPage {
  mount(): Promise<void>;
  /** What is there by now is no leak. */
  rememberMemory(): Promise<void>;
  patch(patches: readonly string[]): Promise<void>;
  blockStorage(how: 'denied' | 'full'): Promise<void>;
  setClockOffset(ms: number): Promise<void>;
  measure(what: string): Promise<number>;
}

export interface PageOptions {
  readonly seed: number;
  readonly clockOffsetMs: number;
  /** Widget options that the embedding page gives. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly widgets: readonly string[];
  /** What to look out for all the time. */
  readonly watch: readonly string[];
  readonly patches: readonly string[];
  readonly blockedStorage: 'denied' | 'full' | null;
  /** The engine's time. */
  now(): number;
}

/** A browser, real or not: pages that share one storage. */
export interface World {
  readonly abilities: ReadonlySet<string>;
  page(options: PageOptions): Promise<Page>;
  /** What our namespace holds: relay origin to value. */
  stored(): Promise<Readonly<Record<string, string>>>;
  store(sessionId: string | null): Promise<void>;
  /** Takes the widget off every page; what is left afterwards, in words. */
  dispose(): Promise<readonly string[]>;
}

export const START = Date.UTC(2026, 10, 2, 9);
export const RELAY = 'https://relay.example.test';
