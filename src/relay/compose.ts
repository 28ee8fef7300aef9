import { Hono } from 'hono';
import type { Result } from '../base/result.ts';
import { createAccess } from './admin/access/access.ts';
import { createConsoleSessions } from './admin/access/console-sessions.ts';
import { createKeyUse } from './admin/access/key-use.ts';
import type { Lookup } from './admin/api/public-url.ts';
import { createHealthBook } from './admin/insights/relay-health.ts';
import { createVisitorBook } from './admin/insights/visitor-history.ts';
import { undisclosedAiWarning } from './config/branding.ts';
import type { RelayConfig, SiteConfig } from './config/config.ts';
import type { ConfigIssue } from './config/sources.ts';
import { addConsoleFiles } from './console/console-routes.ts';
import { createOidc } from './console/oidc.ts';
import { addPreview } from './console/preview-routes.ts';
import { addConsoleSessions } from './console/session-routes.ts';
import { addHealthRoutes } from './health/health-routes.ts';
import { createReadiness } from './health/readiness.ts';
import { type AdminPorts, addAdminRoutes } from './hosting/admin-routes.ts';
import { createReconfiguration } from './hosting/reconfiguration.ts';
import { createSiteWithAdmin } from './hosting/site-with-admin.ts';
import type { ClientAddress } from './http/client-address.ts';
import { createClientAddress, type Peer } from './http/client-address.ts';
import type { Side } from './http/listeners.ts';
import type { Failure } from './http/problem.ts';
import { type RelayEnv, refuse } from './http/request-context.ts';
import type { Folder } from './pages/folder.ts';
import { addFrontPage } from './pages/front-page.ts';
import type { Services } from './services/services.ts';
import { createFilesOf } from './site/browser-files.ts';
import type { Cors } from './site/cors.ts';
import { createCors } from './site/cors.ts';
import { createDraining } from './site/draining.ts';
import { addFileRoutes } from './site/file-routes.ts';
import { addFrameRoutes } from './site/frame-routes.ts';
import { createGuards } from './site/guards.ts';
import { addMessageRoute } from './site/message-routes.ts';
import { createMissingUpgrade } from './site/missing-upgrade.ts';
import type { Polls } from './site/polls.ts';
import { createResponder } from './site/responder.ts';
import { addSessionRoutes } from './site/session-routes.ts';
import type { Sites } from './site/sites.ts';
import { createSites } from './site/sites.ts';
import { addVisitorHealth } from './site/visitor-health.ts';
import { addWaitRoutes } from './site/wait-routes.ts';
import type { Limits } from './store/limits.ts';
import type { Connect } from './upstream/handshake.ts';
import type { Post } from './upstream/post.ts';

/** Dependencies that differ between JavaScript runtimes. */
export interface Runtime {
  readonly services: Services;
  /** Aborts `Services.stop` and `Services.ending`. */
  readonly closing: AbortController;
  readonly ending: AbortController;
  readonly post: Post;
  readonly connect: Connect;
  readonly lookup: Lookup;
  readonly folders: { readonly browser: Folder; readonly console: Folder };
  readonly limits: Partial<Limits> | undefined;
  /** Runs the work of a request in its trace. */
  inTrace<Done>(header: (name: string) => string | undefined, work: () => Promise<Done>): Promise<Done>;
  /** Loads the Model Context Protocol; undefined: assistants are not served. */
  readonly loadMcp: AdminPorts['loadMcp'];
  /** Carries visitors' conversations; undefined: only the platform's own sockets do. */
  readonly carry:
    | ((parts: { readonly cors: Cors; readonly sites: Sites; readonly clientOf: ClientAddress }) => {
        readonly polls: Polls;
        drain(inMs: number): void;
        close(): Promise<void>;
      })
    | undefined;
}

/** A relay with additional functions for its server. */
export interface ComposedRelay extends Pick<Services, 'clock' | 'log' | 'metrics' | 'store'> {
  /** Starts to collect rollups and to deliver messages; the first request does the same. Idempotent. */
  begin(): void;
  /** Never rejects. */
  fetch(request: Request, peer: Peer | undefined, side: Side): Promise<Response>;
  reconfigure(parsed: Result<RelayConfig, readonly ConfigIssue[]>): Promise<void>;
  drain(): Promise<void>;
  close(): Promise<void>;
  /** Ends draining, event streams and visitors' sockets, because they would delay closing. Idempotent. */
  finish(): Promise<void>;
  /** Answers a request that cannot be converted to a `Request`, such as one with a malformed Host. */
  refuse(failure: Failure): Response;
}

