import type { AlertCondition } from '../store/alert-rules.ts';
import type { Traffic, TrafficScope } from '../store/traffic.ts';

export type Metric = AlertCondition['metric'];

/** Where the evaluator takes its figures from. */
export interface MetricSource {
  /** An integer; undefined when nothing reported it in the window. May throw: then the state cannot be known. */
  value(metric: Metric, scope: TrafficScope): number | undefined;
}

/** Nearest rank: the smallest of the values that so much of them, in percent, do not exceed. It is always one of them. */
export function percentile(values: readonly number[], percent: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** The figures of the conversations of a project, or of all projects of an account. */
export function createTrafficMetrics(traffic: Traffic): MetricSource {
  const latencies = (scope: TrafficScope) => traffic.turnLatencies(scope).filter((it) => it !== null);
  return {
    value(metric, scope) {
      if (metric === 'turn_latency_p50') return percentile(latencies(scope), 50);
      if (metric === 'turn_latency_p95') return percentile(latencies(scope), 95);
      const started = traffic.conversationsStarted(scope);
      const incidents = traffic.incidents(scope);
      // spec rest, Readings: neither a turn nor a conversation in the window is no data, which is not a count of 0.
      if (started + incidents.length === 0 && traffic.turnLatencies(scope).length === 0) return undefined;
      return metric === 'call_volume' ? started : incidents.filter((it) => it === metric).length;
    },
  };
}
