import { spliced } from '../../base/spliced.ts';
import { GAP_MS } from '../../protocol/limits.ts';

/**
 * Applied sequences of the journal (M-12.16). Resuming from the highest one would lose an event that was overtaken
 * when the connection dropped.
 */
export interface Progress {
  /** Highest applied sequence without a gap below. A reconnect sends it. */
  readonly cursor: number;
  /** Applied sequences above a gap, ascending. */
  readonly ahead: readonly number[];
  /** Missing sequences that were accepted as missing. A late event of one is still applied. */
  readonly skipped: readonly number[];
  /**
   * Open gap. At `until` the missing events are requested. After the request (`requestedUpTo` > 0), the missing ones below
   * `requestedUpTo` are accepted as missing at `until`, if the connection is live.
   */
  readonly gap: { readonly until: number; readonly requestedUpTo: number } | null;
}

export const noProgress: Progress = { cursor: 0, ahead: [], skipped: [], gap: null };

/** Number of missing sequences to remember. Sequences only promise to grow, so a gap may be huge. */
const SKIPPED_MAX = 1_000;

function absorb(cursor: number, ahead: readonly number[]): Pick<Progress, 'cursor' | 'ahead'> {
  let count = 0;
  while (ahead[count] === cursor + count + 1) count++;
  return { cursor: cursor + count, ahead: count ? ahead.slice(count) : ahead };
}

/** True when an event of this sequence was applied, or counts as applied because it is below the cursor. */
export function isApplied({ cursor, ahead, skipped }: Progress, sequence: number): boolean {
  return (sequence <= cursor && !skipped.includes(sequence)) || ahead.includes(sequence);
}

export function advance(progress: Progress, sequence: number, at: number): Progress {
  const { cursor, ahead, skipped, gap } = progress;
  if (sequence <= cursor) {
    return skipped.includes(sequence)
      ? { ...progress, skipped: skipped.filter((missing) => missing !== sequence) }
      : progress;
  }
  if (sequence === cursor + 1) {
    const next = absorb(sequence, ahead);
    return { ...progress, ...next, gap: next.ahead.length === 0 ? null : gap };
  }
  const below = ahead.findLastIndex((applied) => applied <= sequence);
  if (ahead[below] === sequence) return progress;
  return {
    ...progress,
    ahead: spliced(ahead, below + 1, 0, sequence),
    gap: gap ?? { until: at + GAP_MS, requestedUpTo: 0 },
  };
}

/** M-12.17: the missing events are requested by resuming. */
export const gapRequested = (progress: Progress, at: number): Progress => ({
  ...progress,
  gap: { until: at + GAP_MS, requestedUpTo: progress.ahead.at(-1) ?? 0 },
});

/** M-12.17: restarts the time limit for the requested events on a new connection. */
export const gapRequestedAgain = (progress: Progress, at: number): Progress =>
  progress.gap?.requestedUpTo ? { ...progress, gap: { ...progress.gap, until: at + GAP_MS } } : progress;

/** M-12.17: accepts the requested sequences as missing and continues above them. A later gap gets a time limit of its own. */
export function acceptGap({ cursor, ahead, skipped, gap }: Progress, at: number): Progress {
  const top = gap?.requestedUpTo ?? 0;
  const known = new Set(ahead);
  const missing: number[] = [];
  for (let candidate = cursor + 1; candidate < top && missing.length < SKIPPED_MAX; candidate++)
    if (!known.has(candidate)) missing.push(candidate);
  const next = absorb(
    top,
    ahead.filter((applied) => applied > top),
  );
  return {
    ...next,
    skipped: [...skipped, ...missing].slice(-SKIPPED_MAX),
    gap: next.ahead.length ? { until: at + GAP_MS, requestedUpTo: 0 } : null,
  };
}
