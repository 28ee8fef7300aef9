import { isPublicHost } from '../../base/public-address.ts';
import { parseUrl } from '../../base/url.ts';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;
const MAX_LENGTH = 2048;

/** True if a host is a loopback name or address. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * The issue with a webhook URL (S-62, R-8.5); undefined when it is allowed. A public name can resolve to a private address
 * later, so each delivery checks the addresses again.
 */
export function webhookUrlIssue(value: string, allowLoopback: boolean): string | undefined {
  if (value.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  // Refuses input that `URL` would silently correct.
  const url = /^https?:\/\/[^/\s\\][^\s\\]*$/.test(value) ? parseUrl(value) : undefined;
  if (url && allowLoopback && isLoopback(url.hostname)) return undefined;
  if (url?.protocol !== 'https:') return 'must be a URL that begins with https://';
  if (url.username || url.password) return 'must not hold credentials';
  if (url.port !== '' && url.port !== '8443') return 'must be on port 443 or 8443';
  return isPublicHost(url.hostname) ? undefined : 'must lead to a public host';
}
