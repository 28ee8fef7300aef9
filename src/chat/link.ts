import type { Capabilities } from '../protocol/events.ts';
import {
  CLOCK_JUMP_MS,
  FIRST_HISTORY_MS,
  HANDSHAKE_MS,
  HEARTBEAT_DEFAULT_MS,
  HEARTBEAT_MAX_MS,
  HEARTBEAT_MIN_MS,
  HISTORY_QUIET_MS,
  LIVENESS_GRACE_MS,
  PROBE_MS,
  RECONNECT_ATTEMPTS_DEFAULT,
  RECONNECT_CAP_MS,
  RECONNECT_DELAYS_MS,
  RECONNECT_JITTER,
  SHED_MAX_MS,
  SHED_MIN_MS,
  STABLE_MS,
} from '../protocol/limits.ts';

/** Why no further attempt is made without the visitor. */
export type Shut = 'unreachable' | 'too_many_windows' | 'no_history' | 'replaced' | 'over';

/** An open socket and what its silence means. Times are milliseconds. */
export interface OpenLink {
  readonly at: 'open';
  readonly socket: number;
  readonly openedAt: number;
  /** Failed attempts since the last stable link; forgotten once this one is stable. */
  readonly attempt: number;
  /** `empty`: no batch yet. `replaying`: batches come until `until` passes without another. `live`: history is in. */
  readonly replay:
    | { readonly at: 'empty' }
    | { readonly at: 'replaying'; readonly until: number }
    | { readonly at: 'live' };
  readonly lastInboundAt: number | null;
  readonly nextHeartbeatAt: number;
  /** A heartbeat was sent to see whether the socket lives; silent until then means it does not. */
  readonly probeUntil: number | null;
}

export type Link =
  | { readonly at: 'idle' }
  | {
      readonly at: 'connecting';
      readonly socket: number;
      readonly until: number;
      readonly attempt: number;
    }
  | OpenLink
  | { readonly at: 'waiting'; readonly until: number; readonly attempt: number }
  | { readonly at: 'offline'; readonly attempt: number }
  /** Let go of: nobody looks at the conversation, or the page was left and may come back. */
  | { readonly at: 'resting' }
  | { readonly at: 'shut'; readonly why: Shut };

export const idle: Link = { at: 'idle' };

export const attemptOf = (link: Link): number => ('attempt' in link ? link.attempt : 0);
export const socketOf = (link: Link): number | null => ('socket' in link ? link.socket : null);
/** There is a socket, or one will be asked for without anybody's doing. */
export const isActive = ({ at }: Link): boolean =>
  at === 'open' || at === 'connecting' || at === 'waiting' || at === 'offline';
export const isLive = (link: Link): link is OpenLink => link.at === 'open' && link.replay.at === 'live';

/** The advertised heartbeat interval brought into 5–120 s; null: switched off (spec messaging §6, §11). */
export function heartbeatMs(capabilities: Capabilities | null): number | null {
  const seconds = capabilities?.heartbeatIntervalSeconds;
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return HEARTBEAT_DEFAULT_MS;
  if (seconds === 0) return null;
  return Math.min(HEARTBEAT_MAX_MS, Math.max(HEARTBEAT_MIN_MS, seconds * 1_000));
}

/** How many attempts may fail in a row; 0 advertised means no limit (spec messaging §6). */
export function attemptsAllowed(capabilities: Capabilities | null): number {
  const advertised = capabilities?.maxReconnectAttempts;
  if (advertised === undefined || advertised < 0) return RECONNECT_ATTEMPTS_DEFAULT;
  return advertised === 0 ? Number.POSITIVE_INFINITY : advertised;
}

/** The wait before the next attempt: doubling, spread by ±50 % before the cap (spec messaging §12). `roll` is in [0, 1). */
export function backoffMs(failed: number, roll: number): number {
  const base = RECONNECT_DELAYS_MS[Math.min(failed, RECONNECT_DELAYS_MS.length - 1)] ?? RECONNECT_CAP_MS;
  return Math.min(RECONNECT_CAP_MS, base * (1 - RECONNECT_JITTER + 2 * RECONNECT_JITTER * roll));
}

export const shedMs = (roll: number): number => SHED_MIN_MS + roll * (SHED_MAX_MS - SHED_MIN_MS);

export const connecting = (socket: number, at: number, attempt: number): Link => ({
  at: 'connecting',
  socket,
  until: at + HANDSHAKE_MS,
  attempt,
});

export function opened(link: Link & { at: 'connecting' }, at: number, interval: number | null): OpenLink {
  return {
    at: 'open',
    socket: link.socket,
    openedAt: at,
    attempt: link.attempt,
    replay: { at: 'empty' },
    lastInboundAt: null,
    nextHeartbeatAt: interval === null ? Number.POSITIVE_INFINITY : at + interval,
    probeUntil: null,
  };
}

/** The history is complete once it has been quiet for a while from now. */
export const replaying = (link: OpenLink, at: number): OpenLink => ({
  ...link,
  replay: { at: 'replaying', until: at + HISTORY_QUIET_MS },
});

/** Any inbound frame is life; a history frame starts the wait for quiet again. */
export const heard = (link: OpenLink, at: number, isHistory: boolean): OpenLink => ({
  ...(isHistory && link.replay.at !== 'live' ? replaying(link, at) : link),
  lastInboundAt: at,
  probeUntil: null,
});

/** The interval became known, or changed, with SESSION_START. */
export const withInterval = (link: OpenLink, interval: number | null, at: number): OpenLink => ({
  ...link,
  nextHeartbeatAt: interval === null ? Number.POSITIVE_INFINITY : at + interval,
});

export const probing = (link: OpenLink, at: number): OpenLink => ({ ...link, probeUntil: at + PROBE_MS });

const silenceMs = (interval: number) => 2 * interval + LIVENESS_GRACE_MS;

/**
 * What the silence of an open socket means by now. `doubtful`: timers were held back, as in a hidden tab, or the machine
 * slept; only an unanswered probe proves the socket dead then.
 */
export function silence(link: OpenLink, at: number, interval: number | null): 'none' | 'doubtful' | 'dead' {
  if (link.probeUntil !== null) return at >= link.probeUntil ? 'dead' : 'none';
  if (interval === null) return 'none';
  const late = at - link.nextHeartbeatAt;
  const isSilent = at >= (link.lastInboundAt ?? link.openedAt) + silenceMs(interval);
  if (!isSilent && late <= CLOCK_JUMP_MS) return 'none';
  return late < LIVENESS_GRACE_MS ? 'dead' : 'doubtful';
}

/** When time alone changes the link next; null: never. */
export function linkDue(link: Link, interval: number | null): number | null {
  if (link.at === 'waiting' || link.at === 'connecting') return link.until;
  if (link.at !== 'open') return null;
  const due = [link.nextHeartbeatAt];
  if (link.replay.at === 'empty') due.push(link.openedAt + FIRST_HISTORY_MS);
  if (link.replay.at === 'replaying') due.push(link.replay.until);
  if (link.attempt > 0 && link.lastInboundAt !== null) due.push(link.openedAt + STABLE_MS);
  if (link.probeUntil !== null) due.push(link.probeUntil);
  else if (interval !== null) due.push((link.lastInboundAt ?? link.openedAt) + silenceMs(interval));
  const next = Math.min(...due);
  return next === Number.POSITIVE_INFINITY ? null : next;
}
