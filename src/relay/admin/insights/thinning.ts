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
  start + (LEVELS.find((it) => it.sizeMs === sizeMs)?.keptMs ?? 0);

/** Windows that are forgotten within this time are not used: rounding moves a time back, and reading takes a moment. */
const SLACK_MS = 2 * HOUR_MS;

/** The smallest size of window that is still kept of a time. */
const finestOf = (at: number, now: number): LevelMs =>
  LEVELS.find(({ keptMs }) => at > now - keptMs + SLACK_MS)?.sizeMs ?? DAY_MS;

/** Extends a range to whole windows of the smallest size that is still kept of its ends. */
export const alignRange = ({ from, to }: Range, now: number): Range => ({
  from: floorTo(from, finestOf(from, now)),
  to: ceilTo(to, finestOf(to, now)),
});

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
  const level = LEVELS.findLast((it) => it.sizeMs < sizeMs);
  return level ? piecesOf({ from: start, to: start + sizeMs }, level.sizeMs) : [];
}

/** A range, and the one to compare it with: of the same length, whole weeks before, so that a Monday is compared with a Monday. */
export interface Comparison {
  readonly range: Range;
  readonly previous: Range;
  /** What comes after it in the previous range corresponds to what is not known yet. */
  readonly previousUntil: number;
}

/** Rounds a range to whole windows of the smallest size that is still kept of its ends and of the times to compare them with. */
export function compareRanges({ from, to }: Range, knownUntil: number, now: number): Comparison {
  const shift = Math.max(1, Math.ceil((to - from) / WEEK_MS)) * WEEK_MS;
  const sizeBefore = (at: number) => finestOf(at - shift, now);
  const end = ceilTo(to, sizeBefore(to));
  const begin = floorTo(from, sizeBefore(from));
  const range = {
    // Rounded outwards, a range of whole weeks would overlap the one before it.
    from: begin < end - shift ? ceilTo(end - shift, sizeBefore(from)) : begin,
    to: end,
  };
  const last = Math.min(knownUntil, end);
  return {
    range,
    previous: { from: range.from - shift, to: range.to - shift },
    previousUntil: floorTo(last, sizeBefore(last)) - shift,
  };
}
