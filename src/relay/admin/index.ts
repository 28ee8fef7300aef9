import type { Hono } from 'hono';
import type { Clock } from '../../base/clock.ts';
import { ok } from '../../base/result.ts';
import {
  createBaseClient,
  createOutboundClient,
  createPlatformClient,
  type Family,
} from '../../platform/index.ts';
import type { RelayConfig } from '../config/config.ts';
import type { Metrics } from '../health/metrics.ts';
import { createContent } from '../pages/content.ts';
import { type RelayEnv, route } from '../routing.ts';
import type { Store } from '../store/store.ts';
import { VERSION } from '../version.ts';
import type { Access } from './access.ts';
import { createCallWatch } from './call-watch.ts';
import { createDocsPage } from './docs-page.ts';
import { describeOperations } from './document.ts';
import { eventStream } from './event-stream.ts';
import type { Events } from './events.ts';
import type { Operation } from './operation.ts';
import { agent } from './operations/agent.ts';
import { alerts } from './operations/alerts.ts';
import { behaviorText } from './operations/behavior-text.ts';
import { conversationData } from './operations/conversations.ts';
import { calls } from './operations/outbound-calls.ts';
import type { Clients } from './relayed.ts';
import { addOperations } from './routes.ts';
import { addWebhookReceiver } from './webhook-receiver.ts';

export interface AdminPorts {
  readonly config: RelayConfig;
  readonly access: Access;
  readonly clock: Clock;
  readonly store: Store;
  readonly events: Events;
  readonly fetch: typeof globalThis.fetch;
  readonly metrics: Metrics;
  /** Goes off when the relay closes. */
  readonly stop: AbortSignal;
  /** Goes off when the relay is about to close. */
  readonly ending: AbortSignal;
}

/** A client for each family that is configured; none knows the key of another (S-88). */
function clientsFor(
  { base, platform, outbound, accountId, projectId, branchId, dialect }: RelayConfig,
  { fetch, metrics, clock }: Pick<AdminPorts, 'fetch' | 'metrics' | 'clock'>,
): Clients {
  const ports = (family: Family) => ({ clock, fetch: metrics.timed(family, fetch) });
  return {
    // Agent and project are the same thing under two names (specification, Resources).
    base: base && createBaseClient({ ...base, agentId: projectId, branchId }, ports('base')),
    platform: platform && createPlatformClient({ ...platform, accountId, projectId }, ports('platform')),
    outbound: outbound && createOutboundClient({ ...outbound, dialect }, ports('outbound')),
  };
}

/** The document for programs and the page for people. */
function makeDocumentation(operations: readonly Operation[]) {
  const document = describeOperations(operations, VERSION);
  const json = createContent(Buffer.from(JSON.stringify(document)), {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
  });
  return { json, page: createDocsPage(document) };
}

/** The admin side (contract §5): never shared with other origins, nothing without a key but what is signed and what is documentation. */
export function addAdmin(
  app: Hono<RelayEnv>,
  { config, access, clock, store, events, fetch, metrics, ending, stop }: AdminPorts,
): void {
  const clients = clientsFor(config, { fetch, metrics, clock });
  const { outbound } = clients;
  const watch = outbound && createCallWatch({ client: outbound, events, clock, stop });
  const operations = [
    ...agent(clients),
    ...behaviorText,
    ...alerts(clients),
    ...conversationData(clients),
    ...calls(clients, watch),
    eventStream(events, clock, ending),
  ];
  addOperations(app, operations, access);
  addWebhookReceiver(app, { secrets: config.webhookSecrets, clock, store, events });

  // When somebody first asks: it takes longer than all the rest of a relay's start.
  let made: ReturnType<typeof makeDocumentation> | undefined;
  const documentation = () => {
    made ??= makeDocumentation(operations);
    return made;
  };
  route(app, '/admin/openapi.json', {
    GET: async (c) => ok(await documentation().json.respond(c.req.raw)),
  });
  route(app, '/admin/docs', { GET: async (c) => ok(await documentation().page.respond(c.req.raw)) });
}
