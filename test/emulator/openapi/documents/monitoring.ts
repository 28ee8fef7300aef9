import { fieldList } from './errors.ts';
import { CORRELATED, type Operations, operationsOf } from './operation.ts';
import {
  byDefault,
  count,
  flag,
  inPath,
  inQuery,
  integer,
  list,
  mapOf,
  matching,
  moment,
  oneOf,
  only,
  orNull,
  someOf,
  text,
  textFrom,
  url,
} from './schema.ts';

/** Alert rules, active alerts and webhook endpoints (specification, Alerts and Webhook endpoints). */

const monitoring = operationsOf({
  scheme: 'base',
  error: fieldList,
  headers: CORRELATED,
  refusals: [400, 401, 429, 500],
  ofBodies: [413, 415],
});

const metric = oneOf(
  'turn_latency_p50',
  'turn_latency_p95',
  'api_errors',
  'function_errors',
  'call_crashes',
  'call_volume',
);
const state = oneOf('ok', 'alert', 'no_data', 'unknown');
const ruleId = matching('^ar_[A-Za-z0-9]+$');
const momentOrNull = orNull(moment);
const integerOrNull = orNull(integer());
const project = orNull(text);

const condition = {
  name: text,
  metric,
  operator: oneOf('>', '<', '>=', '<='),
  threshold_value: count,
  window_duration: oneOf('5m', '10m', '60m'),
};
const settings = { project_id: project, enabled: byDefault(true, flag) };
const rule = only({
  id: ruleId,
  ...condition,
  ...settings,
  current_state: state,
  since: momentOrNull,
  last_evaluated_at: momentOrNull,
  current_value: integerOrNull,
  created_at: moment,
  updated_at: moment,
});
const activeAlert = only({
  alert_rule_id: ruleId,
  ...condition,
  project_id: project,
  since: moment,
  last_evaluated_at: momentOrNull,
  current_value: integerOrNull,
});

const ofRule = { parameters: [inPath('rule_id', ruleId)] };

const alertRules: Operations = {
  ...monitoring('/v1/alert-rules', {
    get: {
      id: 'listAlertRules',
      parameters: inQuery({ enabled: flag, metric, project_id: text, state }),
      answers: { 200: only({ data: list(rule) }) },
    },
    post: {
      id: 'createAlertRule',
      body: only(condition, settings),
      answers: { 201: rule },
      refusals: [409, 422, 502],
    },
  }),
  ...monitoring('/v1/alert-rules/{rule_id}', {
    get: { id: 'getAlertRule', ...ofRule, answers: { 200: rule }, refusals: [404, 422] },
    patch: {
      id: 'updateAlertRule',
      ...ofRule,
      body: someOf({ ...condition, ...settings }),
      answers: { 200: rule },
      refusals: [404, 422, 502],
    },
    delete: { id: 'deleteAlertRule', ...ofRule, answers: { 204: 'nothing' }, refusals: [404, 422] },
  }),
  ...monitoring('/v1/alerts', {
    get: {
      id: 'getActiveAlerts',
      parameters: inQuery({ project_id: text, metric }),
      answers: { 200: only({ data: list(activeAlert) }) },
    },
  }),
};

const endpointId = matching('^whe_[A-Za-z0-9]+$');
const eventType = oneOf('alerts.triggered', 'alerts.resolved');
const webhook = {
  name: textFrom(1, { maxLength: 255 }),
  url: { ...url, ...matching('^https://') },
  event_types: list(eventType, { minItems: 1 }),
};
const delivery = {
  headers: byDefault({}, mapOf(text)),
  timeout_ms: byDefault(5000, integer({ minimum: 1000, maximum: 30_000 })),
  enabled: byDefault(true, flag),
};
const { headers: deliveryHeaders, ...always } = delivery;
const endpointFields = { id: endpointId, ...webhook, ...always, created_at: moment, updated_at: moment };
const endpoint = only(endpointFields, { headers: deliveryHeaders });
const secret = { signing_secret: textFrom(16) };
const ofEndpoint = { parameters: [inPath('endpoint_id', endpointId)] };

const webhookEndpoints: Operations = {
  ...monitoring('/v1/webhook-endpoints', {
    get: {
      id: 'listWebhookEndpoints',
      parameters: inQuery({ enabled: flag, event_type: eventType }),
      answers: { 200: only({ data: list(endpoint) }) },
    },
    post: {
      id: 'createWebhookEndpoint',
      body: only(webhook, delivery),
      answers: { 201: only({ ...endpointFields, ...secret }, { headers: deliveryHeaders }) },
      refusals: [409, 422],
    },
  }),
  ...monitoring('/v1/webhook-endpoints/{endpoint_id}', {
    get: { id: 'getWebhookEndpoint', ...ofEndpoint, answers: { 200: endpoint }, refusals: [404, 422] },
    patch: {
      id: 'updateWebhookEndpoint',
      ...ofEndpoint,
      body: someOf({ ...webhook, ...delivery }),
      answers: { 200: endpoint },
      refusals: [404, 422],
    },
    delete: { id: 'deleteWebhookEndpoint', ...ofEndpoint, answers: { 204: 'nothing' }, refusals: [404, 422] },
  }),
  ...monitoring('/v1/webhook-endpoints/{endpoint_id}/rotate-secret', {
    post: {
      id: 'rotateWebhookSigningSecret',
      ...ofEndpoint,
      answers: { 200: only(secret) },
      refusals: [404, 422],
    },
  }),
};

export const monitoringPaths: Operations = { ...alertRules, ...webhookEndpoints };
