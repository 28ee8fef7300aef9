/**
 * Latencies by bucket, each 2.5 % wider than the one before. An estimate between 10 ms and 10 min is at most 2.5 % off, however the
 * latencies lie in a bucket. Of a longer one it is the lowest that it may be.
 */
export type Histogram = ReadonlyMap<number, number>;

const FIRST_MS = 5;
const GROWTH = 1.025;
/** The last bucket, for everything from about 10 min (590.7 s). It has no end. */
const LAST = 474;

/** The bucket of a latency. The first one ends at 5 ms. */
export const bucketOf = (ms: number): number =>
  Math.min(LAST, Math.max(0, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH))));

const endOf = (bucket: number): number => (bucket < 0 ? 0 : FIRST_MS * GROWTH ** bucket);

export const countOf = (histogram: Histogram): number =>
  [...histogram.values()].reduce((sum, count) => sum + count, 0);

/** A latency in whole milliseconds, and the lowest and highest that it may be; `highest` is null in the last bucket, which has no end. */
export interface Estimate {
  readonly value: number;
  readonly lowest: number;
  readonly highest: number | null;
}

/** The latency of a rank from 1 on, in a bucket of `count` latencies. */
function estimate(bucket: number, rank: number, count: number): Estimate {
  const [low, high] = [endOf(bucket - 1), endOf(bucket)];
  // Latencies are whole, and a bucket does not contain the end of the one before.
  const lowest = Math.floor(low) + 1;
  if (bucket === LAST) return { value: lowest, lowest, highest: null };
  return {
    value: Math.round(low + ((rank - 0.5) / count) * (high - low)),
    lowest,
    highest: Math.floor(high),
  };
}

/** Counts of latencies that change often. */
export function createSums() {
  const counts = new Int32Array(LAST + 1);
  let total = 0;
  return {
    /** Adds or takes away what `buckets` has: buckets with their counts, in turn. */
    add(buckets: ArrayLike<number>, by: 1 | -1 = 1): void {
      for (let index = 0; index < buckets.length; index += 2) {
        const count = by * (buckets[index + 1] as number);
        counts[buckets[index] as number] = (counts[buckets[index] as number] as number) + count;
        total += count;
      }
    },
    /** The latency that a share of all does not exceed; undefined without any. Inside a bucket its rank decides. */
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

/** The latency that a share of all does not exceed; undefined without any. */
export function quantile(histogram: Histogram, share: number): Estimate | undefined {
  const sums = createSums();
  sums.add([...histogram].flat());
  return sums.quantile(share);
}
