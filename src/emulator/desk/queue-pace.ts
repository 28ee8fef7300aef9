/** The time that each visitor in the queue is expected to take until the desk has been seen working. */
const EXPECTED_MS = 30_000;
/** The pace of the desk is that of its last visitors. */
const MEASURED_VISITORS = 5;
/** Nobody is promised a live agent sooner than this. */
const SHORTEST_MS = 5_000;

/** The pace at which live agents take visitors, and the waiting times that follow from it. */
export interface QueuePace {
  /** Notes that a visitor who has waited since then is taken now. */
  taken(since: number, now: number): void;
  estimatedSeconds(position: number): number;
}

export function createQueuePace(): QueuePace {
  let intervals: readonly number[] = [];
  let takenAt = 0;
  return {
    taken(since, now) {
      // The queue was empty before `since`.
      intervals = [...intervals, now - Math.max(since, takenAt)].slice(-MEASURED_VISITORS);
      takenAt = now;
    },
    estimatedSeconds(position) {
      const total = intervals.reduce((sum, it) => sum + it, 0);
      const each = intervals.length === 0 ? EXPECTED_MS : Math.max(SHORTEST_MS, total / intervals.length);
      return Math.ceil((position * each) / 1_000);
    },
  };
}
