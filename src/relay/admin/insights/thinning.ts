import { localAt, momentOf } from '../../../base/time-zone.ts';

/** A range of time in milliseconds since the epoch, without `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export const WINDOW_MS = 5 * 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/**
 * Sizes of windows, and the time to keep each from its beginning: five minutes for 8 days, hours for 60, days for 400. One more day
 * each, because the first backfill begins at the beginning of a day. Larger windows are written as soon as they are complete, so
 * the smaller ones only expire in the store.
 */
export const LEVELS = [
  { sizeMs: WINDOW_MS, keptMs: 9 * DAY_MS },
  { sizeMs: HOUR_MS, keptMs: 61 * DAY_MS },
  { sizeMs: DAY_MS, keptMs: 401 * DAY_MS },
] as const;

export type LevelMs = (typeof LEVELS)[number]['sizeMs'];

/** A window of one of the sizes. It begins at a multiple of its size. */
export interface Piece {
  readonly sizeMs: LevelMs;
  readonly start: number;
}

export const floorTo = (at: number, sizeMs: number): number => Math.floor(at / sizeMs) * sizeMs;
export const ceilTo = (at: number, sizeMs: number): number => Math.ceil(at / sizeMs) * sizeMs;

export const keepUntil = ({ sizeMs, start }: Piece): number =>
  start + (LEVELS.find((level) => level.sizeMs === sizeMs)?.keptMs ?? 0);

/** Windows that expire within this time are not used, because reading takes a moment. */
const READ_MARGIN_MS = 10 * 60_000;

/** The smallest kept window size at a time. Such windows are kept back to the next larger window that ends there. */
export function finestAt(at: number, now: number): LevelMs {
  const level = LEVELS.find(({ keptMs }, index) => {
    const oldest = floorTo(at, LEVELS[index + 1]?.sizeMs ?? DAY_MS);
    return oldest > now - keptMs + READ_MARGIN_MS;
  });
  return level?.sizeMs ?? DAY_MS;
}

/** The beginning of the oldest kept window. */
export const oldestKept = (now: number): number =>
  ceilTo(now + READ_MARGIN_MS - Math.max(...LEVELS.map(({ keptMs }) => keptMs)), DAY_MS);

/** Extends a range to whole windows of the smallest size that is still kept at each end. */
export const alignRange = ({ from, to }: Range, now: number): Range => ({
  from: floorTo(from, finestAt(from, now)),
  to: ceilTo(to, finestAt(to, now)),
});

/** True for a range that exceeds the requested one beyond whole five minutes, because smaller windows have expired. */
export const isRounded = (requested: Range, { from, to }: Range): boolean =>
  from < floorTo(requested.from, WINDOW_MS) || to > ceilTo(requested.to, WINDOW_MS);

/** The fewest windows, none larger than `maxSizeMs`, that form a range of whole five minutes. */
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

/** The windows of the next smaller size in a window; none for the smallest size. */
export function partsOf({ sizeMs, start }: Piece): readonly Piece[] {
  const level = LEVELS.findLast((candidate) => candidate.sizeMs < sizeMs);
  return level ? piecesOf({ from: start, to: start + sizeMs }, level.sizeMs) : [];
}

/** The range to compare another one with: about the same length, whole weeks before, to compare a Monday with a Monday. */
export interface Comparison {
  /** As long as the known part of the range, in whole windows. Empty: nothing is known. */
  readonly previous: Range;
  /** The size of its windows. */
  readonly sizeMs: LevelMs;
  /** False: the windows are too large for the range. The difference in length alone would change the figures. */
  readonly isAlike: boolean;
}

const lengthOf = ({ from, to }: Range): number => to - from;
/** The largest tolerated difference of the length, as a share. */
const MAX_LENGTH_DIFFERENCE = 0.05;
/** A week may be longer by this: by the hour in which summer time ends, and because its ends were read a moment apart. */
const LONGER_WEEK_MS = HOUR_MS + WINDOW_MS;

/** Rounds the range to compare with to whole kept windows. It begins at the same local time. The range itself is not rounded further. */
export function comparisonOf(
  asked: Range,
  range: Range,
  { knownUntil, now, zone }: { readonly knownUntil: number; readonly now: number; readonly zone: string },
): Comparison {
  const shift = Math.max(1, Math.ceil((lengthOf(asked) - LONGER_WEEK_MS) / WEEK_MS)) * WEEK_MS;
  const begins = momentOf(localAt(range.from, zone) - shift, zone);
  const sizeMs = Math.max(finestAt(begins, now), finestAt(range.to - shift, now)) as LevelMs;
  const from = floorTo(begins, sizeMs);
  const knownMs = Math.max(0, Math.min(knownUntil, range.to) - range.from);
  const lengthMs = Math.min(Math.round(knownMs / sizeMs) * sizeMs, range.from - from);
  return {
    previous: { from, to: from + lengthMs },
    sizeMs,
    isAlike: lengthMs > 0 && Math.abs(lengthMs - knownMs) <= knownMs * MAX_LENGTH_DIFFERENCE,
  };
}
