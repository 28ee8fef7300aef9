import { parseUrl } from './urls.ts';

/** Validation of link targets. All text of the platform is untrusted. */

const ALLOWED_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** `tel:` URL of a phone number in any usual notation; undefined unless it has 3 to 15 digits (S-33). */
export function telUrl(number: string): string | undefined {
  const url = `tel:${number.replace(/%20|[\s().\u2010-\u2015-]/g, '')}`;
  return /^tel:\+?[0-9]{3,15}$/.test(url) ? url : undefined;
}

/** URL of a link that may be followed; undefined if it must be shown as plain text. */
export function linkUrl(text: string): { readonly href: string; readonly host: string } | undefined {
  const url = parseUrl(text);
  // Credentials before the host (`https://bank.example@other.example`) only mislead.
  if (!url || !ALLOWED_PROTOCOLS.has(url.protocol) || url.username || url.password) return undefined;
  // From the original text: `decodeURIComponent` would throw on malformed percent escapes.
  const href = url.protocol === 'tel:' ? telUrl(text.slice(text.indexOf(':') + 1)) : url.href;
  return href === undefined ? undefined : { href, host: url.host };
}

/**
 * Makes `anchor` a link without opener and referrer. Its title is the host, unless `label` contains it (S-27). Returns
 * false and changes nothing if the target is not allowed.
 */
export function setLinkTarget(anchor: HTMLAnchorElement, text: string, label = ''): boolean {
  const link = linkUrl(text);
  if (!link) return false;
  anchor.href = link.href;
  if (link.host) {
    // deferred-parts.css shows the title after the link.
    if (!label.includes(link.host)) anchor.title = link.host;
    anchor.target = '_blank';
  }
  anchor.rel = LINK_REL;
  return true;
}

export const LINK_REL = 'noopener noreferrer nofollow';
