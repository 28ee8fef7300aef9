import type { Remaining, View } from './page.ts';
import type { Step } from './scenario.ts';

/** Record of a run as seen from outside. Times are of the virtual clock. */

export interface ClientFrame {
  readonly page: number;
  readonly at: number;
  readonly connection: Connection;
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly metadata?: { readonly custom: Record<string, unknown> } | undefined;
  /** Text of the frame. */
  readonly text: string;
  /** The server has not read the frame, see the step `blackhole`. */
  readonly isUnread: boolean;
}

export interface Connection {
  readonly page: number;
  /** The page's number of the socket. */
  readonly socket: number;
  readonly url: URL;
  readonly askedAt: number;
  openedAt?: number;
  /** A step of the script accepted it. Others are accepted by default. */
  isScripted?: boolean;
  end?: { readonly at: number; readonly by: 'client' | 'server' | 'refusal'; readonly code: number };
  /** The server keeps the socket open and neither sends nor reads. */
  isUnresponsive: boolean;
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

export interface Recording {
  readonly connections: Connection[];
  readonly sent: ClientFrame[];
  readonly calls: RelayCall[];
  readonly statuses: { readonly page: number; readonly at: number; readonly status: string }[];
  readonly observations: Set<string>;
  readonly events: { readonly page: number; readonly name: string; readonly detail: unknown }[];
  readonly errors: string[];
  readonly dropped: { readonly what: string; readonly reason: string }[];
  /** Events that the server has stored. */
  readonly journal: Step[];
  /** Texts of the system messages that the platform has sent. */
  readonly systemMessages: string[];
  readonly networkChanges: { readonly at: number; readonly state: 'online' | 'offline' }[];
  /** Largest number of sockets that were open at one time. */
  maxOpenSockets: number;
}

export const emptyRecording = (): Recording => ({
  connections: [],
  sent: [],
  calls: [],
  statuses: [],
  observations: new Set(),
  events: [],
  errors: [],
  dropped: [],
  journal: [],
  systemMessages: [],
  networkChanges: [],
  maxOpenSockets: 0,
});

export const isOpen = ({ openedAt, end }: Connection): boolean => openedAt !== undefined && !end;

/** Waits of a page's reconnects since the end of the previous socket. */
export function reconnectDelays({ connections }: Recording, page = 1): (number | undefined)[] {
  const own = connections.filter((connection) => connection.page === page);
  return own.slice(1).map(({ askedAt }, at) => {
    const end = own[at]?.end;
    return end && end.at <= askedAt ? askedAt - end.at : undefined;
  });
}

/** Named moment of the scenario. */
export interface Mark {
  readonly at: number;
  /** Number of frames sent before it. */
  readonly sentCount: number;
}

/** Complete run of a scenario, for evaluation. */
export interface ScenarioRun {
  readonly recording: Recording;
  readonly namedFrames: ReadonlyMap<string, ClientFrame>;
  readonly marks: ReadonlyMap<string, Mark>;
  /** Failures of the script, for example timeouts. */
  readonly failures: readonly string[];
  /** Scripted answers that nothing asked for. */
  readonly unused: readonly string[];
  /** Final view of each page. */
  readonly views: readonly (View | undefined)[];
  /** Views of the first page at the moments of `trace`, in its order. */
  readonly traceViews: readonly (View | undefined)[];
  readonly stored: Readonly<Record<string, string>>;
  /** Timers and listeners of the first page, after each frame and at the end. */
  readonly remaining: readonly Remaining[];
  readonly measurements: ReadonlyMap<string, number>;
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
  /** All responses of the relay, bodies and headers. */
  readonly responses: readonly string[];
}
