/** Latencies by bucket. Each bucket is a fifth wider than the one before, so an estimate is at most 10 % off. */
export type Histogram = ReadonlyMap<number, number>;

const FIRST_MS = 10;
const GROWTH = 1.2;
/** The last bucket, for everything above 76 s. */
const LAST = 50;

/** The bucket of a latency. The first one ends at 10 ms. */
export const bucketOf = (ms: number): number =>
  Math.min(LAST, Math.max(0, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH))));

/** The middle of a bucket, in milliseconds. */
const middleOf = (bucket: number): number => FIRST_MS * GROWTH ** Math.max(0, bucket - 0.5);

export const countOf = (histogram: Histogram): number =>
  [...histogram.values()].reduce((sum, it) => sum + it, 0);

/** The latency in whole milliseconds that a share of all does not exceed; undefined without any. */
export function quantile(histogram: Histogram, share: number): number | undefined {
  const rank = Math.ceil(share * countOf(histogram));
  let seen = 0;
  for (const [bucket, count] of [...histogram].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= rank) return Math.round(middleOf(bucket));
  }
  return undefined;
}
