/**
 * Latencies by bucket. Each bucket is 2.5 % wider than the one before, so an estimate between 10 ms and 10 min is at most 2.5 %
 * off. A longer latency is estimated by its lowest possible value.
 */
export type Histogram = ReadonlyMap<number, number>;

const FIRST_MS = 5;
const GROWTH = 1.025;
/** The last bucket, from about 10 min (590.7 s) on. It has no end. */
const LAST = 474;

/** The bucket of a latency. The first one ends at 5 ms. */
export const bucketOf = (ms: number): number =>
  Math.min(LAST, Math.max(0, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH))));

const endOf = (bucket: number): number => (bucket < 0 ? 0 : FIRST_MS * GROWTH ** bucket);

export const countOf = (histogram: Histogram): number =>
  [...histogram.values()].reduce((sum, count) => sum + count, 0);

/** A latency in whole milliseconds, with its lowest and highest possible value. `highest` is null in the last bucket. */
export interface Estimate {
  readonly value: number;
  readonly lowest: number;
  readonly highest: number | null;
}

/** The latency of a rank (from 1) in a bucket of `count` latencies. */
function estimate(bucket: number, rank: number, count: number): Estimate {
  const [low, high] = [endOf(bucket - 1), endOf(bucket)];
  // Latencies are whole numbers, and a bucket excludes the end of the one before.
  const lowest = Math.floor(low) + 1;
  if (bucket === LAST) return { value: lowest, lowest, highest: null };
  return {
    value: Math.round(low + ((rank - 0.5) / count) * (high - low)),
    lowest,
    highest: Math.floor(high),
  };
}

/** Counts of latencies for frequent changes. */
export function createSums() {
  const counts = new Int32Array(LAST + 1);
  let total = 0;
  return {
    /** Adds or subtracts `buckets`: each bucket is followed by its count. */
    add(buckets: ArrayLike<number>, by: 1 | -1 = 1): void {
      for (let index = 0; index < buckets.length; index += 2) {
        const count = by * (buckets[index + 1] as number);
        counts[buckets[index] as number] = (counts[buckets[index] as number] as number) + count;
        total += count;
      }
    },
    /** A quantile of the latencies, interpolated within its bucket; undefined without any. */
    quantile(share: number): Estimate | undefined {
      if (total === 0) return undefined;
      const rank = Math.ceil(share * total);
      let seen = 0;
      const bucket = counts.findIndex((count) => {
        seen += count;
        return seen >= rank;
      });
      const count = counts[bucket] as number;
      return estimate(bucket, rank - (seen - count), count);
    },
  };
}

/** A quantile of the latencies; undefined without any. */
export function quantile(histogram: Histogram, share: number): Estimate | undefined {
  const sums = createSums();
  sums.add([...histogram].flat());
  return sums.quantile(share);
}
