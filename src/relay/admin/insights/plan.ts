import { ceilTo, DAY_MS, floorTo, HOUR_MS, type Range, WINDOW_MS } from './thinning.ts';

export const ENVIRONMENTS = ['live', 'sandbox', 'pre-release'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** A window with conversations in progress, which is read again. */
interface OpenWindow {
  readonly start: number;
  /** When it is read again. */
  readonly dueAt: number;
}

/** Of an environment: every window from `since` up to `until` has been read. Both are multiples of five minutes. */
export interface Progress {
  readonly since: number;
  readonly until: number;
  /** Where the backfill ends: the beginning of a day. */
  readonly target: number;
  readonly open: readonly OpenWindow[];
  /** When the last hour was last read again. */
  readonly hourReadAt: number;
  /** Windows before it have been read again in a night, and do not change any more. */
  readonly settledUntil: number;
}

export type Task =
  /** Reads windows that have closed since. */
  | { readonly type: 'read-on'; readonly span: Range }
  /** Reads a window with conversations in progress. */
  | { readonly type: 'read-again'; readonly span: Range }
  /** Reads the last hour for conversations that the platform has listed late. */
  | { readonly type: 'read-hour'; readonly span: Range }
  /** Reads a part of yesterday for the same reason, once. */
  | { readonly type: 'settle'; readonly span: Range }
  /** Reads the windows before the known ones. */
  | { readonly type: 'read-back'; readonly span: Range }
  | { readonly type: 'wait'; readonly until: number };

/** The platform may list a conversation a moment after it began. */
const SETTLE_MS = 30_000;
/** It lists some later than that: how often the last hour is read again. */
const LATE_MS = 10 * 60_000;
/** When yesterday is read again: after midnight of UTC, when its last conversations have ended. */
const NIGHT_MS = 2 * HOUR_MS;
const PART_MS = 6 * HOUR_MS;
/** This week and the one before, so that weeks are compared from the first day on. */
const BACKFILL_MS = 15 * DAY_MS;
/** Windows of five minutes are kept for as long; of older ones only whole days are read on. */
const FINE_MS = 8 * DAY_MS;
/** A conversation that is in progress for longer stays counted as such. */
const MAX_OPEN_MS = 6 * HOUR_MS;

const closedUntil = (now: number): number => floorTo(now - SETTLE_MS, WINDOW_MS);
/** The end of the last day that can be settled. */
const nightOf = (now: number): number => floorTo(now - NIGHT_MS, DAY_MS);

/** The progress of a relay that has read nothing yet. */
export const beginProgress = (now: number): Progress => ({
  since: closedUntil(now),
  until: closedUntil(now),
  target: floorTo(now - BACKFILL_MS, DAY_MS),
  open: [],
  hourReadAt: now,
  settledUntil: nightOf(now),
});

/**
 * Takes back progress that lies beyond now, as a relay writes whose clock is ahead: it has read windows before they closed. How long it did
 * so is not known, so a day is read again. Clocks of relays differ by up to a window.
 */
export function takeBack(progress: Progress, now: number): Progress {
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

/** Windows to settle, at most a part of a day; undefined: none yet. */
function nextToSettle({ since, until, settledUntil }: Progress, now: number): Range | undefined {
  const night = Math.min(nightOf(now), until);
  const from = Math.max(settledUntil, since, nightOf(now) - DAY_MS);
  return from < night ? { from, to: Math.min(night, floorTo(from, PART_MS) + PART_MS) } : undefined;
}

/**
 * What is to be read next: what is new first, then what has changed, then what is old, the newest first. At most a day at once. After a long
 * pause it begins with a whole day, of which smaller windows are not kept any more.
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

/** The progress after a task. `inProgress`: the beginnings of the windows that were read and have conversations in progress. */
export function advance(
  progress: Progress,
  { type, span }: Exclude<Task, { readonly type: 'wait' }>,
  inProgress: readonly number[],
  now: number,
): Progress {
  const again = inProgress.flatMap((start): OpenWindow[] => {
    // When it is twice as old: most conversations end soon.
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
