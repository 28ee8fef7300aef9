import { activeAlerts, alertRules, webhookEndpoints } from '../../../platform/index.ts';
import { type Clients, relayed } from '../relayed.ts';

const rule = { tag: 'Alerts', path: '/alert-rules/{id}', names: { id: 'rule_id' } } as const;
const endpoint = {
  tag: 'Webhook endpoints',
  path: '/webhook-endpoints/{id}',
  names: { id: 'endpoint_id' },
} as const;

/** Alert rules, what they found, and where the platform tells of it. */
export const alerts = (clients: Clients) => [
  relayed(clients, {
    id: 'listAlertRules',
    tag: 'Alerts',
    path: '/alert-rules',
    scopes: ['read'],
    endpoint: alertRules.list,
  }),
  relayed(clients, {
    id: 'createAlertRule',
    tag: 'Alerts',
    path: '/alert-rules',
    scopes: ['write'],
    endpoint: alertRules.create,
  }),
  relayed(clients, { ...rule, id: 'getAlertRule', scopes: ['read'], endpoint: alertRules.get }),
  relayed(clients, { ...rule, id: 'updateAlertRule', scopes: ['write'], endpoint: alertRules.update }),
  relayed(clients, { ...rule, id: 'deleteAlertRule', scopes: ['write'], endpoint: alertRules.remove }),
  relayed(clients, {
    id: 'listActiveAlerts',
    tag: 'Alerts',
    path: '/alerts',
    scopes: ['read'],
    endpoint: activeAlerts.list,
  }),
  relayed(clients, {
    id: 'listWebhookEndpoints',
    tag: 'Webhook endpoints',
    path: '/webhook-endpoints',
    scopes: ['read'],
    endpoint: webhookEndpoints.list,
  }),
  relayed(clients, {
    id: 'createWebhookEndpoint',
    tag: 'Webhook endpoints',
    path: '/webhook-endpoints',
    scopes: ['write'],
    endpoint: webhookEndpoints.create,
  }),
  relayed(clients, {
    ...endpoint,
    id: 'getWebhookEndpoint',
    scopes: ['read'],
    endpoint: webhookEndpoints.get,
  }),
  relayed(clients, {
    ...endpoint,
    id: 'updateWebhookEndpoint',
    scopes: ['write'],
    endpoint: webhookEndpoints.update,
  }),
  relayed(clients, {
    ...endpoint,
    id: 'deleteWebhookEndpoint',
    scopes: ['write'],
    endpoint: webhookEndpoints.remove,
  }),
  relayed(clients, {
    ...endpoint,
    path: '/webhook-endpoints/{id}/rotate-secret',
    id: 'rotateWebhookSecret',
    scopes: ['write'],
    endpoint: webhookEndpoints.rotateSecret,
  }),
];
