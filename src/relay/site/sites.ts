import { ruleFor } from '../http/origins.ts';
import { isAtHostOf, isAtHostOfAny } from './hosts.ts';
import type { Site } from './site.ts';

/** The sites of a relay. */
export interface Sites<S extends Site = Site> {
  all(): readonly [S, ...S[]];
  /**
   * The site of a request: the one that lists its origin, else the only one at its host, where the iframe page is; undefined: the
   * request does not say. The only site of a relay has every request.
   */
  of(request: Request): S | undefined;
  /** Whether a request names the host of its site, or of any if it names no site. */
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
        (site ? [site] : sites).map((hosted) => hosted.site),
        request,
      );
    },
  };
}
