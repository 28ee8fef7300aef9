import {
  createBaseClient,
  createOutboundClient,
  createPlatformClient,
  type DialectMemory,
  type Family,
} from '../../platform/index.ts';
import { type SiteConfig, secretsOfSite } from '../config/config.ts';
import type { AdminKey } from '../config/values.ts';
import type { SiteFoundation } from '../foundation.ts';
import { measuredFetch } from '../health/metrics.ts';
import type { SessionLimits } from '../limits.ts';
import { createDialectMemory } from '../store/dialects.ts';
import type { Post } from '../upstream/post.ts';
import { adminOperations } from './admin-operations.ts';
import { createAnnotationLog } from './annotations.ts';
import { createAudit } from './audit.ts';
import { createBehaviorLog } from './behavior-log.ts';
import { createCallLog } from './call-log.ts';
import { createCallWatch } from './call-watch.ts';
import type { PlatformClients } from './endpoint-operation.ts';
import { createInsights } from './insights/insights.ts';
import type { createHealthBook } from './insights/relay-health.ts';
import type { KeyUse } from './key-use.ts';
import { createAlertNotifier } from './notify/alert-notifier.ts';
import type { Operation } from './operation.ts';
import type { Lookup } from './public-url.ts';
import { createRelayEvents } from './relay-events.ts';
import { createWebhookLog } from './webhook-log.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

export interface SiteAdminPorts extends SiteFoundation {
  readonly site: SiteConfig;
  /** All of the relay. */
  readonly adminKeys: () => readonly AdminKey[];
  readonly keyUse: KeyUse;
  readonly limits: SessionLimits;
  readonly healthOf: ReturnType<typeof createHealthBook>;
  readonly post: Post;
  /** Resolves the hosts of webhook endpoints and of who is told of alerts. */
  readonly lookup: Lookup;
}

/** A client for each configured host family, with only that family's key (S-88). */
function clientsFor({ site, fetch, metrics, clock, store }: SiteAdminPorts): PlatformClients {
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

export type SiteAdmin = ReturnType<typeof createSiteAdmin>;

/** The admin side of one site: its operations, its webhooks and what it keeps. Its rollups do not start by themselves. */
export function createSiteAdmin(given: SiteAdminPorts) {
  const { config, site, store } = given;
  const closing = new AbortController();
  // Streams end with the relay, and when the site is replaced by one with another configuration.
  const ports = { ...given, ending: AbortSignal.any([given.ending, closing.signal]) };
  const clients = clientsFor(ports);
  const audit = createAudit(ports);
  const events = createRelayEvents(store);
  const secrets = createWebhookSecrets(site.webhookSecrets, ports);
  const isInMemory = config.storeUrl === 'memory:';
  const webhooks = createWebhookLog({ ...ports, isInMemory });
  const notifier = createAlertNotifier(ports);
  const callLog = createCallLog(ports);
  const insights = createInsights({ ...ports, clients, health: given.healthOf(site.name, ports) });
  const operations: readonly Operation[] = adminOperations(clients, {
    ...ports,
    audit,
    notifier,
    events,
    secrets,
    webhooks,
    insights,
    isInMemory,
    annotations: createAnnotationLog(ports),
    behaviors: createBehaviorLog(ports),
    callLog,
    watch: createCallWatch({ ...ports, events, log: callLog }),
  });
  return {
    operations,
    operationsById: new Map(operations.map((it) => [it.id, it])),
    audit,
    events,
    secrets,
    webhooks,
    notifier,
    insights,
    /** Ends the streams, and leaves the rollups to another relay or to its successor. Idempotent. */
    async dispose(): Promise<void> {
      closing.abort();
      events.dispose();
      await insights?.stop();
    },
  };
}
