import type { Project } from '../keys.ts';
import type { AlertCondition } from '../store/alert-rules.ts';
import type { Traffic, Window } from '../store/traffic.ts';

export type Metric = AlertCondition['metric'];

/** Whose conversations are measured, and when. */
export interface MetricScope extends Window {
  readonly accountId: string;
  /** null: all projects of the account. */
  readonly projectId: string | null;
}

/** Where the evaluator takes its figures from. */
export interface MetricSource {
  /** An integer; undefined when nothing reported it in the window. May throw: then the state cannot be known. */
  value(metric: Metric, scope: MetricScope): number | undefined;
}

/** Nearest rank: the smallest of the values that so much of them, in percent, do not exceed. It is always one of them. */
export function percentile(values: readonly number[], percent: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** The figures of what went through the messaging host, which has one project. */
export function createTrafficMetrics(traffic: Traffic, own: Project): MetricSource {
  return {
    value(metric, { accountId, projectId, ...window }) {
      if (accountId !== own.accountId || (projectId ?? own.projectId) !== own.projectId) return undefined;
      const latencies = traffic.turnLatencies(window);
      if (metric === 'turn_latency_p50') return percentile(latencies, 50);
      if (metric === 'turn_latency_p95') return percentile(latencies, 95);
      const started = traffic.conversationsStarted(window);
      const incidents = traffic.incidents(window);
      // spec rest, Readings: neither a turn nor a conversation in the window is no data, which is not a count of 0.
      if (latencies.length + started + incidents.length === 0) return undefined;
      return metric === 'call_volume' ? started : incidents.filter((it) => it === metric).length;
    },
  };
}
