import { parseUrl } from '../base/url.ts';

/** Validation of link targets. All text of the platform is untrusted. */

const ALLOWED_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** `tel:` URL of a phone number in any usual notation; undefined unless it has 3 to 15 digits (S-33). */
export function telUrl(number: string): string | undefined {
  const url = `tel:${number.replace(/%20|[\s().\u2010-\u2015-]/g, '')}`;
  return /^tel:\+?[0-9]{3,15}$/.test(url) ? url : undefined;
}

/** `mailto:` URL with its subject only: other fields could add recipients or words of their own. */
const mailUrl = ({ pathname, search }: URL): string => {
  const [, subject] = /[?&](subject=[^&]*)/i.exec(search) ?? [];
  return `mailto:${pathname}${subject === undefined ? '' : `?${subject}`}`;
};

/** Target that may be followed. The host of a mail address or a phone number is empty. */
export interface Link {
  readonly href: string;
  readonly host: string;
}

/** URL of a link that may be followed; undefined if it must be shown as plain text. */
export function linkUrl(text: string): Link | undefined {
  const url = parseUrl(text.trim());
  // Credentials before the host (`https://bank.example@other.example`) only mislead.
  if (!url || !ALLOWED_PROTOCOLS.has(url.protocol) || url.username || url.password) return undefined;
  // From the original text: `decodeURIComponent` would throw on malformed percent escapes.
  const href =
    url.protocol === 'tel:'
      ? telUrl(text.slice(text.indexOf(':') + 1))
      : url.protocol === 'mailto:'
        ? mailUrl(url)
        : url.href;
  return href === undefined ? undefined : { href, host: url.host };
}

/** Characters that may be displayed in another order than they are written: right-to-left letters, direction controls. */
const REORDERED =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Target of a link, to be shown behind its label: the host in ASCII, the mail address or the phone number. Empty if the
 * label shows it (S-27, S-32).
 */
function unseenTarget({ href, host }: Link, label: string): string {
  const written = REORDERED.test(label) ? '' : label.trim();
  if (!host)
    return [href, telUrl(written), `mailto:${written}`].lastIndexOf(href) ? '' : new URL(href).pathname;
  const origin = href.slice(0, href.indexOf('//') + 2) + host;
  // `https://shop.example.other.example` begins like `https://shop.example`; a capital I looks like a small l.
  const says = written.startsWith(origin) && linkUrl(written)?.host === host;
  return says ? '' : host;
}

/** Makes `anchor` a link without opener and referrer. Its title is the target unless `label` shows it. */
export function setLinkTarget(anchor: HTMLAnchorElement, link: Link, label = ''): void {
  anchor.href = link.href;
  // The widget's style sheet shows the title after the link.
  const title = unseenTarget(link, label);
  if (title) anchor.title = title;
  else anchor.removeAttribute('title');
  if (link.host) anchor.target = '_blank';
  anchor.rel = LINK_REL;
  // S-32: isolates the label from the text around it.
  anchor.dir = 'auto';
}

export const LINK_REL = 'noopener noreferrer nofollow';
