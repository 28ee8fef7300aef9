import { messageWithIssues } from './errors.ts';
import { CORRELATION_HEADER, type Operations, operationsOf } from './operation.ts';
import {
  boolean,
  closedObject,
  count,
  integer,
  list,
  mapOf,
  matching,
  oneOf,
  orNull,
  partialObject,
  pathParameter,
  queryParameters,
  text,
  textOfLength,
  time,
  url,
  withDefault,
} from './schema.ts';

/** Alert rules, active alerts and webhook endpoints. */

const monitoring = operationsOf({
  scheme: 'base',
  error: messageWithIssues,
  headers: CORRELATION_HEADER,
  errorStatuses: [400, 401, 429, 500],
  bodyErrorStatuses: [413, 415],
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
const timeOrNull = orNull(time);
const integerOrNull = orNull(integer());
const project = orNull(text);

const condition = {
  name: text,
  metric,
  operator: oneOf('>', '<', '>=', '<='),
  threshold_value: count,
  window_duration: oneOf('5m', '10m', '60m'),
};
const settings = { project_id: project, enabled: withDefault(true, boolean) };
const rule = closedObject({
  id: ruleId,
  ...condition,
  ...settings,
  current_state: state,
  since: timeOrNull,
  last_evaluated_at: timeOrNull,
  current_value: integerOrNull,
  created_at: time,
  updated_at: time,
});
const activeAlert = closedObject({
  alert_rule_id: ruleId,
  ...condition,
  project_id: project,
  since: time,
  last_evaluated_at: timeOrNull,
  current_value: integerOrNull,
});

const ruleParameters = { parameters: [pathParameter('rule_id', ruleId)] };

const alertRules: Operations = {
  ...monitoring('/v1/alert-rules', {
    get: {
      id: 'listAlertRules',
      parameters: queryParameters({ enabled: boolean, metric, project_id: text, state }),
      answers: { 200: closedObject({ data: list(rule) }) },
    },
    post: {
      id: 'createAlertRule',
      body: closedObject(condition, settings),
      answers: { 201: rule },
      errorStatuses: [409, 422, 502],
    },
  }),
  ...monitoring('/v1/alert-rules/{rule_id}', {
    get: { id: 'getAlertRule', ...ruleParameters, answers: { 200: rule }, errorStatuses: [404, 422] },
    patch: {
      id: 'updateAlertRule',
      ...ruleParameters,
      body: partialObject({ ...condition, ...settings }),
      answers: { 200: rule },
      errorStatuses: [404, 422, 502],
    },
    delete: {
      id: 'deleteAlertRule',
      ...ruleParameters,
      answers: { 204: 'no body' },
      errorStatuses: [404, 422],
    },
  }),
  ...monitoring('/v1/alerts', {
    get: {
      id: 'getActiveAlerts',
      parameters: queryParameters({ project_id: text, metric }),
      answers: { 200: closedObject({ data: list(activeAlert) }) },
    },
  }),
};

const endpointId = matching('^whe_[A-Za-z0-9]+$');
const eventType = oneOf('alerts.triggered', 'alerts.resolved');
const webhook = {
  name: textOfLength(1, { maxLength: 255 }),
  url: { ...url, ...matching('^https://') },
  event_types: list(eventType, { minItems: 1 }),
};
const delivery = {
  headers: withDefault({}, mapOf(text)),
  timeout_ms: withDefault(5000, integer({ minimum: 1000, maximum: 30_000 })),
  enabled: withDefault(true, boolean),
};
const { headers: deliveryHeaders, ...always } = delivery;
const endpointFields = { id: endpointId, ...webhook, ...always, created_at: time, updated_at: time };
const endpoint = closedObject(endpointFields, { headers: deliveryHeaders });
const secret = { signing_secret: textOfLength(16) };
const endpointParameters = { parameters: [pathParameter('endpoint_id', endpointId)] };

const webhookEndpoints: Operations = {
  ...monitoring('/v1/webhook-endpoints', {
    get: {
      id: 'listWebhookEndpoints',
      parameters: queryParameters({ enabled: boolean, event_type: eventType }),
      answers: { 200: closedObject({ data: list(endpoint) }) },
    },
    post: {
      id: 'createWebhookEndpoint',
      body: closedObject(webhook, delivery),
      answers: { 201: closedObject({ ...endpointFields, ...secret }, { headers: deliveryHeaders }) },
      errorStatuses: [409, 422],
    },
  }),
  ...monitoring('/v1/webhook-endpoints/{endpoint_id}', {
    get: {
      id: 'getWebhookEndpoint',
      ...endpointParameters,
      answers: { 200: endpoint },
      errorStatuses: [404, 422],
    },
    patch: {
      id: 'updateWebhookEndpoint',
      ...endpointParameters,
      body: partialObject({ ...webhook, ...delivery }),
      answers: { 200: endpoint },
      errorStatuses: [404, 422],
    },
    delete: {
      id: 'deleteWebhookEndpoint',
      ...endpointParameters,
      answers: { 204: 'no body' },
      errorStatuses: [404, 422],
    },
  }),
  ...monitoring('/v1/webhook-endpoints/{endpoint_id}/rotate-secret', {
    post: {
      id: 'rotateWebhookSigningSecret',
      ...endpointParameters,
      answers: { 200: closedObject(secret) },
      errorStatuses: [404, 422],
    },
  }),
};

export const monitoringPaths: Operations = { ...alertRules, ...webhookEndpoints };
