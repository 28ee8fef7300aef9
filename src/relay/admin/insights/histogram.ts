/**
 * Latencies by bucket, each 2.5 % wider than the one before. An estimate between 10 ms and 10 min is at most 2.5 % off, however the
 * latencies lie in a bucket.
 */
export type Histogram = ReadonlyMap<number, number>;

const FIRST_MS = 5;
const GROWTH = 1.025;
/** The last bucket, for everything above 10 min. */
const LAST = 474;

/** The bucket of a latency. The first one ends at 5 ms. */
export const bucketOf = (ms: number): number =>
  Math.min(LAST, Math.max(0, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH))));

const endOf = (bucket: number): number => (bucket < 0 ? 0 : FIRST_MS * GROWTH ** bucket);

export const countOf = (histogram: Histogram): number =>
  [...histogram.values()].reduce((sum, it) => sum + it, 0);

/** A latency in whole milliseconds, and the lowest and highest that it may be. */
export interface Estimate {
  readonly value: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The latency that a share of all does not exceed; undefined without any. Inside a bucket its rank decides. */
export function quantile(histogram: Histogram, share: number): Estimate | undefined {
  const rank = Math.ceil(share * countOf(histogram));
  let seen = 0;
  for (const [bucket, count] of [...histogram].sort(([a], [b]) => a - b)) {
    if (seen + count >= rank) {
      const [low, high] = [endOf(bucket - 1), endOf(bucket)];
      return {
        value: Math.round(low + ((rank - seen - 0.5) / count) * (high - low)),
        // Latencies are whole, and a bucket does not contain the end of the one before.
        lowest: Math.floor(low) + 1,
        highest: Math.floor(high),
      };
    }
    seen += count;
  }
  return undefined;
}
