import { type AlertRule, type ReceivedWebhook, type RuleCondition, readAlertEvent } from '../../answers.ts';

/** An alert: from the webhook that reported it to the one that resolved it. */
export interface Alert extends RuleCondition {
  readonly ruleId: string;
  readonly name: string;
  readonly from: number;
  /** The value with which it began. */
  readonly value: number | undefined;
  /** Number of reports: one more each time it breaches the threshold again after a window without data. */
  readonly reports: number;
  readonly end: AlertEnd;
}

export type AlertEnd =
  | { readonly status: 'resolved'; readonly at: number }
  | { readonly status: 'open' }
  /** The rule was deleted or disabled, so nothing resolves the alert. */
  | { readonly status: 'unknown' };

interface Event {
  readonly at: number;
  readonly isEnd: boolean;
  readonly data: NonNullable<ReturnType<typeof readAlertEvent>>['data'];
}

const TYPES: readonly string[] = ['alerts.triggered', 'alerts.resolved'];

/** The events of alerts in the order in which they happened. An event that several endpoints have received counts once. */
function eventsOf(webhooks: readonly ReceivedWebhook[]): readonly Event[] {
  const events = new Map<string, Event>();
  for (const { id, time, type, body } of webhooks) {
    const read = TYPES.includes(type) ? readAlertEvent(body) : undefined;
    if (!read) continue;
    // Webhooks may arrive hours late and in another order.
    const at = Date.parse(read.createdAt ?? time);
    events.set(id ?? `${type} ${time}`, { at, isEnd: type === 'alerts.resolved', data: read.data });
  }
  return [...events.values()].sort(
    (one, other) => one.at - other.at || Number(one.isEnd) - Number(other.isEnd),
  );
}

const sinceOf = (since: string | undefined, at: number): number => {
  const ms = Date.parse(since ?? '');
  return Number.isNaN(ms) ? at : Math.min(ms, at);
};

const alertOf = (
  ruleId: string,
  { name, metric, operator, thresholdValue, windowDuration }: RuleCondition & { readonly name: string },
  from: number,
  value: number | undefined,
): Alert => ({
  ruleId,
  name,
  metric,
  operator,
  thresholdValue,
  windowDuration,
  from,
  value,
  reports: 1,
  end: { status: 'open' },
});

/** The end of an alert that no webhook has resolved, by the present state of its rule. */
function endOf({ from }: Alert, rule: AlertRule | undefined): AlertEnd {
  if (!rule || rule.enabled === false) return { status: 'unknown' };
  const since = Date.parse(rule.since ?? '');
  // The webhook of its end is missing, or is under way.
  return rule.currentState === 'ok' && since > from ? { status: 'resolved', at: since } : { status: 'open' };
}

/** The parameters of the alerts page for everything about an alert. */
export const incidentChanges = ({ ruleId, from }: Pick<Alert, 'ruleId' | 'from'>) => ({
  rule: ruleId,
  since: new Date(from).toISOString(),
});

/** The alerts that the webhooks and the states of the rules tell of, the latest first. */
export function timelineOf(
  webhooks: readonly ReceivedWebhook[],
  rules: readonly AlertRule[],
): readonly Alert[] {
  const ended: Alert[] = [];
  const open = new Map<string, Alert>();
  for (const { at, isEnd, data } of eventsOf(webhooks)) {
    const { alertRuleId: ruleId } = data;
    const begun = open.get(ruleId);
    if (!isEnd) {
      open.set(
        ruleId,
        begun
          ? { ...begun, reports: begun.reports + 1 }
          : alertOf(ruleId, data, sinceOf(data.since, at), data.currentValue),
      );
      continue;
    }
    // Without its beginning: that was before the webhooks.
    const alert = begun ?? alertOf(ruleId, data, sinceOf(data.since, at), undefined);
    ended.push({ ...alert, end: { status: 'resolved', at } });
    open.delete(ruleId);
  }
  for (const rule of rules) {
    if (rule.currentState !== 'alert' || rule.enabled === false || !rule.since || open.has(rule.id)) continue;
    const from = Date.parse(rule.since);
    // A state that was read before the webhook of its end.
    if (ended.some(({ ruleId, end }) => ruleId === rule.id && end.status === 'resolved' && end.at > from))
      continue;
    open.set(rule.id, alertOf(rule.id, rule, from, rule.currentValue));
  }
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return [
    ...ended,
    ...[...open.values()].map((alert) => ({ ...alert, end: endOf(alert, byId.get(alert.ruleId)) })),
  ].sort((one, other) => other.from - one.from);
}
