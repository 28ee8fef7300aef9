import { parsed } from './addresses.ts';

/** Where the platform's text may point: everything it says is a stranger's word. */

const OPENABLE = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The `tel:` address of a phone number as people write it; undefined for anything that is not 3 to 15 digits. */
export function telAddress(number: string): string | undefined {
  const address = `tel:${number.replace(/%20|[\s().\u2010-\u2015-]/g, '')}`;
  return /^tel:\+?[0-9]{3,15}$/.test(address) ? address : undefined;
}

/** The address of a link that may be followed; undefined: it is shown as plain text. */
export function linkAddress(text: string): { readonly href: string; readonly host: string } | undefined {
  const url = parsed(text);
  // A name before the host (`https://bank.example@other.example`) only ever misleads.
  if (!url || !OPENABLE.has(url.protocol) || url.username || url.password) return undefined;
  // From the text itself: decoding an address throws where its percent signs are wrong.
  const href = url.protocol === 'tel:' ? telAddress(text.slice(text.indexOf(':') + 1)) : url.href;
  return href === undefined ? undefined : { href, host: url.host };
}

/** Makes `anchor` a link that tells its target nothing and shows where it leads, unless `words` do already (S-27). */
export function pointTo(anchor: HTMLAnchorElement, text: string, words = ''): boolean {
  const address = linkAddress(text);
  if (!address) return false;
  anchor.href = address.href;
  if (address.host) {
    // It stands behind the link (extras.css).
    if (!words.includes(address.host)) anchor.title = address.host;
    anchor.target = '_blank';
  }
  anchor.rel = LINK_REL;
  return true;
}

export const LINK_REL = 'noopener noreferrer nofollow';
