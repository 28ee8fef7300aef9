import type { View } from './page.ts';
import type { Step } from './scenario.ts';

/** What happened, as the outside saw it. Times are the virtual clock's. */

export interface ClientFrame {
  readonly page: number;
  readonly at: number;
  readonly connection: Connection;
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly metadata?: { readonly custom: Record<string, unknown> } | undefined;
  /** As it came over the wire. */
  readonly text: string;
  /** The server has taken nothing off the socket: see the step `blackhole`. */
  readonly isUnread: boolean;
}

export interface Connection {
  readonly page: number;
  /** The page's own number for it. */
  readonly socket: number;
  readonly url: URL;
  readonly askedAt: number;
  openedAt?: number;
  end?: { readonly at: number; readonly by: 'client' | 'server' | 'refusal'; readonly code: number };
  /** The server keeps it open, says nothing and reads nothing. */
  isDeaf: boolean;
}

export interface RelayCall {
  readonly page: number;
  readonly call: number;
  readonly operation: string;
  readonly url: string;
  readonly at: number;
  readonly body: string | null;
  endedAt?: number;
  isAborted?: boolean;
}

export interface Chronicle {
  readonly connections: Connection[];
  readonly sent: ClientFrame[];
  readonly calls: RelayCall[];
  readonly statuses: { readonly page: number; readonly at: number; readonly status: string }[];
  readonly sightings: Set<string>;
  readonly events: { readonly page: number; readonly name: string; readonly detail: unknown }[];
  readonly errors: string[];
  readonly dropped: { readonly what: string; readonly reason: string }[];
  /** What the server has stored. */
  readonly journal: Step[];
  /** The texts of the system messages that the far side said. */
  readonly systemMessages: string[];
  readonly networkNews: { readonly at: number; readonly news: 'online' | 'offline' }[];
  /** The most sockets that were open at one time. */
  mostOpen: number;
}

export const emptyChronicle = (): Chronicle => ({
  connections: [],
  sent: [],
  calls: [],
  statuses: [],
  sightings: new Set(),
  events: [],
  errors: [],
  dropped: [],
  journal: [],
  systemMessages: [],
  networkNews: [],
  mostOpen: 0,
});

export const isOpen = ({ openedAt, end }: Connection): boolean => openedAt !== undefined && !end;

/** How long each reconnect of a page waited after its last socket was gone. */
export function delays({ connections }: Chronicle, page = 1): (number | undefined)[] {
  const own = connections.filter((it) => it.page === page);
  return own.slice(1).map(({ askedAt }, at) => {
    const end = own[at]?.end;
    return end && end.at <= askedAt ? askedAt - end.at : undefined;
  });
}

/** A moment that the scenario names, and what stood there by then. */
export interface Moment {
  readonly at: number;
  /** How many frames had left by then. */
  readonly sent: number;
}

/** A run that is over, for the judges. */
export interface Played {
  readonly chronicle: Chronicle;
  readonly named: ReadonlyMap<string, ClientFrame>;
  readonly marks: ReadonlyMap<string, Moment>;
  /** What the script waited for in vain, and the like. */
  readonly faults: readonly string[];
  /** What each page shows in the end. */
  readonly views: readonly (View | undefined)[];
  /** What the first page showed at the moments of `trace`, in its order. */
  readonly looks: readonly (View | undefined)[];
  readonly stored: Readonly<Record<string, string>>;
  /** Timers and listeners of the first page, each time a session went online and in the end. */
  readonly remains: readonly { readonly timers: number; readonly listeners: number }[];
  readonly measured: ReadonlyMap<string, number>;
  readonly upstream: UpstreamRecord | null;
  readonly endedAt: number;
}

export interface UpstreamCall {
  readonly name: string;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface UpstreamRecord {
  readonly calls: readonly UpstreamCall[];
  /** Everything the relay has answered, bodies and headers. */
  readonly said: readonly string[];
}
