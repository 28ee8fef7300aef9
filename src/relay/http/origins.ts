import { getPublicSuffix } from 'tldts';
import { err, ok, type Result } from '../../base/result.ts';
import { parseUrl } from '../../base/url.ts';
import { isSecure } from '../../protocol/secure-url.ts';

/** An entry of the allowed origins (contract §6, §9). */
export type OriginRule =
  | { readonly match: 'exact'; readonly origin: string }
  /** All hosts below `suffix`. `suffix` begins with a dot and may end with a port. */
  | { readonly match: 'subdomains'; readonly suffix: string };

const WILDCARD = /^(?:https:\/\/)?\*(\.[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?)\/?$/i;
const SUBDOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

const EXPECTED =
  'https origins such as https://shop.example.com or *.example.com, or http on a loopback host';

/** True for a host whose subdomains belong to unrelated owners, by the Public Suffix List: `co.uk`, `github.io`. */
const isPublicSuffix = (host: string): boolean =>
  getPublicSuffix(host, { allowPrivateDomains: true }) === host;

/** Parses one entry of the list. The error describes the expected form and never repeats the entry. */
export function parseOrigin(entry: string): Result<OriginRule, string> {
  const wildcard = WILDCARD.exec(entry);
  if (wildcard?.[1]) {
    const suffix = wildcard[1].toLowerCase().replace(/:443$/, '');
    if (isPublicSuffix(suffix.slice(1).replace(/:\d+$/, ''))) {
      return err(
        `${EXPECTED}; a suffix under which anybody can register a name, such as *.co.uk, is refused`,
      );
    }
    return ok({ match: 'subdomains', suffix });
  }
  if (entry.includes('*')) return err(`${EXPECTED}; a bare * is refused`);
  const url = parseUrl(entry);
  const isBare = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!url || !isBare || !isSecure(url)) return err(EXPECTED);
  return ok({ match: 'exact', origin: url.origin });
}

/** Finds the rule for an `Origin` header. Compares the header as it is: no trimming, no case folding, no parsing. */
export function ruleFor(rules: readonly OriginRule[], origin: string): OriginRule | undefined {
  return rules.find((rule) => {
    if (rule.match === 'exact') return rule.origin === origin;
    if (!origin.startsWith('https://') || !origin.endsWith(rule.suffix)) return false;
    return SUBDOMAIN.test(origin.slice('https://'.length, -rule.suffix.length));
  });
}

/** True if an origin may match both rules. */
export function isOverlapping(one: OriginRule, other: OriginRule): boolean {
  if (one.match === 'exact') return ruleFor([other], one.origin) !== undefined;
  if (other.match === 'exact') return isOverlapping(other, one);
  return one.suffix.endsWith(other.suffix) || other.suffix.endsWith(one.suffix);
}
