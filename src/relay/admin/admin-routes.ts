import type { Hono } from 'hono';
import { ok } from '../../base/result.ts';
import {
  createBaseClient,
  createOutboundClient,
  createPlatformClient,
  type DialectMemory,
  type Family,
} from '../../platform/index.ts';
import { type RelayConfig, type SiteConfig, secretsOfSite } from '../config/config.ts';
import type { Foundation } from '../foundation.ts';
import { measuredFetch } from '../health/metrics.ts';
import type { CreateContent } from '../pages/content.ts';
import { type RelayEnv, route } from '../request-context.ts';
import { createDialectMemory } from '../store/dialects.ts';
import type { Access } from './access.ts';
import { adminOperations } from './admin-operations.ts';
import { createAnnotationLog } from './annotations.ts';
import type { Audit } from './audit.ts';
import { createBehaviorLog } from './behavior-log.ts';
import { createCallLog } from './call-log.ts';
import { createCallWatch } from './call-watch.ts';
import { createDocsPage } from './docs-page.ts';
import type { PlatformClients } from './endpoint-operation.ts';
import { createInsights, type Insights } from './insights/insights.ts';
import type { KeyUse } from './key-use.ts';
import { describeOperations } from './openapi-document.ts';
import type { Operation } from './operation.ts';
import { addOperationRoutes } from './operation-routes.ts';
import type { Lookup } from './public-url.ts';
import type { RelayEvents } from './relay-events.ts';
import { createWebhookLog } from './webhook-log.ts';
import { addWebhookReceiver } from './webhook-receiver.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

export interface AdminPorts extends Foundation {
  /** The site whose agent is operated. */
  readonly site: SiteConfig;
  readonly sites: RelayConfig['sites'];
  readonly access: Access;
  readonly audit: Audit;
  readonly keyUse: KeyUse;
  readonly events: RelayEvents;
  /** Resolves the hosts of webhook endpoints. */
  readonly lookup: Lookup;
}

/** A client for each configured host family, with only that family's key (S-88). */
function clientsFor({ site, fetch, metrics, clock, store }: AdminPorts): PlatformClients {
  const { base, platform, outbound, alertsKey, legacyKey, accountId, projectId, branchId, dialect } = site;
  const secrets = secretsOfSite(site);
  /** M-1.8: first assumed to be that of the messaging host. What the host itself shows is remembered apart from it. */
  const outboundDialect = (url: string): DialectMemory => {
    const own = createDialectMemory(store, clock, url);
    const messaging = createDialectMemory(store, clock, site.messagingUrl);
    return { read: async () => (await own.read()) ?? messaging.read(), learn: own.learn };
  };
  const ports = (family: Family) => ({ clock, fetch: measuredFetch(family, fetch, { metrics, clock }) });
  return {
    // an agent and its project have the same id.
    base:
      base && createBaseClient({ ...base, alertsKey, secrets, agentId: projectId, branchId }, ports('base')),
    platform:
      platform &&
      createPlatformClient({ ...platform, legacyKey, secrets, accountId, projectId }, ports('platform')),
    outbound:
      outbound &&
      createOutboundClient(
        { ...outbound, secrets, dialect: dialect === 'auto' ? outboundDialect(outbound.url) : dialect },
        ports('outbound'),
      ),
  };
}

/** The OpenAPI document as JSON, and as a page. */
function makeDocumentation(operations: readonly Operation[], createContent: CreateContent) {
  const document = describeOperations(operations);
  const json = createContent(JSON.stringify(document), {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
  });
  return { json, page: createDocsPage(document, createContent) };
}

/**
 * Adds the admin interface (contract §5). It has no CORS headers. All routes except webhooks and documentation need an admin
 * key. Returns the rollups, which do not start by themselves.
 */
export function addAdminRoutes(app: Hono<RelayEnv>, ports: AdminPorts): Insights | undefined {
  const { config, site, access, audit } = ports;
  const clients = clientsFor(ports);
  const secrets = createWebhookSecrets(site.webhookSecrets, ports);
  const webhooks = createWebhookLog(ports);
  const callLog = createCallLog(ports);
  const insights = createInsights({ ...ports, clients });
  const operations = adminOperations(clients, {
    ...ports,
    secrets,
    webhooks,
    insights,
    isInMemory: config.storeUrl === 'memory:',
    annotations: createAnnotationLog(ports),
    behaviors: createBehaviorLog(ports),
    callLog,
    watch: createCallWatch({ ...ports, log: callLog }),
  });
  addOperationRoutes(app, operations, { access, audit, configured: site });
  addWebhookReceiver(app, { ...ports, secrets, webhooks });

  // Made at the first request, because it takes longer than the rest of a relay's start.
  let made: ReturnType<typeof makeDocumentation> | undefined;
  const documentation = () => {
    made ??= makeDocumentation(operations, ports.createContent);
    return made;
  };
  route(app, '/admin/openapi.json', {
    GET: async (c) => ok(await documentation().json.respond(c.req.raw)),
  });
  route(app, '/admin/docs', { GET: async (c) => ok(await documentation().page.respond(c.req.raw)) });
  return insights;
}
