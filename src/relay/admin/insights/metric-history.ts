import { createSums, type Estimate } from './histogram.ts';
import type { MetricStep } from './metric-steps.ts';

/** The metrics of alert rules that rollups support. */
export const ROLLUP_METRICS = ['turn_latency_p50', 'turn_latency_p95', 'call_volume'] as const;
export type RollupMetric = (typeof ROLLUP_METRICS)[number];

const SHARES = { turn_latency_p50: 0.5, turn_latency_p95: 0.95 } as const;

/**
 * The values of a metric over windows of `length` steps, one for each step that ends such a window; null for a window
 * without data. `steps` are consecutive.
 */
export function metricHistory(
  metric: RollupMetric,
  steps: readonly MetricStep[],
  length: number,
): readonly (Estimate | null)[] {
  const latency = createSums();
  let conversations = 0;
  // A sliding sum: adding up each window again would take twelve times as long for an hour.
  const change = (step: MetricStep | undefined, by: 1 | -1) => {
    if (!step) return;
    conversations += by * step.conversations;
    latency.add(step.latency, by);
  };
  return steps
    .map((step, index): Estimate | null => {
      change(step, 1);
      change(steps[index - length], -1);
      if (metric !== 'call_volume') return latency.quantile(SHARES[metric]) ?? null;
      const value = conversations;
      return value > 0 ? { value, lowest: value, highest: value } : null;
    })
    .slice(length - 1);
}
