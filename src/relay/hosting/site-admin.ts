import {
  createBaseClient,
  createOutboundClient,
  createPlatformClient,
  type DialectMemory,
  type Family,
} from '../../platform/index.ts';
import type { KeyUse } from '../admin/access/key-use.ts';
import type { PlatformClients } from '../admin/api/endpoint-operation.ts';
import type { Operation } from '../admin/api/operation.ts';
import type { Lookup } from '../admin/api/public-url.ts';
import { createInsights } from '../admin/insights/insights.ts';
import type { createHealthBook } from '../admin/insights/relay-health.ts';
import type { createVisitorBook } from '../admin/insights/visitor-history.ts';
import { createAnnotationLog } from '../admin/journals/annotations.ts';
import { createAudit } from '../admin/journals/audit.ts';
import { createBehaviorLog } from '../admin/journals/behavior-log.ts';
import { createCallLog } from '../admin/journals/call-log.ts';
import { createCallWatch } from '../admin/journals/call-watch.ts';
import { createRelayEvents } from '../admin/journals/relay-events.ts';
import { createWebhookLog } from '../admin/journals/webhook-log.ts';
import { createAlertNotifier } from '../admin/notify/alert-notifier.ts';
import { adminOperations } from '../admin/operations/admin-operations.ts';
import { createWebhookSecrets } from '../admin/webhooks/webhook-secrets.ts';
import { type SiteConfig, secretsOfSite } from '../config/config.ts';
import type { AdminKey } from '../config/values.ts';
import { measuredFetch } from '../services/metrics.ts';
import type { SiteServices } from '../services/services.ts';
import type { LeftMessages } from '../site/left-messages.ts';
import { createDialectMemory } from '../store/dialects.ts';
import type { SessionLimits } from '../store/limits.ts';
import type { Post } from '../upstream/post.ts';

export interface SiteAdminPorts extends SiteServices {
  readonly site: SiteConfig;
  /** The admin keys of the whole relay. */
  readonly adminKeys: () => readonly AdminKey[];
  readonly keyUse: KeyUse;
  readonly limits: SessionLimits;
  readonly leftMessages: LeftMessages;
  readonly healthOf: ReturnType<typeof createHealthBook>;
  readonly visitorsOf: ReturnType<typeof createVisitorBook>;
  readonly post: Post;
  /** Resolves the hosts of webhook endpoints and of alert receivers. */
  readonly lookup: Lookup;
}

/** A client for each configured host family, with the key of that family only (S-88). */
function clientsFor({ site, fetch, metrics, clock, store }: SiteAdminPorts): PlatformClients {
  const { base, platform, outbound, alertsKey, legacyKey, accountId, projectId, branchId, dialect } = site;
  const secrets = secretsOfSite(site);
  /** M-1.8: initially the dialect of the messaging host. A dialect that this host shows is stored separately. */
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

/** The admin side of one site: its operations, its webhooks, its records, and its work in the background. */
export function createSiteAdmin(given: SiteAdminPorts) {
  const { config, site, store } = given;
  const closing = new AbortController();
  // Streams end when the relay closes, and when a new configuration replaces the site.
  const ports = { ...given, ending: AbortSignal.any([given.ending, closing.signal]) };
  const clients = clientsFor(ports);
  const audit = createAudit(ports);
  const events = createRelayEvents(store);
  const secrets = createWebhookSecrets(site.webhookSecrets, ports);
  const isInMemory = config.storeUrl === 'memory:';
  const webhooks = createWebhookLog({ ...ports, isInMemory });
  const notifier = createAlertNotifier(ports);
  const callLog = createCallLog(ports);
  const insights = createInsights({
    ...ports,
    clients,
    health: given.healthOf(site.name, ports),
    visitors: given.visitorsOf(site.name, ports),
  });
  let hasStarted = false;
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
    operationsById: new Map(operations.map((operation) => [operation.id, operation])),
    audit,
    events,
    secrets,
    webhooks,
    notifier,
    insights,
    /** Starts to collect rollups and to deliver visitors' messages. Idempotent. */
    start(): void {
      insights?.start();
      if (hasStarted) return;
      hasStarted = true;
      void given.leftMessages.deliverUntil(AbortSignal.any([given.stop, closing.signal]));
    },
    /** Ends the streams and hands the rollups to another relay. Idempotent. */
    async dispose(): Promise<void> {
      closing.abort();
      events.dispose();
      await insights?.stop();
    },
  };
}
