import { NONE, operatorText, TEXT_OF, type Unit } from '../../../base/figure-text.ts';
import type { AlertRule, RuleCondition } from '../../answers.ts';
import type { RequestOf } from '../../calls.ts';
import type { Changes } from '../../page-address.ts';
import { writeRange } from '../../range.ts';
import { WORDS } from '../../words.ts';

type RuleBody = RequestOf<'POST', '/alert-rules'>['body'];
type HistoryQuery = NonNullable<RequestOf<'GET', '/metric-history'>['query']>;

const NAMES: Readonly<Record<RuleBody['metric'], string>> = WORDS.alerts.metrics;
export const METRICS = Object.keys(NAMES) as readonly RuleBody['metric'][];

/** The metrics whose history the relay knows. */
const WITH_HISTORY: readonly HistoryQuery['metric'][] = [
  'turn_latency_p50',
  'turn_latency_p95',
  'call_volume',
];

export const OPERATORS = ['>', '>=', '<', '<='] as const satisfies readonly RuleBody['operator'][];
export const WINDOWS = ['5m', '10m', '60m'] as const satisfies readonly RuleBody['window_duration'][];

const oneOf = <Value extends string>(values: readonly Value[], text: FormDataEntryValue | null): Value =>
  values.find((value) => value === text) ?? (values[0] as Value);

/** The rule that a form has. The platform checks it. */
export const ruleOf = (fields: FormData): RuleBody => ({
  name: String(fields.get('name')).trim(),
  metric: oneOf(METRICS, fields.get('metric')),
  operator: oneOf(OPERATORS, fields.get('operator')),
  threshold_value: Number(fields.get('threshold')),
  window_duration: oneOf(WINDOWS, fields.get('window')),
});

/** The condition of a form that may be unfinished. */
export function conditionOf(fields: FormData): RuleCondition {
  const { metric, operator, threshold_value, window_duration } = ruleOf(fields);
  const hasThreshold = String(fields.get('threshold')) !== '';
  return {
    metric,
    operator,
    thresholdValue: hasThreshold ? threshold_value : undefined,
    windowDuration: window_duration,
  };
}

/** The request for the history of a condition's metric; undefined: the relay does not know it. */
export function historyOf({ metric, windowDuration }: RuleCondition): HistoryQuery | undefined {
  const known = WITH_HISTORY.find((known) => known === metric);
  const window = WINDOWS.find((known) => known === windowDuration);
  return known && window ? { metric: known, window_duration: window } : undefined;
}

/** Milliseconds of `5m`; 0 for a window that the interface does not have. */
export const windowMs = (window: string): number =>
  WINDOWS.some((known) => known === window) ? Number.parseInt(window, 10) * 60_000 : 0;

export const isLatency = (metric: string): boolean => metric.startsWith('turn_latency');

export const unitOf = (metric: string): Unit => (isLatency(metric) ? 'latency' : 'count');

export const valueText = (metric: string, value: number | undefined): string =>
  value === undefined ? NONE : TEXT_OF[unitOf(metric)](value);

export const metricText = (metric: string): string =>
  Object.hasOwn(NAMES, metric) ? NAMES[metric as keyof typeof NAMES] : metric;

/** The name of a metric with the unit of its threshold. */
export const metricWithUnit = (metric: string): string =>
  isLatency(metric) ? WORDS.alerts.inMs(metricText(metric)) : metricText(metric);

/** `API errors > 3 within 5 min` */
export const conditionText = ({ metric, operator, thresholdValue, windowDuration }: RuleCondition): string =>
  `${metricText(metric)} ${operatorText(operator)} ${valueText(metric, thresholdValue)} ${WORDS.alerts.within(windowDuration)}`;

/** A turn of the window may belong to a conversation that began some minutes before it. */
const LEAD_MS = 600_000;

type Watched = Pick<AlertRule, 'metric' | 'windowDuration'>;

/** When the conversations began that a rule looked at, evaluated from one time to another. */
export const windowRange = ({ metric, windowDuration }: Watched, first: number, last: number) => ({
  from: first - windowMs(windowDuration) - (metric === 'call_volume' ? 0 : LEAD_MS),
  to: last,
});

/** The parameters of the conversations page for what a rule looked at when it was evaluated. */
export const windowChanges = (of: Watched, at: number): Changes => ({
  ...writeRange(windowRange(of, at, at)),
  ...(isLatency(of.metric) && { layer: 'latency' }),
});
