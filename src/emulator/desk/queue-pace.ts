/** Expected wait per visitor in the queue until the first measurement. */
const EXPECTED_MS = 30_000;
/** Number of the last visitors whose pace is the pace of the desk. */
const MEASURED_VISITORS = 5;
/** Shortest wait that is announced per visitor. */
const SHORTEST_MS = 5_000;

/** The pace at which live agents take visitors, and the waiting times that follow from it. */
export function createQueuePace() {
  let intervals: readonly number[] = [];
  let takenAt = 0;
  return {
    /** Records that a visitor who has waited since `since` is taken now. */
    taken(since: number, now: number): void {
      // The queue was empty before `since`.
      intervals = [...intervals, now - Math.max(since, takenAt)].slice(-MEASURED_VISITORS);
      takenAt = now;
    },
    estimatedSeconds(position: number): number {
      const total = intervals.reduce((sum, intervalMs) => sum + intervalMs, 0);
      const each = intervals.length === 0 ? EXPECTED_MS : Math.max(SHORTEST_MS, total / intervals.length);
      return Math.ceil((position * each) / 1_000);
    },
  };
}
