import { GAP_MS } from '../protocol/limits.ts';

/**
 * How far the journal has been applied without a hole (spec messaging §12). Resuming from the highest sequence *seen* would
 * lose an event that was overtaken when the link dropped.
 */
export interface Progress {
  /** The highest contiguous sequence applied; what a reconnect sends. */
  readonly cursor: number;
  /** Sequences applied above a hole, ascending. */
  readonly ahead: readonly number[];
  /** Holes that nobody filled: an event that comes late still finds its place. */
  readonly holes: readonly number[];
  /** When the open hole is asked for, or accepted once it was. */
  readonly gap: { readonly until: number; readonly asked: boolean } | null;
}

export const noProgress: Progress = { cursor: 0, ahead: [], holes: [], gap: null };

/** Sequences are only said to be increasing: beyond this a hole is not worth remembering one by one. */
const HOLES_MAX = 1_000;

function absorb(cursor: number, ahead: readonly number[]): Pick<Progress, 'cursor' | 'ahead'> {
  let count = 0;
  while (ahead[count] === cursor + count + 1) count++;
  return { cursor: cursor + count, ahead: count ? ahead.slice(count) : ahead };
}

/** True when an event of this sequence was applied already, or must have been: the journal grows upwards. */
export function isBehind({ cursor, ahead, holes }: Progress, sequence: number): boolean {
  return (sequence <= cursor && !holes.includes(sequence)) || ahead.includes(sequence);
}

export function advance(progress: Progress, sequence: number, at: number): Progress {
  const { cursor, ahead, holes, gap } = progress;
  if (sequence <= cursor) {
    return holes.includes(sequence)
      ? { ...progress, holes: holes.filter((it) => it !== sequence) }
      : progress;
  }
  if (ahead.includes(sequence)) return progress;
  if (sequence === cursor + 1) {
    const next = absorb(sequence, ahead);
    return { ...progress, ...next, gap: next.ahead.length === 0 ? null : gap };
  }
  return {
    ...progress,
    ahead: [...ahead, sequence].sort((a, b) => a - b),
    gap: gap ?? { until: at + GAP_MS, asked: false },
  };
}

/** The hole was asked for: it is accepted unless it fills meanwhile. */
export const askedForGap = (progress: Progress, at: number): Progress => ({
  ...progress,
  gap: progress.gap && { until: at + GAP_MS, asked: true },
});

/** Nobody has what is missing: go on above it. */
export function acceptGap({ cursor, ahead, holes }: Progress): Progress {
  const top = ahead.at(-1) ?? cursor;
  const known = new Set(ahead);
  const missing: number[] = [];
  for (let it = cursor + 1; it < top && missing.length < HOLES_MAX; it++)
    if (!known.has(it)) missing.push(it);
  return { cursor: top, ahead: [], holes: [...holes, ...missing].slice(-HOLES_MAX), gap: null };
}
