import { parseUrl } from '../../base/url.ts';
import { isSecure } from '../../protocol/secure-url.ts';
import { type OriginRule, ruleFor } from '../http/origins.ts';
import type { Sites } from './sites.ts';

const METHODS = 'GET, POST, PUT, DELETE';
const MAX_AGE_S = 600;
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;
const MAX_HEADER_NAMES = 2_000;

/** The headers that a page may send. Monitoring scripts add their own to every call; the relay allows and ignores them. */
function allowedHeaders({ headers }: Request): string {
  const asked = headers.get('access-control-request-headers') ?? '';
  return asked.length <= MAX_HEADER_NAMES && HEADER_NAMES.test(asked) ? asked : 'Content-Type';
}

/** True for the routes that other origins may use. */
const isCrossOriginRoute = (request: Request) => /^\/chat(?:\/|$)/.test(new URL(request.url).pathname);

/** Tells a page if its origin is allowed. Refused pages can read this answer, too. */
export const ORIGIN_CHECK = '/chat/origin-check';

/** True when `origin` has the host of the request. Behind a proxy the relay sees the visitor's Host, but not the visitor's scheme. */
function isOwnOrigin(origin: string, host: string | null): boolean {
  const url = parseUrl(origin);
  // A foreign name that resolves to the relay would match, but has no certificate. So only https and loopback are accepted.
  return url !== undefined && url.origin === origin && url.host === host && isSecure(url);
}

/**
 * True for a request of the relay's own iframe page. Scripts cannot set `Sec-Fetch-Site`, and browsers send no `Origin` with
 * same-origin GET and HEAD requests.
 */
function isOwnPage({ method, headers }: Request): boolean {
  if (headers.get('sec-fetch-site') !== 'same-origin') return false;
  const origin = headers.get('origin');
  if (origin === null) return method === 'GET' || method === 'HEAD';
  return isOwnOrigin(origin, headers.get('host'));
}

export type Cors = ReturnType<typeof createCors>;

/** Cross-origin rules of `/chat/*`: an allowed origin is echoed (contract §4, §9). Only `ORIGIN_CHECK` answers `*`. */
export function createCors(sites: Pick<Sites, 'all'>) {
  /** The list entry that matches the origin of a request. */
  function ruleOf(request: Request): OriginRule | undefined {
    const origin = request.headers.get('origin');
    if (origin === null) return undefined;
    for (const { site } of sites.all()) {
      const rule = ruleFor(site.allowedOrigins, origin);
      if (rule) return rule;
    }
    return undefined;
  }
  const isListed = (request: Request) => ruleOf(request) !== undefined;

  return {
    isListed,
    /** True for pages of listed origins and for the relay's own page. False for requests without an origin. */
    isAllowed: (request: Request): boolean => isListed(request) || isOwnPage(request),
    /** The embedding pages in rate limits. All subdomains of a wildcard count as one, since they are easy to invent. */
    pagesOf(request: Request): string {
      const rule = ruleOf(request);
      if (rule === undefined) return 'own';
      return rule.match === 'exact' ? rule.origin : `*${rule.suffix}`;
    },
    /** Like `isAllowed`, for WebSocket handshakes. Browsers always send their `Origin`, and scripts cannot change it. */
    isSocketAllowed(request: Request): boolean {
      const origin = request.headers.get('origin');
      return origin !== null && (isListed(request) || isOwnOrigin(origin, request.headers.get('host')));
    },
    isPreflight: (request: Request): boolean =>
      request.method === 'OPTIONS' &&
      request.headers.has('access-control-request-method') &&
      isCrossOriginRoute(request),
    preflight: (request: Request): Response =>
      new Response(null, {
        status: 204,
        headers: {
          'Access-Control-Allow-Methods': METHODS,
          'Access-Control-Allow-Headers': allowedHeaders(request),
          Vary: 'Access-Control-Request-Headers',
          'Access-Control-Max-Age': String(MAX_AGE_S),
        },
      }),
    /** Adds CORS headers to every answer of `/chat/*`, errors included, so that the client can read it. */
    applyHeaders(request: Request, headers: Headers): void {
      if (!isCrossOriginRoute(request)) return;
      headers.append('Vary', 'Origin');
      if (new URL(request.url).pathname === ORIGIN_CHECK) {
        headers.set('Access-Control-Allow-Origin', '*');
        return;
      }
      const origin = request.headers.get('origin');
      if (origin === null || !isListed(request)) return;
      headers.set('Access-Control-Allow-Origin', origin);
      // For the cookie that binds a session to its browser (contract §4).
      headers.set('Access-Control-Allow-Credentials', 'true');
      headers.set('Access-Control-Expose-Headers', 'Date, Retry-After, X-Request-Id');
    },
  };
}
