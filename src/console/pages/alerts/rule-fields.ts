import type { RequestOf } from '../../calls.ts';

type RuleBody = RequestOf<'POST', '/alert-rules'>['body'];

export const METRICS = {
  turn_latency_p50: 'Turn latency, median (ms)',
  turn_latency_p95: 'Turn latency, 95th percentile (ms)',
  api_errors: 'API errors',
  function_errors: 'Function errors',
  call_crashes: 'Call crashes',
  call_volume: 'Call volume',
} as const satisfies Record<RuleBody['metric'], string>;

export const OPERATORS = ['>', '>=', '<', '<='] as const satisfies readonly RuleBody['operator'][];
export const WINDOWS = ['5m', '10m', '60m'] as const satisfies readonly RuleBody['window_duration'][];

const oneOf = <Value extends string>(values: readonly Value[], text: FormDataEntryValue | null): Value =>
  values.find((it) => it === text) ?? (values[0] as Value);

/** The rule that a form has. The platform checks it. */
export const ruleOf = (fields: FormData): RuleBody => ({
  name: String(fields.get('name')).trim(),
  metric: oneOf(Object.keys(METRICS) as (keyof typeof METRICS)[], fields.get('metric')),
  operator: oneOf(OPERATORS, fields.get('operator')),
  threshold_value: Number(fields.get('threshold')),
  window_duration: oneOf(WINDOWS, fields.get('window')),
});

/** Milliseconds of `5m`; 0 for a window that the interface does not have. */
export const windowMs = (window: string): number =>
  WINDOWS.some((it) => it === window) ? Number.parseInt(window, 10) * 60_000 : 0;
