import { err, ok, type Result } from '../base/result.ts';
import { isSecure } from '../protocol/widget-config.ts';

/** Which pages may use the relay (contract §6, §9). */
export type OriginRule =
  | { readonly match: 'exact'; readonly origin: string }
  /** Any host below `suffix`, which starts with its dot; `suffix` carries the port when there is one. */
  | { readonly match: 'subdomains'; readonly suffix: string };

const WILDCARD = /^(?:https:\/\/)?\*(\.[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?)\/?$/i;
const SUBDOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

const NEITHER = 'https origins such as https://shop.example.com or *.example.com, or http on a loopback host';

/** Reads one entry of the list. The error says what is expected and never repeats the entry. */
export function parseOrigin(entry: string): Result<OriginRule, string> {
  const wildcard = WILDCARD.exec(entry);
  if (wildcard?.[1])
    return ok({ match: 'subdomains', suffix: wildcard[1].toLowerCase().replace(/:443$/, '') });
  if (entry.includes('*')) return err(`${NEITHER}; a bare * is refused`);
  const url = URL.canParse(entry) ? new URL(entry) : undefined;
  const isBare = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!url || !isBare || !isSecure(url)) return err(NEITHER);
  return ok({ match: 'exact', origin: url.origin });
}

/** Compares the header as the browser wrote it: no trimming, no case folding, no parsing that could be fooled. */
export function ruleFor(rules: readonly OriginRule[], origin: string): OriginRule | undefined {
  return rules.find((rule) => {
    if (rule.match === 'exact') return rule.origin === origin;
    if (!origin.startsWith('https://') || !origin.endsWith(rule.suffix)) return false;
    return SUBDOMAIN.test(origin.slice('https://'.length, -rule.suffix.length));
  });
}
