import { activeAlerts, alertRules, webhookEndpoints } from '../../../platform/index.ts';
import { operationFactory, type PlatformClients } from '../api/endpoint-operation.ts';
import { type PublicUrlPorts, withPublicUrl } from '../api/public-url.ts';
import type { SecretPorts } from './endpoint-secret.ts';
import { createWebhookEndpoint, deleteWebhookEndpoint, rotateWebhookSecret } from './webhook-endpoints.ts';

const rule = '/alert-rules/{rule_id}';
const hooks = 'Webhook endpoints';
const hook = '/webhook-endpoints/{endpoint_id}';

/** Operations of alert rules, alerts and webhook endpoints. */
export function alerts(clients: PlatformClients, ports: PublicUrlPorts & SecretPorts) {
  const offer = operationFactory(clients);
  return [
    offer('listAlertRules', 'Alerts', '/alert-rules', alertRules.list),
    offer('createAlertRule', 'Alerts', '/alert-rules', alertRules.create),
    offer('getAlertRule', 'Alerts', rule, alertRules.get),
    offer('updateAlertRule', 'Alerts', rule, alertRules.update),
    offer('deleteAlertRule', 'Alerts', rule, alertRules.remove),
    offer('listActiveAlerts', 'Alerts', '/alerts', activeAlerts.list),
    offer('listWebhookEndpoints', hooks, '/webhook-endpoints', webhookEndpoints.list),
    withPublicUrl(ports, createWebhookEndpoint(clients, ports)),
    offer('getWebhookEndpoint', hooks, hook, webhookEndpoints.get),
    withPublicUrl(ports, offer('updateWebhookEndpoint', hooks, hook, webhookEndpoints.update)),
    deleteWebhookEndpoint(clients, ports),
    rotateWebhookSecret(clients, ports),
  ];
}
