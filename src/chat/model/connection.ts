import type { Capabilities } from '../../protocol/events.ts';
import {
  CLOCK_JUMP_MS,
  CLOCK_WATCH_MS,
  FIRST_HISTORY_MS,
  HEARTBEAT_ANSWER_MS,
  HEARTBEAT_DEFAULT_MS,
  HEARTBEAT_MAX_MS,
  HEARTBEAT_MIN_MS,
  HISTORY_QUIET_MS,
  LIVENESS_GRACE_MS,
  OVERLOAD_DELAY_MAX_MS,
  OVERLOAD_DELAY_MIN_MS,
  RECONNECT_ATTEMPTS_DEFAULT,
  RECONNECT_CAP_MS,
  RECONNECT_DELAYS_MS,
  RECONNECT_JITTER,
  STABLE_MS,
} from '../../protocol/limits.ts';

/** Reason for not reconnecting until the visitor retries. */
export type ClosedReason = 'unreachable' | 'too_many_windows' | 'no_history' | 'replaced' | 'over';

/** State of an open socket. Times are milliseconds. */
export interface OpenConnection {
  readonly status: 'open';
  readonly socket: number;
  readonly openedAt: number;
  /** Failed attempts since the last stable connection; 0 once this one is stable (M-12.3). */
  readonly attempt: number;
  /** `empty`: no batch yet. `replaying`: the history is complete when no batch arrives by `until`. `live`: it is complete. */
  readonly replay:
    | { readonly status: 'empty' }
    | { readonly status: 'replaying'; readonly until: number }
    | { readonly status: 'live' };
  readonly lastInboundAt: number | null;
  readonly nextHeartbeatAt: number;
  /** Time of the last look at the clock (M-11.3). */
  readonly checkedAt: number;
  /** Time at which the socket is dead unless a frame answers the heartbeat (M-11.3); null: no heartbeat tests it. */
  readonly deadAt: number | null;
  /** Times of the recent binary frames (M-4.9). */
  readonly binaryFramesAt: readonly number[];
  /** M-12.20: reason of the failure that led to this slow retry. It is shown until the first frame. */
  readonly why?: ClosedReason | undefined;
}

/** Results of the attempts so far. They survive a socket. */
export interface Attempts {
  /** Number of handshakes that failed in a row (M-12.2); the first frame of a connection resets it. */
  readonly failedHandshakes: number;
  /** M-12.22, M-12.24: number of handshakes that failed in a row while the relay could open a socket. */
  readonly blockedHandshakes: number;
  /** M-12.24: number of sockets that broke in a row before they were stable. */
  readonly cutSockets: number;
  /** M-14.3: the retry from cursor 0 was made. */
  readonly hasRetriedHistory: boolean;
  /** M-12.11: the reconnect after 1002, 1003, 1007 or 1008 was made. */
  readonly hasRetriedProtocolError: boolean;
}

export const noBlocks = { blockedHandshakes: 0, cutSockets: 0 };
export const noAttempts: Attempts = {
  ...noBlocks,
  failedHandshakes: 0,
  hasRetriedHistory: false,
  hasRetriedProtocolError: false,
};

/**
 * The connection of an open session.
 *
 *   idle → connecting → open            open → connecting (a silent socket is replaced)
 *   connecting, open → waiting → connecting
 *   connecting, open, waiting → closed → waiting (a slow retry, or the visitor's)
 *   connecting, open, waiting ⇄ offline
 *   connecting, open, waiting, offline → resting → connecting
 *   any → idle (the session is over)
 */
export type Connection =
  | { readonly status: 'idle' }
  | {
      readonly status: 'connecting';
      readonly socket: number;
      readonly until: number;
      readonly attempt: number;
      readonly why?: ClosedReason | undefined;
    }
  | OpenConnection
  | { readonly status: 'waiting'; readonly until: number; readonly attempt: number }
  | { readonly status: 'offline'; readonly attempt: number }
  /** The socket was closed because the conversation is in the background, or because the page was left and may come back. */
  | { readonly status: 'resting' }
  /** `retryAt`: time of the next slow retry (M-12.20). */
  | { readonly status: 'closed'; readonly why: ClosedReason; readonly retryAt: number };

export const idle: Connection = { status: 'idle' };

/** True when there is a socket or the client will open one by itself. */
export const isActive = (connection: Connection): connection is Connection & { readonly attempt: number } =>
  connection.status === 'connecting' ||
  connection.status === 'open' ||
  connection.status === 'waiting' ||
  connection.status === 'offline';
export const attemptOf = (connection: Connection): number => (isActive(connection) ? connection.attempt : 0);
export const socketOf = (connection: Connection): number | null =>
  connection.status === 'connecting' || connection.status === 'open' ? connection.socket : null;
/** Reason of the failure that is shown; undefined: none. */
export const whyOf = (connection: Connection): ClosedReason | undefined =>
  connection.status === 'connecting' || connection.status === 'open' || connection.status === 'closed'
    ? connection.why
    : undefined;
export const isLive = (connection: Connection): connection is OpenConnection =>
  connection.status === 'open' && connection.replay.status === 'live';

/** M-6.29, M-11.1: heartbeat interval: the advertised one, limited to 5–120 s. null: switched off. */
export function heartbeatMs(capabilities: Capabilities | null): number | null {
  const seconds = capabilities?.heartbeatIntervalSeconds;
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return HEARTBEAT_DEFAULT_MS;
  if (seconds === 0) return null;
  return Math.min(HEARTBEAT_MAX_MS, Math.max(HEARTBEAT_MIN_MS, seconds * 1_000));
}

