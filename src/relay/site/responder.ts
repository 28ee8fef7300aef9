import type { Hono } from 'hono';
import { isPlainPath } from '../../base/request-path.ts';
import { SECURITY_HEADERS } from '../../base/security-headers.ts';
import type { ClientAddress, Peer } from '../http/client-address.ts';
import { isHealthCheck, isServedAt, isVisitorPath, type Side } from '../http/listeners.ts';
import type { Failure } from '../http/problem.ts';
import { type RelayEnv, type RequestContext, refuse } from '../http/request-context.ts';
import type { Services } from '../services/services.ts';
import { StoreError } from '../store/store.ts';
import type { Cors } from './cors.ts';
import { FRAMES_ROUTE } from './frame-routes.ts';
import { isForAnyHost } from './hosts.ts';
import type { Sites } from './sites.ts';

export interface ResponderPorts extends Pick<Services, 'clock' | 'log' | 'metrics' | 'describeSpan'> {
  readonly cors: Cors;
  readonly clientOf: ClientAddress;
  readonly sites: Pick<Sites, 'isOwnHost' | 'of'>;
}

/** Statuses of unauthorized or too many requests. */
const ATTRIBUTED = new Set([401, 403, 429]);

function applySecurityHeaders(headers: Headers, requestId: string): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (!headers.has(name)) headers.set(name, value);
  headers.set('X-Request-Id', requestId);
}

/** Processes every request: common rules, the route, then headers, metrics and the log. */
export function createResponder(app: Hono<RelayEnv>, ports: ResponderPorts) {
  const { clock, log, metrics, describeSpan, cors, clientOf, sites } = ports;

  function createContext(client: string, peer: Peer): RequestContext {
    const requestId = crypto.randomUUID();
    return { requestId, log: log.child({ request_id: requestId }), route: 'none', client, peer };
  }

  async function dispatch(request: Request, context: RequestContext, side: Side): Promise<Response> {
    if (!isPlainPath(request.url)) return refuse(context, { failed: 'unclear-path' });
    const path = new URL(request.url).pathname;
    if (!isServedAt(side, path)) return refuse(context, { failed: 'not-found' });
    if (cors.isPreflight(request)) {
      context.route = 'preflight';
      return cors.isListed(request)
        ? cors.preflight(request)
        : refuse(context, { failed: 'origin-not-allowed' });
    }
    if (!sites.isOwnHost(request) && !isForAnyHost(path)) return refuse(context, { failed: 'wrong-host' });
    return app.fetch(request, context);
  }

  function refuseUnexpected(error: unknown, context: RequestContext): Response {
    if (error instanceof StoreError) {
      context.reason = error.reason;
      return refuse(context, { failed: 'store' });
    }
    context.log.error({ err: error }, 'unable to answer; unexpected error');
    return refuse(context, { failed: 'internal' });
  }

  function record(method: string, status: number, inMs: number, context: RequestContext): void {
    const { route, session, failed, code, reason, who, site } = context;
    const own = site === undefined ? metrics : metrics.ofSite(site);
    own.answered({ method, route, status, inMs });
    describeSpan({ method, route, status });
    if (failed && code) own.failed({ failed, code });
    // S-111: the record attributes an attack to a network. Other records name no client.
    const client = ATTRIBUTED.has(status) ? context.client : undefined;
    const fields = { method, route, status, duration_ms: inMs, session, failed, who, site, client, reason };
    const isFrequent = isHealthCheck(route) || (route === FRAMES_ROUTE && status < 400);
    context.log[isFrequent ? 'debug' : 'info'](fields, 'request');
  }

  return {
    /** Never rejects. */
    async respond(request: Request, peer: Peer, side: Side): Promise<Response> {
      const startedAt = clock.now();
      const context = createContext(clientOf(peer, request), peer);
      const site = isVisitorPath(new URL(request.url).pathname) && sites.of(request)?.site.name;
      if (site) context.site = site;
      const response = await dispatch(request, context, side).catch((error: unknown) =>
        refuseUnexpected(error, context),
      );
      cors.applyHeaders(request, response.headers);
      applySecurityHeaders(response.headers, context.requestId);
      record(request.method, response.status, clock.now() - startedAt, context);
      return response;
    },
    /** Answers a request that cannot be converted to a `Request`, such as one with a malformed Host. */
    refuse(failure: Failure): Response {
      const context = createContext('unknown', {});
      const response = refuse(context, failure);
      applySecurityHeaders(response.headers, context.requestId);
      context.log.info({ status: response.status, failed: context.failed }, 'request');
      return response;
    },
  };
}
