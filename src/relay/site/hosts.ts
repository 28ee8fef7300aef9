import type { SiteConfig } from '../config/config.ts';

/** True for a request to the host of a `FOYER_PUBLIC_URL`. */
export function isAtHostOf(publicUrl: string, request: Request): boolean {
  const { host, protocol } = new URL(publicUrl);
  // TLS ends in front of the relay, so a default port is one of the public scheme.
  return new URL(`${protocol}//${new URL(request.url).host}`).host === host;
}

/**
 * True for a request to the public host of one of these sites. A site without `FOYER_PUBLIC_URL` accepts every name.
 * A request for another name is a proxy mistake or foreign DNS.
 */
export const isAtHostOfAny = (sites: readonly Pick<SiteConfig, 'publicUrl'>[], request: Request): boolean =>
  sites.some(({ publicUrl }) => publicUrl === undefined || isAtHostOf(publicUrl, request));

/** Routes with any host name: probes use addresses, and operators use internal names. */
export const isForAnyHost = (path: string): boolean =>
  /^\/(?:healthz|readyz|metrics)$|^\/(?:admin|console)(?:\/|$)/.test(path);