/** M-6.28: maximum number of handshakes that fail in a row; 0 advertised means no limit. */
export function attemptsAllowed(capabilities: Capabilities | null): number {
  const advertised = capabilities?.maxReconnectAttempts;
  if (advertised === undefined || advertised < 0) return RECONNECT_ATTEMPTS_DEFAULT;
  return advertised === 0 ? Number.POSITIVE_INFINITY : advertised;
}

/** M-12.1: wait before the next attempt: exponential backoff with a jitter of ±50 % before the cap. `random` is in [0, 1). */
export function backoffMs(failed: number, random: number): number {
  const base = RECONNECT_DELAYS_MS[Math.min(failed, RECONNECT_DELAYS_MS.length - 1)] ?? RECONNECT_CAP_MS;
  return Math.min(RECONNECT_CAP_MS, base * (1 - RECONNECT_JITTER + 2 * RECONNECT_JITTER * random));
}

/** M-12.8: wait after the server has reported an overload. `random` is in [0, 1). */
export const overloadDelayMs = (random: number): number =>
  OVERLOAD_DELAY_MIN_MS + random * (OVERLOAD_DELAY_MAX_MS - OVERLOAD_DELAY_MIN_MS);

export const connecting = (
  socket: number,
  until: number,
  attempt: number,
  why: ClosedReason | undefined,
): Connection => ({ status: 'connecting', socket, until, attempt, why });

/** M-12.3: the connection was open long enough, with at least one frame. */
export const isStable = ({ lastInboundAt, openedAt }: OpenConnection, at: number): boolean =>
  lastInboundAt !== null && at >= openedAt + STABLE_MS;

export function opened(
  connection: Connection & { status: 'connecting' },
  at: number,
  interval: number | null,
): OpenConnection {
  return {
    status: 'open',
    socket: connection.socket,
    openedAt: at,
    attempt: connection.attempt,
    replay: { status: 'empty' },
    lastInboundAt: null,
    nextHeartbeatAt: interval === null ? Number.POSITIVE_INFINITY : at + interval,
    checkedAt: at,
    deadAt: null,
    binaryFramesAt: [],
    why: connection.why,
  };
}

/** M-7.2: the history counts as complete after a quiet time from now. */
export const replaying = (connection: OpenConnection, at: number): OpenConnection => ({
  ...connection,
  replay: { status: 'replaying', until: at + HISTORY_QUIET_MS },
});

/** M-11.2: any frame is a sign of life. A history frame restarts the quiet time. */
export const frameReceived = (
  connection: OpenConnection,
  at: number,
  isHistory: boolean,
): OpenConnection => ({
  ...(isHistory && connection.replay.status !== 'live' ? replaying(connection, at) : connection),
  lastInboundAt: at,
  deadAt: null,
  why: undefined,
});

/** Restarts the heartbeat with the interval that SESSION_START has advertised. */
export const withInterval = (
  connection: OpenConnection,
  interval: number | null,
  at: number,
): OpenConnection => ({
  ...connection,
  nextHeartbeatAt: interval === null ? Number.POSITIVE_INFINITY : at + interval,
});

/** Starts the deadline for the answer to a heartbeat (M-11.3). */
export const awaitingHeartbeat = (connection: OpenConnection, at: number): OpenConnection => ({
  ...connection,
  deadAt: at + HEARTBEAT_ANSWER_MS,
});

const silenceMs = (interval: number) => 2 * interval + LIVENESS_GRACE_MS;

/**
 * Liveness of an open socket by its silence (M-11.2). `uncertain`: the clock has jumped or timers ran late, as in a hidden tab or after
 * sleep. Then only an unanswered heartbeat proves that the socket is dead (M-11.3).
 */
export function liveness(
  connection: OpenConnection,
  at: number,
  interval: number | null,
): 'alive' | 'uncertain' | 'dead' {
  if (connection.deadAt !== null) return at >= connection.deadAt ? 'dead' : 'alive';
  if (at > connection.checkedAt + CLOCK_JUMP_MS) return 'uncertain';
  if (interval === null || at < (connection.lastInboundAt ?? connection.openedAt) + silenceMs(interval))
    return 'alive';
  return at < connection.nextHeartbeatAt + LIVENESS_GRACE_MS ? 'dead' : 'uncertain';
}

/** Time of the connection's next deadline; null: none. */
export function connectionDueAt(connection: Connection, interval: number | null): number | null {
  if (connection.status === 'waiting' || connection.status === 'connecting') return connection.until;
  if (connection.status !== 'open') return null;
  const due = [connection.nextHeartbeatAt, connection.checkedAt + CLOCK_WATCH_MS];
  if (connection.replay.status === 'empty') due.push(connection.openedAt + FIRST_HISTORY_MS);
  if (connection.replay.status === 'replaying') due.push(connection.replay.until);
  if (connection.attempt > 0 && connection.lastInboundAt !== null) due.push(connection.openedAt + STABLE_MS);
  if (connection.deadAt !== null) due.push(connection.deadAt);
  else if (interval !== null)
    due.push((connection.lastInboundAt ?? connection.openedAt) + silenceMs(interval));
  return Math.min(...due);
}
