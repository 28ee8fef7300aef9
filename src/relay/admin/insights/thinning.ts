import { localAt, momentOf } from '../../../base/time-zone.ts';

/** A range of time in milliseconds since the epoch; `to` does not belong to it. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export const WINDOW_MS = 5 * 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/**
 * Sizes of windows, and how long after its beginning each is kept: five minutes for 8 days, hours for 60, days for 400, and one
 * day more each, because the first backfill reaches back to the beginning of a day. Larger windows are written as soon as they are
 * complete. So nothing has to be thinned: the store forgets the smaller ones.
 */
export const LEVELS = [
  { sizeMs: WINDOW_MS, keptMs: 9 * DAY_MS },
  { sizeMs: HOUR_MS, keptMs: 61 * DAY_MS },
  { sizeMs: DAY_MS, keptMs: 401 * DAY_MS },
] as const;

export type LevelMs = (typeof LEVELS)[number]['sizeMs'];

/** A window of one of the sizes. Its beginning is a multiple of its size. */
export interface Piece {
  readonly sizeMs: LevelMs;
  readonly start: number;
}

export const floorTo = (at: number, sizeMs: number): number => Math.floor(at / sizeMs) * sizeMs;
export const ceilTo = (at: number, sizeMs: number): number => Math.ceil(at / sizeMs) * sizeMs;

export const keepUntil = ({ sizeMs, start }: Piece): number =>
  start + (LEVELS.find((level) => level.sizeMs === sizeMs)?.keptMs ?? 0);

/** Windows that are forgotten within this time are not used: reading takes a moment. */
const SLACK_MS = 10 * 60_000;

/** The smallest size of windows to cut at a time. They are still kept back to the next larger window that ends there. */
export function finestAt(at: number, now: number): LevelMs {
  const level = LEVELS.find(({ keptMs }, index) => {
    const oldest = floorTo(at, LEVELS[index + 1]?.sizeMs ?? DAY_MS);
    return oldest > now - keptMs + SLACK_MS;
  });
  return level?.sizeMs ?? DAY_MS;
}

/** The oldest time of which windows are still kept. */
export const oldestKept = (now: number): number =>
  ceilTo(now + SLACK_MS - Math.max(...LEVELS.map(({ keptMs }) => keptMs)), DAY_MS);

/** Extends a range to whole windows of the smallest size that is still kept at its ends. */
export const alignRange = ({ from, to }: Range, now: number): Range => ({
  from: floorTo(from, finestAt(from, now)),
  to: ceilTo(to, finestAt(to, now)),
});

/** True for a range that is longer than what was asked for by more than whole five minutes: smaller windows are forgotten. */
export const isRounded = (asked: Range, { from, to }: Range): boolean =>
  from < floorTo(asked.from, WINDOW_MS) || to > ceilTo(asked.to, WINDOW_MS);

/** The fewest windows, none larger than `maxSizeMs`, that make up a range of whole five minutes. */
export function piecesOf({ from, to }: Range, maxSizeMs: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < to; ) {
    const start = at;
    const level =
      LEVELS.findLast(({ sizeMs }) => sizeMs <= maxSizeMs && start % sizeMs === 0 && start + sizeMs <= to) ??
      LEVELS[0];
    pieces.push({ sizeMs: level.sizeMs, start });
    at += level.sizeMs;
  }
  return pieces;
}

/** The windows of the next smaller size that make up a window; none for the smallest. */
export function partsOf({ sizeMs, start }: Piece): readonly Piece[] {
  const level = LEVELS.findLast((candidate) => candidate.sizeMs < sizeMs);
  return level ? piecesOf({ from: start, to: start + sizeMs }, level.sizeMs) : [];
}

/** The range to compare another one with: about as much of a time whole weeks before, so that a Monday is compared with a Monday. */
export interface Comparison {
  /** As long as what is known of the range, to a whole window. Empty: nothing is known. */
  readonly previous: Range;
  /** The size of the windows that it is made of. */
  readonly sizeMs: LevelMs;
  /** false: its windows are too large for the range. Its figures would differ by its length alone. */
  readonly isAlike: boolean;
}

const lengthOf = ({ from, to }: Range): number => to - from;
/** The largest share of a length that may be missing or too much. */
const MAX_ODD = 0.05;

/** Rounds the range to compare with, which begins at the same local time, to whole windows that are still kept. The range itself stays as it was asked for. */
export function comparisonOf(
  asked: Range,
  range: Range,
  { knownUntil, now, zone }: { readonly knownUntil: number; readonly now: number; readonly zone: string },
): Comparison {
  const shift = Math.max(1, Math.ceil(lengthOf(asked) / WEEK_MS)) * WEEK_MS;
  const begins = momentOf(localAt(range.from, zone) - shift, zone);
  const sizeMs = Math.max(finestAt(begins, now), finestAt(range.to - shift, now)) as LevelMs;
  const from = floorTo(begins, sizeMs);
  const knownMs = Math.max(0, Math.min(knownUntil, range.to) - range.from);
  const lengthMs = Math.min(Math.round(knownMs / sizeMs) * sizeMs, range.from - from);
  return {
    previous: { from, to: from + lengthMs },
    sizeMs,
    isAlike: lengthMs > 0 && Math.abs(lengthMs - knownMs) <= knownMs * MAX_ODD,
  };
}