/** Builds a relay from its parts. It opens no socket and no timer before the first request. */
export function composeRelay(config: RelayConfig, runtime: Runtime): ComposedRelay {
  const { services, folders, closing, ending, inTrace } = runtime;
  const { clock, log, metrics, store, readBody, createContent } = services;
  const clientOf = createClientAddress(config.trustedProxies, { log, onHidden: metrics.clientHidden });
  const keyUse = createKeyUse(services);
  const shared = {
    ...services,
    post: runtime.post,
    connect: runtime.connect,
    limits: runtime.limits,
    lookup: runtime.lookup,
    keyUse,
    healthOf: createHealthBook(clock, closing.signal),
    visitorsOf: createVisitorBook(clock, closing.signal),
    adminKeys: () => configuration.current().adminKeys,
  };
  const [first, ...others] = config.sites;
  const createSite = (site: SiteConfig) => {
    const warning = undisclosedAiWarning(site.widget);
    if (warning !== undefined) log.warn(site.name === '' ? {} : { site: site.name }, warning);
    return createSiteWithAdmin(site, shared);
  };
  const sites = createSites([createSite(first), ...others.map(createSite)]);
  let hasBegun = false;
  const configuration = createReconfiguration(config, {
    ...services,
    sites,
    createSite,
    onNewSite: ({ admin }) => hasBegun && admin.start(),
  });
  const cors = createCors(sites);

  const app = new Hono<RelayEnv>();
  // Rethrow unexpected errors: `fetch` below answers all of them.
  app.onError((error) => {
    throw error;
  });
  const consoleSessions = createConsoleSessions(configuration.current, services);
  const access = createAccess(config, { ...shared, sessions: consoleSessions });
  addAdminRoutes(app, { ...services, sites, access, loadMcp: runtime.loadMcp });
  addHealthRoutes(app, {
    metrics,
    access,
    isDraining: () => draining.hasBegun(),
    isOutdated: configuration.isOutdated,
    readiness: createReadiness(() => configuration.current().sites, services),
  });
  addFrontPage(app);
  const carried = runtime.carry?.({ cors, sites, clientOf });
  const carriers = carried ? config.carriers : (['direct'] as const);
  const guards = createGuards(cors, sites);
  addSessionRoutes(app, {
    ...guards,
    cors,
    sites,
    readBody,
    carriers,
    missingUpgrade: carriers.includes('relay') ? createMissingUpgrade(log, metrics) : undefined,
  });
  if (carried && carriers.includes('poll'))
    addFrameRoutes(app, { ...guards, polls: carried.polls, readBody });
  addMessageRoute(app, { ...guards, readBody });
  addWaitRoutes(app, { ...guards, readBody });
  addVisitorHealth(app, {
    cors,
    sites,
    readBody,
    onReport: ({ admin }, report) => admin.insights?.visitors.add(report),
  });
  const createFiles = (all: RelayConfig['sites']) => createFilesOf(folders.browser, all, createContent);
  let files = createFiles(config.sites);
  addFileRoutes(app, sites, () => files);
  const oidc = config.oidc && createOidc(config.oidc, services);
  addConsoleSessions(app, {
    access,
    sessions: consoleSessions,
    sites,
    readBody,
    isPossible: () =>
      oidc !== undefined || config.consoleUsers !== undefined || shared.adminKeys().length > 0,
    oidc,
    store,
  });
  addPreview(app, folders, createContent);
  addConsoleFiles(app, folders.console, { createContent, hasOidc: oidc !== undefined });
  app.notFound((c) => refuse(c.env, { failed: 'not-found' }));

  const responder = createResponder(app, { ...services, cors, clientOf, sites });

  const draining = createDraining(clock, config.drainMs, () => {
    log.info({ duration_ms: config.drainMs }, 'draining');
    carried?.drain(config.drainMs);
    // Clients of event streams reconnect to a relay that stays.
    ending.abort();
    void stopInsights();
  });

  function begin(): void {
    hasBegun = true;
    for (const { admin } of sites.all()) admin.start();
  }
  const stopInsights = () => Promise.all(sites.all().map(({ admin }) => admin.insights?.stop()));

  async function finish(): Promise<void> {
    draining.end();
    ending.abort();
    await Promise.all([carried?.close(), stopInsights()]);
  }

  return {
    clock,
    log,
    metrics,
    store,
    begin,
    fetch(request, peer = {}, side) {
      begin();
      const header = (name: string) => request.headers.get(name) ?? undefined;
      return inTrace(header, () => responder.respond(request, peer, side));
    },
    refuse: responder.refuse,
    drain: draining.begin,
    async reconfigure(parsed) {
      await configuration.reconfigure(parsed);
      files = createFiles(configuration.current().sites);
    },
    finish,
    async close() {
      await finish();
      closing.abort();
      for (const { admin } of sites.all()) await admin.dispose();
      await store.close();
    },
  };
}
