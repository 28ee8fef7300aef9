import { isAllowedOrigin, type OriginRule } from './origins.ts';

const METHODS = 'GET, POST, DELETE';
const MAX_AGE_S = 600;

/** The part of the relay that other origins may use. */
const isShared = (request: Request) => /^\/chat(?:\/|$)/.test(new URL(request.url).pathname);

export type Cors = ReturnType<typeof createCors>;

/** Cross-origin rules of `/chat/*`: an exact list, the allowed origin echoed, never a star (contract §4, §9). */
export function createCors(rules: readonly OriginRule[]) {
  /** True only for a request that a browser sent for an allowed page; one without an Origin is refused too. */
  function isAllowed(request: Request): boolean {
    const origin = request.headers.get('origin');
    return origin !== null && isAllowedOrigin(rules, origin);
  }

  return {
    isAllowed,
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
      if (origin === null || !isAllowed(request)) return;
      headers.set('Access-Control-Allow-Origin', origin);
      // For the cookie that binds a session to its browser (contract §4).
      headers.set('Access-Control-Allow-Credentials', 'true');
      headers.set('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
    },
  };
}
