import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { flag, word } from './fields.ts';
import { unlessMissing } from './issue-words.ts';

const METRICS = [
  'turn_latency_p50',
  'turn_latency_p95',
  'api_errors',
  'function_errors',
  'call_crashes',
  'call_volume',
] as const;
const OPERATORS = ['>', '<', '>=', '<='] as const;
const WINDOWS = ['5m', '10m', '60m'] as const;
const STATES = ['ok', 'alert', 'no_data', 'unknown'] as const;

const ruleId = z
  .string()
  .regex(/^ar_[A-Za-z0-9]+$/, 'must be ar_ with letters and digits')
  .meta({ description: 'Alert rule.', examples: ['ar_0Kx4mNpQ8rWvYb2dFgHjLs'] });

const metric = z.enum(METRICS).describe('Latencies are milliseconds, all others counts.');
const project = z.string().min(1).describe('Project the rules are limited to.');

const onlyEnabled = flag.describe('Only rules that are enabled, or only those that are not.');
const thresholdIssue = unlessMissing('must be a non-negative integer');
const ruleFields = z.strictObject({
  name: z.string().meta({ examples: ['High turn latency'] }),
  project_id: z.optional(z.nullable(z.string()).describe('Left out or null: the whole account.')),
  metric,
  operator: z.enum(OPERATORS),
  threshold_value: z
    .int(thresholdIssue)
    .min(0, thresholdIssue)
    .meta({ examples: [1500] }),
  window_duration: z.enum(WINDOWS).describe('Counts back from the moment of evaluation.'),
  enabled: z.optional(z.boolean().meta({ default: true })),
});

const nothingOrText = z.nullish(z.string());
const currentValue = z.nullish(z.number());

const condition = {
  name: z.string(),
  project_id: nothingOrText,
  metric: word(METRICS),
  operator: word(OPERATORS),
  threshold_value: z.number(),
  window_duration: word(WINDOWS),
};

/** An alert rule with its state. */
export const alertRule = z.looseObject({
  id: z.string(),
  ...condition,
  enabled: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  current_state: z.optional(word(STATES)),
  since: nothingOrText,
  last_evaluated_at: nothingOrText,
  current_value: currentValue,
});

/** An alert rule that is firing. */
export const activeAlert = z.looseObject({
  alert_rule_id: z.string(),
  ...condition,
  since: z.string(),
  last_evaluated_at: nothingOrText,
  current_value: currentValue,
});

const all = { family: 'base', key: 'alerts', path: '/v1/alert-rules' } as const;
const one = {
  ...all,
  path: '/v1/alert-rules/{rule_id}',
  params: z.strictObject({ rule_id: ruleId }),
} as const;

/** Alert rules: each watches a metric over a time window. An account has at most ten; creating another is answered with 409. */
export const alertRules = {
  list: {
    ...all,
    method: 'GET',
    summary: 'All alert rules with their states',
    query: z.strictObject({
      project_id: z.optional(project),
      metric: z.optional(metric),
      enabled: z.optional(onlyEnabled),
      state: z.optional(z.enum(STATES).describe('Only rules in this state.')),
    }),
    status: 200,
    answer: z.looseObject({ data: z.array(alertRule) }),
  },
  create: {
    ...all,
    method: 'POST',
    summary: 'Create an alert rule',
    body: ruleFields,
    status: 201,
    answer: alertRule,
  },
  get: { ...one, method: 'GET', summary: 'One alert rule', status: 200, answer: alertRule },
  update: {
    ...one,
    method: 'PATCH',
    summary: 'Change fields of an alert rule',
    body: ruleFields.partial(),
    status: 200,
    answer: alertRule,
  },
  remove: { ...one, method: 'DELETE', summary: 'Delete an alert rule', status: 204 },
} as const satisfies Record<string, Endpoint>;

/** Alert rules that are firing now. */
export const activeAlerts = {
  list: {
    ...all,
    path: '/v1/alerts',
    method: 'GET',
    summary: 'Alert rules that are firing',
    query: z.strictObject({
      project_id: z.optional(project),
      metric: z.optional(metric),
      enabled: z.optional(onlyEnabled),
    }),
    status: 200,
    answer: z.looseObject({ data: z.array(activeAlert) }),
  },
} as const satisfies Record<string, Endpoint>;
