import type { SiteConfig } from '../config/config.ts';

/** Whether a request names the host of a `FOYER_PUBLIC_URL`. */
export function isAtHostOf(publicUrl: string, request: Request): boolean {
  const { host, protocol } = new URL(publicUrl);
  // TLS ends in front of the relay, so a default port is one of the public scheme.
  return new URL(`${protocol}//${new URL(request.url).host}`).host === host;
}

/**
 * Whether a request names the host at which visitors reach one of these sites. A site without `FOYER_PUBLIC_URL` accepts every name.
 * Another name leads here by a mistake of the proxy, or by somebody else's DNS.
 */
export const isAtHostOfAny = (sites: readonly Pick<SiteConfig, 'publicUrl'>[], request: Request): boolean =>
  sites.some(({ publicUrl }) => publicUrl === undefined || isAtHostOf(publicUrl, request));

/** Machines and operators reach these by other names: probes by address, and the admin side inside a network. */
export const isForAnyHost = (path: string): boolean =>
  /^\/(?:healthz|readyz|metrics)$|^\/admin(?:\/|$)/.test(path);
