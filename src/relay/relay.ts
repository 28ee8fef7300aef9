// TypeScript finds the types of Node by this line only: the declarations of the package name some.
/// <reference types="node" preserve="true" />
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import { packageRoot } from '../base/package-root.ts';
import type { Result } from '../base/result.ts';
import { createAccess } from './admin/access.ts';
import { addAdminRoutes } from './admin/admin-routes.ts';
import { createHealthBook } from './admin/insights/relay-health.ts';
import { createKeyUse } from './admin/key-use.ts';
import type { Lookup } from './admin/public-url.ts';
import { createClientAddress, type Peer } from './client-address.ts';
import type { RelayConfig, SiteConfig } from './config/config.ts';
import type { ConfigIssue } from './config/sources.ts';
import { addConsoleFiles } from './console/console-routes.ts';
import { createConsoleSessions } from './console/console-sessions.ts';
import { createOidc } from './console/oidc.ts';
import { addPreview } from './console/preview-routes.ts';
import { addConsoleSessions } from './console/session-routes.ts';
import { createDraining } from './draining.ts';
import type { Foundation } from './foundation.ts';
import { addHealthRoutes } from './health/health-routes.ts';
import { createReadiness } from './health/readiness.ts';
import type { Limits } from './limits.ts';
import { connectBy } from './node/connect.ts';
import { folderAt } from './node/files.ts';
import { type FoundationPorts, openFoundation } from './node/foundation.ts';
import { systemLookup } from './node/lookup.ts';
import { openUpstreamBy } from './node/open-socket.ts';
import { openOutbound } from './node/outbound.ts';
import { postJsonBy } from './node/post-json.ts';
import { createHandshakeRefusal } from './node/socket/refuse-handshake.ts';
import { createSocketProxy } from './node/socket/socket-proxy.ts';
import { createUpgradeListener } from './node/socket/upgrade-listener.ts';
import { inTrace, tracedPost } from './node/tracing.ts';
import { addSecurityTxt } from './pages/security-txt.ts';
import type { Failure } from './problem.ts';
import { createReconfiguration } from './reconfiguration.ts';
import { type RelayEnv, refuse } from './request-context.ts';
import { createResponder } from './responder.ts';
import type { Side } from './sides.ts';
import { createBrowserFiles } from './site/browser-files.ts';
import { createCors } from './site/cors.ts';
import { addFileRoutes } from './site/file-routes.ts';
import { createHostedSite } from './site/hosted-site.ts';
import { createMissingUpgrade } from './site/missing-upgrade.ts';
import { addSessionRoutes } from './site/session-routes.ts';
import { createSites } from './site/sites.ts';
import type { Connect } from './upstream/handshake.ts';
import type { Post } from './upstream/post.ts';

/** Dependencies of a relay; each has a default. */
export interface RelayPorts extends FoundationPorts {
  /** For the messaging host's tokens and sessions. */
  readonly post: Post;
  /** Resolves the hosts of webhook endpoints; default: the system's. */
  readonly lookup: Lookup;
  readonly connect: Connect;
  /** Requests per minute, to override those of the configuration. */
  readonly limits: Partial<Limits>;
  /** The folder with `widget.js`, `frame.js` and `assets/`; default: that of the package. */
  readonly browserFolder: string;
}

/** The relay as a function from request to response, for a server of one's own. */
export interface Relay {
  /**
   * Never rejects. Without the peer's address all visitors share one rate limit. The URL of a `Request` has no dot segments any
   * more: the server in front has to refuse those of the raw target (S-105).
   */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /**
   * Listens to the event `upgrade` of a server of Node: `server.on('upgrade', relay.upgrade)`. With `FOYER_SOCKET=proxy` it opens
   * visitors' sockets; without it no handshake of a visitor can succeed. It refuses every other handshake, so a server with sockets
   * of its own passes only those of `/chat/ws`. Requests for another protocol than WebSocket go back to the server as plain ones.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Serves on for the time of `FOYER_DRAIN_S`, with 503 for `/readyz`, while visitors' sockets close one after the other. Resolves
   * when the time is over. Idempotent.
   */
  drain(): Promise<void>;
  /**
   * Takes over the sites, their branding and secrets, and the admin keys of a configuration that was read again. Sessions and sockets
   * go on. An invalid one changes nothing: the log, `/readyz` and the metrics say so.
   */
  reconfigure(parsed: Result<RelayConfig, readonly ConfigIssue[]>): Promise<void>;
  /** Closes visitors' sockets, which takes up to 5 s, and aborts all calls to the platform that are in progress. Idempotent. */
  close(): Promise<void>;
}

/** A relay with the parts that a Node server needs in addition. */
interface RelayCore extends Relay, Pick<Foundation, 'clock' | 'log' | 'metrics' | 'store'> {
  /** Begins to collect rollups, as the first request does. Idempotent. */
  begin(): void;
  /** As in `Relay`; `side` is that of the listener. */
  fetch(request: Request, peer?: Peer, side?: Side): Promise<Response>;
  /** Ends what would otherwise delay closing: the time of draining, event streams, and visitors' sockets. Idempotent. */
  finish(): Promise<void>;
  /** Answers a request that cannot be converted to a `Request`, such as one with a malformed Host. */
  refuse(failure: Failure): Response;
}

