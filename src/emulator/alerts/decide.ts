import type {
  ALERT_OPERATORS,
  ALERT_WINDOWS,
  AlertEvaluation,
  AlertRule,
} from '../store/alert-rule-table.ts';
import type { WEBHOOK_EVENT_TYPES } from '../store/webhook-endpoint-table.ts';

/** Result of reading a rule's metric: a value, no data, or a failure to read it. */
export type MetricReading =
  | { readonly status: 'value'; readonly value: number }
  | { readonly status: 'none' }
  | { readonly status: 'failure' };

export interface Decision {
  readonly evaluation: AlertEvaluation;
  /** The event to send when the rule started to fire, or returned to `ok`. */
  readonly transition: (typeof WEBHOOK_EVENT_TYPES)[number] | undefined;
}

export const WINDOW_MS: Readonly<Record<(typeof ALERT_WINDOWS)[number], number>> = {
  '5m': 5 * 60_000,
  '10m': 10 * 60_000,
  '60m': 60 * 60_000,
};

const BREACHES: Readonly<
  Record<(typeof ALERT_OPERATORS)[number], (value: number, threshold: number) => boolean>
> = {
  '>': (value, threshold) => value > threshold,
  '<': (value, threshold) => value < threshold,
  '>=': (value, threshold) => value >= threshold,
  '<=': (value, threshold) => value <= threshold,
};

function stateOf({ operator, threshold_value: threshold }: AlertRule, reading: MetricReading) {
  if (reading.status === 'none') return 'no_data';
  if (reading.status === 'failure') return 'unknown';
  return BREACHES[operator](reading.value, threshold) ? 'alert' : 'ok';
}

/** Evaluates a rule once.: any state may follow any other. */
export function decide(rule: AlertRule, reading: MetricReading, now: number): Decision {
  const state = stateOf(rule, reading);
  const hasStarted = state === 'alert' && rule.current_state !== 'alert';
  // A window without data says nothing about the end of an alert, so the alert stays unresolved.
  const isResolved = state === 'ok' && rule.unresolved_since !== null;
  return {
    evaluation: {
      current_state: state,
      since: state === rule.current_state ? (rule.since ?? now) : now,
      last_evaluated_at: now,
      current_value: reading.status === 'value' ? reading.value : null,
      unresolved_since: isResolved ? null : (rule.unresolved_since ?? (hasStarted ? now : null)),
    },
    transition: hasStarted ? 'alerts.triggered' : isResolved ? 'alerts.resolved' : undefined,
  };
}
