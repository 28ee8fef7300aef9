/**
 * The platform promises no order. To show the newest conversations first, the list is read in windows of time from the end of the
 * range to its beginning: a window with more conversations than a page holds is halved, one with few is doubled for the next.
 */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const MIN_MS = 1_000;

/** The window to read instead of one that does not fit into a page; undefined if it cannot be smaller. */
export function smaller({ from, to }: Window): Window | undefined {
  const half = Math.floor((to - from) / 2);
  return half < MIN_MS ? undefined : { from: to - half, to };
}

/** The window before one that had `count` conversations of the `wanted` ones; undefined at the beginning of the range. */
export function earlier(
  range: Window,
  { from, to }: Window,
  count: number,
  wanted: number,
): Window | undefined {
  if (from <= range.from) return undefined;
  const size = (to - from) * (2 * count < wanted ? 2 : 1);
  return { from: Math.max(range.from, from - size), to: from };
}
