/**
 * Schedule that shows a growing text evenly: text that arrives together is spread over the mean time between two arrivals, so that
 * words flow although the network bundles them. Nothing is shown later than `MAX_LATE_MS` after its arrival.
 */
export interface ReleaseSchedule {
  /** Parts that are not shown completely yet, in order. */
  readonly parts: readonly Part[];
  /** Length of the arrived text. */
  readonly length: number;
  /** Time of the last arrival; null: none. */
  readonly lastAt: number | null;
  /** Mean time between two arrivals, `MAX_LATE_MS` at most. */
  readonly gapMs: number;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly until: number;
}

export const MAX_LATE_MS = 250;
/** Weight of the latest gap in the mean. */
const LATEST = 0.3;

/** The schedule of a text whose first `length` characters are shown already. */
export const released = (length: number): ReleaseSchedule => ({ parts: [], length, lastAt: null, gapMs: 0 });

/** The schedule after the text has grown to `length` characters. */
export function arrived(schedule: ReleaseSchedule, length: number, at: number): ReleaseSchedule {
  const { lastAt, length: from } = schedule;
  const latest = lastAt === null ? 0 : Math.min(Math.max(at - lastAt, 0), MAX_LATE_MS);
  const gapMs = schedule.gapMs === 0 ? latest : schedule.gapMs + (latest - schedule.gapMs) * LATEST;
  const parts = schedule.parts.filter(({ until }) => until > at);
  return { parts: [...parts, { from, to: length, at, until: at + gapMs }], length, lastAt: at, gapMs };
}

/** Number of characters to show. It never decreases while the text grows. */
export function lengthAt({ parts, length }: ReleaseSchedule, at: number): number {
  const part = parts.find(({ until }) => until > at);
  if (!part) return length;
  const share = Math.max(at - part.at, 0) / (part.until - part.at);
  return part.from + Math.floor((part.to - part.from) * share);
}
