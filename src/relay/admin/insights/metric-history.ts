import { type Estimate, type Histogram, quantile } from './histogram.ts';
import type { Tally } from './rollup.ts';

/** The metrics of alert rules that rollups have. */
export const ROLLUP_METRICS = ['turn_latency_p50', 'turn_latency_p95', 'call_volume'] as const;
export type RollupMetric = (typeof ROLLUP_METRICS)[number];

/** null for a window without data. */
const VALUES: Readonly<
  Record<RollupMetric, (conversations: number, latency: Histogram) => Estimate | undefined>
> = {
  turn_latency_p50: (_, latency) => quantile(latency, 0.5),
  turn_latency_p95: (_, latency) => quantile(latency, 0.95),
  call_volume: (value) => (value > 0 ? { value, lowest: value, highest: value } : undefined),
};

/**
 * The values of a metric over windows of `length` steps, one for each step with which such a window ends. `steps` are
 * consecutive.
 */
export function metricHistory(
  metric: RollupMetric,
  steps: readonly Pick<Tally, 'conversations' | 'latency'>[],
  length: number,
): readonly (Estimate | null)[] {
  const latency = new Map<number, number>();
  let conversations = 0;
  // The sum moves on by a step: adding up each window anew would take twelve times as long for an hour.
  const change = (step: (typeof steps)[number] | undefined, by: 1 | -1) => {
    conversations += by * (step?.conversations ?? 0);
    for (const [bucket, count] of step?.latency ?? []) {
      const left = (latency.get(bucket) ?? 0) + by * count;
      if (left === 0) latency.delete(bucket);
      else latency.set(bucket, left);
    }
  };
  return steps
    .map((step, index) => {
      change(step, 1);
      change(steps[index - length], -1);
      return VALUES[metric](conversations, latency) ?? null;
    })
    .slice(length - 1);
}
