import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { Hono } from 'hono';
import { type Clock, systemClock } from '../base/clock.ts';
import { packageRoot } from '../base/package-root.ts';
import { createAccess } from './admin/access.ts';
import { createEvents } from './admin/events.ts';
import { addAdmin } from './admin/index.ts';
import { createBinding } from './binding.ts';
import { createClientAddress, type Peer } from './client-address.ts';
import { type RelayConfig, secretsOf } from './config/config.ts';
import { createCors } from './cors.ts';
import { dress } from './headers.ts';
import { createMetrics } from './health/metrics.ts';
import { createReadiness } from './health/readiness.ts';
import { addOperational } from './health/routes.ts';
import { createLimits, type Limits } from './limits.ts';
import { createLog, type Log, type LogSink } from './log.ts';
import { createBrowserFiles } from './pages/browser-files.ts';
import { createContent } from './pages/content.ts';
import { createFramePage } from './pages/frame.ts';
import type { Failure } from './problem.ts';
import { addRoutes } from './routes.ts';
import { type Exchange, type RelayEnv, refuse } from './routing.ts';
import { createSessions } from './sessions.ts';
import { createSockets, type Sockets } from './socket/sockets.ts';
import { createTickets } from './socket/tickets.ts';
import { openStore } from './store/open.ts';
import { createSessionStore } from './store/sessions.ts';
import { type Store, StoreFault } from './store/store.ts';
import { type Connect, connectWebSocket } from './upstream/handshake.ts';
import { createMessagingHost } from './upstream/messaging-host.ts';
import { type Post, postJson } from './upstream/post-json.ts';

/** What a relay takes from its surroundings; each has a default. */
export interface RelayPorts {
  readonly clock: Clock;
  /** For the messaging host's tokens and sessions. */
  readonly post: Post;
  /** For the platform's REST side. */
  readonly fetch: typeof globalThis.fetch;
  /** Gets one JSON line a record; default: standard output. */
  readonly log: LogSink;
  /** Default: what `FOYER_STORE_URL` names. */
  readonly store: Store;
  readonly connect: Connect;
  /** How often in a minute, where that is not what docs/operations.md says. */
  readonly limits: Partial<Limits>;
  /** The folder with `widget.js`, `frame.js` and `assets/`; default: the package's own. */
  readonly browserFolder: string;
}

/** The relay as a function from request to response, for any server that speaks the Web's types. */
export interface Relay {
  /** Never rejects. Without the peer's address all visitors share one rate limit. */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Breaks off what is under way upstream. May be called twice. */
  close(): Promise<void>;
}

/** What a server of Node needs besides. */
interface RelayCore extends Relay {
  readonly log: Log;
  /** Ends what would last as long as its listener: the relay is about to close. */
  drain(): void;
  readonly store: Store;
  /** Answers what cannot become a request by the Web's rules, such as one with a malformed Host. */
  refuse(failure: Failure): Response;
  /** undefined: browsers open their sockets to the platform. */
  readonly sockets: Sockets | undefined;
}

/** Builds a relay; but for what its store needs it holds no socket and no timer until a request comes. */
export function createRelay(config: RelayConfig, ports: Partial<RelayPorts> = {}): Relay {
  const { fetch, close } = createRelayCore(config, ports);
  return { fetch, close };
}

export function createRelayCore(config: RelayConfig, ports: Partial<RelayPorts>): RelayCore {
  const clock = ports.clock ?? systemClock();
  const log = createLog({
    level: config.logLevel,
    sink: ports.log ?? process.stdout,
    clock,
    secrets: secretsOf(config),
  });
  const closing = new AbortController();
  const stop = closing.signal;
  const draining = new AbortController();
  const store = ports.store ?? openStore(config.storeUrl, clock, log);
  // One listener for each call under way: many are no leak.
  setMaxListeners(0, stop);
  const cors = createCors(config.allowedOrigins);
  const binding = createBinding(config.resumeBinding);
  const limits = createLimits(store, ports.limits);
  const clientOf = createClientAddress(config.trustedProxies, log);

  const app = new Hono<RelayEnv>();
  // A fault that nobody expected goes up to `fetch` below, which answers for all of them.
  app.onError((error) => {
    throw error;
  });
  const fetch = ports.fetch ?? globalThis.fetch;
  const metrics = createMetrics(clock);
  const events = createEvents(store);
  const access = createAccess(config.adminKeys, store);
  addAdmin(app, { config, access, clock, store, events, fetch, metrics, stop, ending: draining.signal });
  addOperational(app, {
    metrics,
    access,
    readiness: createReadiness({ clock, fetch, store, messagingUrl: config.messagingUrl, stop }),
  });
  const sessions = createSessions(config, {
    clock,
    stop,
    store: createSessionStore(store),
    host: createMessagingHost(config, { clock, stop, post: metrics.timedPost(ports.post ?? postJson) }),
    metrics,
    binding,
    connect: ports.connect ?? connectWebSocket,
    limits,
  });
  const tickets = createTickets(store, clock);
  const isProxy = config.socket === 'proxy';
  addRoutes(app, {
    cors,
    sessions,
    binding,
    limits,
    grantFor: isProxy ? tickets.ticketed : async (grant) => grant,
    widgetConfig: createContent(Buffer.from(JSON.stringify(config.widget)), {
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=60',
    }),
    framePage: createFramePage(config),
    files: createBrowserFiles(ports.browserFolder ?? join(packageRoot(), 'dist/browser'), config.widget),
  });

  async function respond(request: Request, exchange: Exchange): Promise<Response> {
    if (cors.isPreflight(request)) {
      exchange.route = 'preflight';
      return cors.isListed(request) ? cors.preflight() : refuse(exchange, { failed: 'origin-not-allowed' });
    }
    return app.fetch(request, exchange);
  }

  const begin = (client: string): Exchange => {
    const requestId = randomUUID();
    return {
      requestId,
      log: log.child({ request_id: requestId }),
      route: 'none',
      client,
    };
  };

  const { dialect } = config;

  return {
    log,
    store,
    sockets: isProxy
      ? createSockets({ clock, log, store, dialect, cors, tickets, sessions, metrics })
      : undefined,
    async fetch(request, peer = {}) {
      const startedAt = clock.now();
      const exchange = begin(clientOf(peer, request.headers));
      let response: Response;
      try {
        response = await respond(request, exchange);
      } catch (error) {
        if (error instanceof StoreFault) {
          exchange.reason = error.reason;
          response = refuse(exchange, { failed: 'store' });
        } else {
          exchange.log.error({ err: error }, 'unable to answer; unexpected fault');
          response = refuse(exchange, { failed: 'internal' });
        }
      }
      cors.dress(request, response.headers);
      dress(response.headers, exchange.requestId);
      const { route, session, failed, reason, who } = exchange;
      const durationMs = clock.now() - startedAt;
      const { method } = request;
      const { status } = response;
      metrics.answered({ method, route, status, inMs: durationMs, code: exchange.code });
      exchange.log.info(
        {
          method,
          route,
          status,
          duration_ms: durationMs,
          session,
          failed,
          who,
          reason,
        },
        'request',
      );
      return response;
    },
    refuse(failure) {
      const exchange = begin('unknown');
      const response = refuse(exchange, failure);
      dress(response.headers, exchange.requestId);
      exchange.log.info({ status: response.status, failed: exchange.failed }, 'request');
      return response;
    },
    drain: () => draining.abort(),
    async close() {
      draining.abort();
      closing.abort();
      events.dispose();
      await store.close();
    },
  };
}
