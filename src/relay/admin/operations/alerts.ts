import { activeAlerts, alertRules, webhookEndpoints } from '../../../platform/index.ts';
import { endpointOperation, type PlatformClients } from '../endpoint-operation.ts';
import { type PublicUrlPorts, withPublicUrl } from '../public-url.ts';
import type { SecretPorts } from './endpoint-secret.ts';
import { rotateWebhookSecret } from './rotate-secret.ts';
import { createWebhookEndpoint, deleteWebhookEndpoint } from './webhook-endpoints.ts';

const rule = { tag: 'Alerts', path: '/alert-rules/{rule_id}' } as const;
const endpoint = {
  tag: 'Webhook endpoints',
  path: '/webhook-endpoints/{endpoint_id}',
} as const;

/** Operations of alert rules, alerts and webhook endpoints. */
export const alerts = (clients: PlatformClients, ports: PublicUrlPorts & SecretPorts) => [
  endpointOperation(clients, {
    id: 'listAlertRules',
    tag: 'Alerts',
    path: '/alert-rules',
    scopes: ['read'],
    endpoint: alertRules.list,
  }),
  endpointOperation(clients, {
    id: 'createAlertRule',
    tag: 'Alerts',
    path: '/alert-rules',
    scopes: ['write'],
    endpoint: alertRules.create,
  }),
  endpointOperation(clients, { ...rule, id: 'getAlertRule', scopes: ['read'], endpoint: alertRules.get }),
  endpointOperation(clients, {
    ...rule,
    id: 'updateAlertRule',
    scopes: ['write'],
    endpoint: alertRules.update,
  }),
  endpointOperation(clients, {
    ...rule,
    id: 'deleteAlertRule',
    scopes: ['write'],
    endpoint: alertRules.remove,
  }),
  endpointOperation(clients, {
    id: 'listActiveAlerts',
    tag: 'Alerts',
    path: '/alerts',
    scopes: ['read'],
    endpoint: activeAlerts.list,
  }),
  endpointOperation(clients, {
    id: 'listWebhookEndpoints',
    tag: 'Webhook endpoints',
    path: '/webhook-endpoints',
    scopes: ['read'],
    endpoint: webhookEndpoints.list,
  }),
  withPublicUrl(ports, createWebhookEndpoint(clients, ports)),
  endpointOperation(clients, {
    ...endpoint,
    id: 'getWebhookEndpoint',
    scopes: ['read'],
    endpoint: webhookEndpoints.get,
  }),
  withPublicUrl(
    ports,
    endpointOperation(clients, {
      ...endpoint,
      id: 'updateWebhookEndpoint',
      scopes: ['write'],
      endpoint: webhookEndpoints.update,
    }),
  ),
  deleteWebhookEndpoint(clients, ports),
  rotateWebhookSecret(clients, ports),
];