/** Creates a relay. Until the first request it opens no socket and no timer, except those of its store and of the metrics. */
export function createRelay(config: RelayConfig, ports: Partial<RelayPorts> = {}): Relay {
  const { fetch, upgrade, reconfigure, drain, close } = createRelayCore(config, ports);
  return { fetch: (request, peer) => fetch(request, peer), upgrade, reconfigure, drain, close };
}

export function createRelayCore(config: RelayConfig, ports: Partial<RelayPorts>): RelayCore {
  const outbound = openOutbound(config.certificates);
  const openUpstream = openUpstreamBy(outbound);
  const {
    post = postJsonBy(outbound),
    lookup = systemLookup,
    connect = connectBy(openUpstream),
    fetch = outbound.fetch,
  } = ports;
  const { socket } = config;
  const closing = new AbortController();
  const ending = new AbortController();
  const foundation = openFoundation(
    config,
    { ...ports, fetch },
    { stop: closing.signal, ending: ending.signal },
  );
  const { clock, log, metrics, store, readBody, createContent } = foundation;
  const clientOf = createClientAddress(config.trustedProxies, { log, onHidden: metrics.clientHidden });
  const keyUse = createKeyUse(foundation);
  const shared = {
    ...foundation,
    post: tracedPost(post),
    connect,
    limits: ports.limits,
    lookup,
    keyUse,
    healthOf: createHealthBook(clock, closing.signal),
    adminKeys: () => configuration.current().adminKeys,
  };
  const [first, ...others] = config.sites;
  const host = (site: SiteConfig) => createHostedSite(site, shared);
  const sites = createSites([host(first), ...others.map(host)]);
  let hasBegun = false;
  const configuration = createReconfiguration(config, {
    ...foundation,
    sites,
    host,
    onHosted: ({ admin }) => hasBegun && admin.insights?.start(),
  });
  const cors = createCors(sites);

  const app = new Hono<RelayEnv>();
  // Unexpected errors are thrown on to `fetch` below, which answers all of them.
  app.onError((error) => {
    throw error;
  });
  const consoleSessions = createConsoleSessions(configuration.current, foundation);
  const access = createAccess(config, { ...shared, sessions: consoleSessions });
  addAdminRoutes(app, { ...foundation, sites, access });
  addHealthRoutes(app, {
    metrics,
    access,
    isDraining: () => draining.hasBegun(),
    isOutdated: configuration.isOutdated,
    readiness: createReadiness(() => configuration.current().sites, foundation),
  });
  if (config.securityContacts) addSecurityTxt(app, config.securityContacts, clock);
  const isProxy = socket === 'proxy';
  addSessionRoutes(app, {
    cors,
    sites,
    readBody,
    missingUpgrade: isProxy ? createMissingUpgrade(log, metrics) : undefined,
  });
  const browserFolder = folderAt(ports.browserFolder ?? join(packageRoot(), 'dist/browser'));
  const createFiles = ([{ name, widget }]: RelayConfig['sites']) =>
    // A script comes without an origin, so that of several sites asks for its configuration.
    createBrowserFiles(browserFolder, name === '' ? widget : undefined, createContent);
  let files = createFiles(config.sites);
  addFileRoutes(app, sites, () => files);
  const oidc = config.oidc && createOidc(config.oidc, foundation);
  addConsoleSessions(app, { access, sessions: consoleSessions, sites, readBody, oidc, store });
  const consoleFolder = folderAt(join(packageRoot(), 'dist/console'));
  addPreview(app, { console: consoleFolder, browser: browserFolder }, createContent);
  addConsoleFiles(app, consoleFolder, { createContent, hasOidc: oidc !== undefined });
  app.notFound((c) => refuse(c.env, { failed: 'not-found' }));

  const responder = createResponder(app, { ...foundation, cors, clientOf, sites });
  const publicSide: Side = config.adminListen ? 'public' : 'all';

  const refuseHandshake = createHandshakeRefusal(log, metrics);
  const socketProxy = isProxy
    ? createSocketProxy({
        ...foundation,
        refuse: refuseHandshake,
        cors,
        sites,
        clientOf,
        openUpstream,
      })
    : undefined;
  const draining = createDraining(clock, config.drainMs, () => {
    log.info({ duration_ms: config.drainMs }, 'draining');
    socketProxy?.drain(config.drainMs);
    // Clients of event streams connect again, to a relay that stays.
    ending.abort();
    void stopInsights();
  });

  function startInsights(): void {
    hasBegun = true;
    for (const { admin } of sites.all()) admin.insights?.start();
  }
  const stopInsights = () => Promise.all(sites.all().map(({ admin }) => admin.insights?.stop()));

  async function finish(): Promise<void> {
    draining.end();
    ending.abort();
    await Promise.all([socketProxy?.close(), stopInsights()]);
  }

  return {
    clock,
    log,
    metrics,
    store,
    upgrade: createUpgradeListener(socketProxy, refuseHandshake),
    begin: startInsights,
    fetch(request, peer = {}, side = publicSide) {
      startInsights();
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
