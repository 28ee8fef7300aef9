import { SECURITY_HEADERS } from '../base/security-headers.ts';

/** Adds the security headers and the request id to an answer. */
export function applySecurityHeaders(headers: Headers, requestId: string): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (!headers.has(name)) headers.set(name, value);
  headers.set('X-Request-Id', requestId);
}
