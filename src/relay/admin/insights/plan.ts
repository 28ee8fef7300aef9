import { ceilTo, DAY_MS, floorTo, HOUR_MS, type Range, WINDOW_MS } from './thinning.ts';

export const ENVIRONMENTS = ['live', 'sandbox', 'pre-release'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** A window with conversations in progress. It is read again. */
interface OpenWindow {
  readonly start: number;
  /** Time of the next read. */
  readonly dueAt: number;
}

/** Progress in an environment: all windows from `since` to `until` have been read. Both are multiples of five minutes. */
export interface Progress {
  readonly since: number;
  readonly until: number;
  /** End of the backfill: the beginning of a day. */
  readonly target: number;
  readonly open: readonly OpenWindow[];
  /** Time of the last repeated read of the last hour. */
  readonly hourReadAt: number;
  /** Earlier windows have been read again at night and are final. */
  readonly settledUntil: number;
}

export type Task =
  /** Reads recently closed windows. */
  | { readonly type: 'read-on'; readonly span: Range }
  /** Reads a window with conversations in progress. */
  | { readonly type: 'read-again'; readonly span: Range }
  /** Reads the last hour for conversations that the platform lists late. */
  | { readonly type: 'read-hour'; readonly span: Range }
  /** Reads a part of yesterday once, for the same reason. */
  | { readonly type: 'settle'; readonly span: Range }
  /** Reads earlier windows than the known ones. */
  | { readonly type: 'read-back'; readonly span: Range }
  | { readonly type: 'wait'; readonly until: number };

/** The platform may list a conversation shortly after its beginning. */
const SETTLE_MS = 30_000;
/** Interval to read the last hour again, because some conversations are listed even later. */
const LATE_MS = 10 * 60_000;
/** Delay after midnight UTC to read yesterday again: its last conversations have ended by then. */
const NIGHT_MS = 2 * HOUR_MS;
const PART_MS = 6 * HOUR_MS;
/** This week and the previous one, to compare weeks from the first day on. */
const BACKFILL_MS = 15 * DAY_MS;
/** Windows of five minutes are kept for this time. Older conversations are read only by whole days. */
const FINE_MS = 8 * DAY_MS;
/** A conversation that takes longer stays counted as in progress. */
const MAX_OPEN_MS = 6 * HOUR_MS;

const closedUntil = (now: number): number => floorTo(now - SETTLE_MS, WINDOW_MS);
/** The end of the last day that can be final. */
const nightOf = (now: number): number => floorTo(now - NIGHT_MS, DAY_MS);

/** The progress before the first read. */
export const beginProgress = (now: number): Progress => ({
  since: closedUntil(now),
  until: closedUntil(now),
  target: floorTo(now - BACKFILL_MS, DAY_MS),
  open: [],
  hourReadAt: now,
  settledUntil: nightOf(now),
});

/**
 * Reverts progress beyond now. A relay with a fast clock has read windows before they closed. Since nobody knows how long, a day is
 * read again. Clocks of relays may differ by one window.
 */
export function revertFutureProgress(progress: Progress, now: number): Progress {
  const closed = closedUntil(now);
  if (progress.until <= closed) return progress;
  const isAhead = progress.until > closed + 2 * WINDOW_MS;
  const until = isAhead ? Math.max(Math.min(progress.since, closed), closed - DAY_MS) : closed;
  return {
    ...progress,
    since: Math.min(progress.since, until),
    until,
    open: progress.open
      .filter(({ start }) => start < until)
      .map(({ start, dueAt }) => ({ start, dueAt: isAhead ? Math.min(dueAt, now) : dueAt })),
    hourReadAt: Math.min(progress.hourReadAt, now),
    settledUntil: Math.min(progress.settledUntil, until),
  };
}

/** The next windows to settle, at most a part of a day; undefined: none yet. */
function nextToSettle({ since, until, settledUntil }: Progress, now: number): Range | undefined {
  const night = Math.min(nightOf(now), until);
  const from = Math.max(settledUntil, since, nightOf(now) - DAY_MS);
  return from < night ? { from, to: Math.min(night, floorTo(from, PART_MS) + PART_MS) } : undefined;
}

/**
 * Determines the next task: new windows first, then changed ones, then old ones, the newest first, and at most a day at once.
 * After a long pause it begins with a whole day, because smaller windows are no longer kept.
 */
export function nextTask(progress: Progress, now: number): Task {
  const { since, until, target, open, hourReadAt } = progress;
  const closed = closedUntil(now);
  const day = floorTo(until, DAY_MS);
  if (until < closed) {
    const from = until < now - FINE_MS ? Math.max(since, day) : until;
    return { type: 'read-on', span: { from, to: Math.min(closed, day + DAY_MS) } };
  }
  const [next] = open.toSorted((a, b) => a.dueAt - b.dueAt);
  if (next && next.dueAt <= now)
    return { type: 'read-again', span: { from: next.start, to: next.start + WINDOW_MS } };
  const lastHour = { from: Math.max(since, until - HOUR_MS), to: until };
  if (hourReadAt + LATE_MS <= now && lastHour.from < lastHour.to)
    return { type: 'read-hour', span: lastHour };
  const settled = nextToSettle(progress, now);
  if (settled) return { type: 'settle', span: settled };
  if (since > target)
    return { type: 'read-back', span: { from: Math.max(target, ceilTo(since, DAY_MS) - DAY_MS), to: since } };
  const nextClosed = closed + WINDOW_MS + SETTLE_MS;
  return { type: 'wait', until: next ? Math.min(next.dueAt, nextClosed) : nextClosed };
}

/** The progress after a task. `inProgress` has the starts of the read windows with conversations in progress. */
export function advance(
  progress: Progress,
  { type, span }: Exclude<Task, { readonly type: 'wait' }>,
  inProgress: readonly number[],
  now: number,
): Progress {
  const again = inProgress.flatMap((start): OpenWindow[] => {
    // Read again at twice the age: most conversations end soon.
    const dueAt = now + Math.max(WINDOW_MS, now - start - WINDOW_MS);
    return dueAt - start > MAX_OPEN_MS ? [] : [{ start, dueAt }];
  });
  const next = {
    ...progress,
    open: [...progress.open.filter(({ start }) => start < span.from || start >= span.to), ...again],
  };
  switch (type) {
    case 'read-again':
      return next;
    case 'read-hour':
      return { ...next, hourReadAt: now };
    case 'settle':
      return { ...next, settledUntil: span.to };
    case 'read-on':
    case 'read-back':
      return {
        ...next,
        since: Math.min(progress.since, span.from),
        until: Math.max(progress.until, span.to),
      };
  }
}
