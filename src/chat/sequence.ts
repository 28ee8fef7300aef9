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
  /** When the open holes are asked for; or, once they were, when those below `asked` are accepted. */
  readonly gap: { readonly until: number; readonly asked: number } | null;
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
  if (sequence === cursor + 1) {
    const next = absorb(sequence, ahead);
    return { ...progress, ...next, gap: next.ahead.length === 0 ? null : gap };
  }
  const below = ahead.findLastIndex((it) => it <= sequence);
  if (ahead[below] === sequence) return progress;
  return {
    ...progress,
    ahead: ahead.toSpliced(below + 1, 0, sequence),
    gap: gap ?? { until: at + GAP_MS, asked: 0 },
  };
}

/** The holes are asked for: they are accepted unless they fill meanwhile. */
export const askedForGap = (progress: Progress, at: number): Progress => ({
  ...progress,
  gap: { until: at + GAP_MS, asked: progress.ahead.at(-1) ?? 0 },
});

/** Nobody has what was asked for: go on above it. A hole that has come about since has its own turn. */
export function acceptGap({ cursor, ahead, holes, gap }: Progress, at: number): Progress {
  const top = gap?.asked ?? 0;
  const known = new Set(ahead);
  const missing: number[] = [];
  for (let it = cursor + 1; it < top && missing.length < HOLES_MAX; it++)
    if (!known.has(it)) missing.push(it);
  const next = absorb(
    top,
    ahead.filter((it) => it > top),
  );
  return {
    ...next,
    holes: [...holes, ...missing].slice(-HOLES_MAX),
    gap: next.ahead.length ? { until: at + GAP_MS, asked: 0 } : null,
  };
}
