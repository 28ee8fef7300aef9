import { ruleFor } from '../http/origins.ts';
import { isAtHostOf, isAtHostOfAny } from './hosts.ts';
import type { Site } from './site.ts';

/** The sites of a relay. */
export interface Sites<S extends Site = Site> {
  all(): readonly [S, ...S[]];
  /**
   * The site of a request. It lists the origin of the request, or it alone has the requested host, as for the iframe page. A single
   * site gets every request. undefined: no site matches.
   */
  of(request: Request): S | undefined;
  /** True for a request to the host of its site. If no site matches, the host of any site is accepted. */
  isOwnHost(request: Request): boolean;
  replace(next: readonly [S, ...S[]]): void;
}

export function createSites<S extends Site>(initial: readonly [S, ...S[]]): Sites<S> {
  let sites = initial;

  function of(request: Request): S | undefined {
    const [first, ...others] = sites;
    if (others.length === 0) return first;
    const origin = request.headers.get('origin');
    const listing =
      origin === null
        ? undefined
        : sites.find(({ site }) => ruleFor(site.allowedOrigins, origin) !== undefined);
    if (listing) return listing;
    const [atHost, ...more] = sites.filter(
      ({ site: { publicUrl } }) => publicUrl !== undefined && isAtHostOf(publicUrl, request),
    );
    return more.length === 0 ? atHost : undefined;
  }

  return {
    all: () => sites,
    of,
    replace(next) {
      sites = next;
    },
    isOwnHost(request) {
      const site = of(request);
      return isAtHostOfAny(
        (site ? [site] : sites).map((candidate) => candidate.site),
        request,
      );
    },
  };
}
