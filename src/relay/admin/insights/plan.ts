import { ceilTo, DAY_MS, floorTo, type Range, WINDOW_MS } from './thinning.ts';

export const ENVIRONMENTS = ['live', 'sandbox', 'pre-release'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** A window with conversations in progress, which is read again. */
interface OpenWindow {
  readonly start: number;
  /** How often it was read. */
  readonly reads: number;
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
}

export type Task =
  /** Reads windows that have closed since. */
  | { readonly type: 'read-on'; readonly span: Range }
  | { readonly type: 'read-again'; readonly span: Range }
  /** Reads the windows before the known ones. */
  | { readonly type: 'read-back'; readonly span: Range }
  | { readonly type: 'wait'; readonly until: number };

/** The platform may list a conversation a moment after it began. */
const SETTLE_MS = 30_000;
/** This week and the one before, so that weeks are compared from the first day on. */
const BACKFILL_MS = 15 * DAY_MS;
/** A conversation that is in progress for longer stays counted as such. */
const MAX_OPEN_MS = 6 * 3_600_000;

const closedUntil = (now: number): number => floorTo(now - SETTLE_MS, WINDOW_MS);

/** The progress of a relay that has read nothing yet. */
export const beginProgress = (now: number): Progress => ({
  since: closedUntil(now),
  until: closedUntil(now),
  target: floorTo(now - BACKFILL_MS, DAY_MS),
  open: [],
});

/** What is to be read next: what is new first, then what has changed, then what is old, the newest first. At most a day at once. */
export function nextTask({ since, until, target, open }: Progress, now: number): Task {
  const closed = closedUntil(now);
  if (until < closed)
    return { type: 'read-on', span: { from: until, to: Math.min(closed, floorTo(until, DAY_MS) + DAY_MS) } };
  const [next] = open.toSorted((a, b) => a.dueAt - b.dueAt);
  if (next && next.dueAt <= now)
    return { type: 'read-again', span: { from: next.start, to: next.start + WINDOW_MS } };
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
    const reads = 1 + (progress.open.find((it) => it.start === start)?.reads ?? 0);
    // Twice as long each time: most conversations end soon.
    const dueAt = now + WINDOW_MS * 2 ** (reads - 1);
    return dueAt - start > MAX_OPEN_MS ? [] : [{ start, reads, dueAt }];
  });
  const open = [...progress.open.filter(({ start }) => start < span.from || start >= span.to), ...again];
  if (type === 'read-again') return { ...progress, open };
  return {
    ...progress,
    open,
    since: Math.min(progress.since, span.from),
    until: Math.max(progress.until, span.to),
  };
}
