import type { AlertEvaluation, AlertRule, OPERATORS, WINDOWS } from '../store/alert-rules.ts';
import type { EVENT_TYPES } from '../store/webhook-endpoints.ts';

/** What came of asking for a rule's metric. */
export type Reading =
  | { readonly is: 'value'; readonly value: number }
  | { readonly is: 'none' }
  | { readonly is: 'failure' };

export interface Decision {
  readonly evaluation: AlertEvaluation;
  /** What subscribers are told, when the rule began or ceased to fire. */
  readonly transition: (typeof EVENT_TYPES)[number] | undefined;
}

export const WINDOW_MS: Readonly<Record<(typeof WINDOWS)[number], number>> = {
  '5m': 5 * 60_000,
  '10m': 10 * 60_000,
  '60m': 60 * 60_000,
};

const BREACHES: Readonly<Record<(typeof OPERATORS)[number], (value: number, threshold: number) => boolean>> =
  {
    '>': (value, threshold) => value > threshold,
    '<': (value, threshold) => value < threshold,
    '>=': (value, threshold) => value >= threshold,
    '<=': (value, threshold) => value <= threshold,
  };

function stateOf({ operator, threshold_value: threshold }: AlertRule, reading: Reading) {
  if (reading.is === 'none') return 'no_data';
  if (reading.is === 'failure') return 'unknown';
  return BREACHES[operator](reading.value, threshold) ? 'alert' : 'ok';
}

/** One evaluation of a rule (specification, Alert rule state): any state may follow any other. */
export function decide(rule: AlertRule, reading: Reading, now: number): Decision {
  const state = stateOf(rule, reading);
  const [fired, fires] = [rule.current_state === 'alert', state === 'alert'];
  return {
    evaluation: {
      current_state: state,
      since: state === rule.current_state ? (rule.since ?? now) : now,
      last_evaluated_at: now,
      current_value: reading.is === 'value' ? reading.value : null,
    },
    transition: fired === fires ? undefined : fires ? 'alerts.triggered' : 'alerts.resolved',
  };
}
