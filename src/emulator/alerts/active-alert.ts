import type { AlertRule } from '../store/alert-rule-table.ts';

export const timeOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The body of a firing rule. */
export const activeAlert = (rule: AlertRule) => ({
  alert_rule_id: rule.id,
  name: rule.name,
  project_id: rule.project_id,
  metric: rule.metric,
  operator: rule.operator,
  threshold_value: rule.threshold_value,
  window_duration: rule.window_duration,
  since: timeOrNull(rule.since),
  last_evaluated_at: timeOrNull(rule.last_evaluated_at),
  current_value: rule.current_value,
});
