import type { AlertCondition } from '../store/alert-rule-table.ts';
import type { TrafficQueries, TrafficScope } from '../store/traffic-queries.ts';

export type Metric = AlertCondition['metric'];

/** Source of metric values for the evaluator. */
export interface MetricSource {
  /** The value as an integer; undefined without data in the window. A throw makes the rule's state `unknown`. */
  value(metric: Metric, scope: TrafficScope): number | undefined;
}

/** Percentile by nearest rank: the smallest value that at least `percent` % of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** Metrics of the conversations of one project or of all projects of an account. */
export function createTrafficMetrics(traffic: TrafficQueries): MetricSource {
  const latencies = (scope: TrafficScope) =>
    traffic.turnLatencies(scope).filter((latency) => latency !== null);
  return {
    value(metric, scope) {
      if (metric === 'turn_latency_p50') return percentile(latencies(scope), 50);
      if (metric === 'turn_latency_p95') return percentile(latencies(scope), 95);
      const started = traffic.conversationsStarted(scope);
      const failures = traffic.failures(scope);
      // a window without turns, conversations and failures has no data; its count is not 0.
      if (started + failures.length === 0 && traffic.turnLatencies(scope).length === 0) return undefined;
      return metric === 'call_volume' ? started : failures.filter((failure) => failure === metric).length;
    },
  };
}
