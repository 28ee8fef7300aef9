/**
 * The platform promises no order. To show the newest conversations first, the list is read in windows of time from the end of the
 * range to its beginning. Each answer tells how large the next window may be: a page of the list takes two or three calls.
 */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const MIN_MS = 1_000;
const FIRST_MS = 3_600_000;
/** Share of a page that a window is meant to fill: one that is too full is read again. */
const FILL = 0.8;
const DIVISOR = 8;

/** The end of a range, whose conversations tell how many there are. */
export const latest = ({ from, to }: Window): Window => ({ from: Math.max(from, to - FIRST_MS), to });

/** The window to read instead of one that does not fit into a page; undefined if it cannot be smaller. */
export function smaller({ from, to }: Window): Window | undefined {
  const part = Math.floor((to - from) / DIVISOR);
  return part < MIN_MS ? undefined : { from: to - part, to };
}

/** The window before one that had `count` conversations of the `wanted` ones; undefined at the beginning of the range. */
export function earlier(
  range: Window,
  { from, to }: Window,
  count: number,
  wanted: number,
): Window | undefined {
  if (from <= range.from) return undefined;
  // After a window without any, the whole rest may fit.
  const size = count === 0 ? Number.POSITIVE_INFINITY : ((to - from) * FILL * wanted) / count;
  return { from: Math.max(range.from, Math.floor(from - size)), to: from };
}
