import { isSecure } from '../protocol/widget-config.ts';
import { type OriginRule, ruleFor } from './origins.ts';

const METHODS = 'GET, POST, DELETE';
const MAX_AGE_S = 600;

/** The part of the relay that other origins may use. */
const isShared = (request: Request) => /^\/chat(?:\/|$)/.test(new URL(request.url).pathname);

/** True where `origin` is the very host that was asked. Behind a proxy the relay sees its own scheme, but the visitor's Host. */
function isOwnOrigin(origin: string, host: string | null): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  // A name that an attacker points at the relay is its own origin, too, but has no certificate: https, or this machine.
  return url !== undefined && url.origin === origin && url.host === host && isSecure(url);
}

/**
 * True for a request of the relay's own page, the iframe's. No script can write `Sec-Fetch-Site`, and browsers leave
 * `Origin` out of what only reads from the same origin.
 */
function isOwnPage({ method, headers }: Request): boolean {
  if (headers.get('sec-fetch-site') !== 'same-origin') return false;
  const origin = headers.get('origin');
  if (origin === null) return method === 'GET' || method === 'HEAD';
  return isOwnOrigin(origin, headers.get('host'));
}

export type Cors = ReturnType<typeof createCors>;

/** Cross-origin rules of `/chat/*`: an exact list, the allowed origin echoed, never a star (contract §4, §9). */
export function createCors(rules: readonly OriginRule[]) {
  /** The entry of the list that the page stands under for which a browser sent this. */
  function ruleOf(request: Request): OriginRule | undefined {
    const origin = request.headers.get('origin');
    return origin === null ? undefined : ruleFor(rules, origin);
  }
  const isListed = (request: Request) => ruleOf(request) !== undefined;

  return {
    isListed,
    /** True only for pages of the list and for the relay's own; what no page sent is refused too. */
    isAllowed: (request: Request): boolean => isListed(request) || isOwnPage(request),
    /** The site that an allowed request counts for: all subdomains of a wildcard are one, since anybody can make them up. */
    siteOf(request: Request): string {
      const rule = ruleOf(request);
      if (rule === undefined) return 'own';
      return rule.match === 'exact' ? rule.origin : `*${rule.suffix}`;
    },
    /** The same for a handshake, which says nothing of its site; browsers write its `Origin` always, scripts never. */
    isSocketAllowed(request: Request): boolean {
      const origin = request.headers.get('origin');
      return origin !== null && (isListed(request) || isOwnOrigin(origin, request.headers.get('host')));
    },
    isPreflight: (request: Request): boolean =>
      request.method === 'OPTIONS' &&
      request.headers.has('access-control-request-method') &&
      isShared(request),
    preflight: (): Response =>
      new Response(null, {
        status: 204,
        headers: {
          'Access-Control-Allow-Methods': METHODS,
          'Access-Control-Allow-Headers': 'Content-Type',
          'Access-Control-Max-Age': String(MAX_AGE_S),
        },
      }),
    /** Adds what every answer below `/chat` needs, a refusal and a failure included: the client must be able to read it. */
    dress(request: Request, headers: Headers): void {
      if (!isShared(request)) return;
      headers.append('Vary', 'Origin');
      const origin = request.headers.get('origin');
      if (origin === null || !isListed(request)) return;
      headers.set('Access-Control-Allow-Origin', origin);
      // For the cookie that binds a session to its browser (contract §4).
      headers.set('Access-Control-Allow-Credentials', 'true');
      headers.set('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
    },
  };
}
